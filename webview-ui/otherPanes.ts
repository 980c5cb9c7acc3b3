// The views that aren't shown first, and the export dialog, in one script that is loaded after the first
// picture.
export { createExportDialog } from './export/exportDialog';
export { createDaysPane } from './days/daysPane';
export { createJsonPane } from './json/jsonPane';
export { createRequestPane } from './request/requestPane';
export { createTablePane } from './table/tablePane';
