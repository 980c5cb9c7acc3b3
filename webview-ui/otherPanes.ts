// The views that aren't shown first: one script, loaded after the first picture.
export { createJsonPane } from './json/jsonPane';
export { createRequestPane } from './request/requestPane';
export { createTablePane } from './table/tablePane';
