// The views that aren't shown first, and the export dialog, in one script that is loaded after the first
// picture.
import { createDaysPane } from './days/daysPane';
import { createJsonPane } from './json/jsonPane';
import { createRequestPane } from './request/requestPane';
import { createTablePane } from './table/tablePane';

export { createExportDialog } from './export/exportDialog';
export const otherPanes = {
  table: createTablePane,
  days: createDaysPane,
  json: createJsonPane,
  request: createRequestPane,
};
