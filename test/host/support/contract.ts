import * as assert from 'node:assert/strict';

/** What other people's scripts rely on, written out again so that tests compare with it. */
export interface ResultSummary {
  id: string;
  connection: string;
  dataset: string;
  parameters: Record<string, string>;
  url: string;
  outcome:
    | 'success'
    | 'noData'
    | 'badRequest'
    | 'unauthorized'
    | 'tooManyRequests'
    | 'unexpectedError'
    | 'unexpectedResponse'
    | 'unreachable'
    | 'timeout'
    | 'cancelled';
  status?: number;
  message?: string;
  retryAfterSeconds?: number;
  records: number;
  rows: number;
  columns: { key: string; title: string; type: string; unit?: string }[];
  bytes: number;
  wireBytes: number;
  timings: { firstByteMs: number; firstRowsMs: number; totalMs: number };
}

export type Cell = string | number | boolean | null;

export interface Rows {
  total: number;
  rows: Cell[][];
}

/** The datasets in the tree's order, with the path of each relative to the base address. */
export const datasetPaths = {
  'dayahead-prices': '/dayahead/prices/areaBlock',
  'dayahead-turnover': '/dayahead/volumes/turnover/systemPrice',
  'dayahead-curves': '/dayahead/prices/curves',
  'uk-auction-prices': '/uk/v2/auction/prices/areaBlock',
  'uk-flows': '/uk/v2/venue/flows/areaPrice',
  'intraday-scheduled-flow': '/operatingdata/v2/intraday/totalscheduledflow',
  'regulation-down-volumes': '/regulationmarket/v2/volumes/automatic/down',
  'intraday-orders': '/intraday/delayed/orders',
  'hub-to-hub-capacities': '/hubtohub/HubToHubCapacities',
  'dayahead-prices-alternate': '/prices/dayahead/prices/areaBlock',
} as const;

export type DatasetId = keyof typeof datasetPaths;

/** Parameters that the dataset requires. */
export const requiredParameters: Partial<Record<DatasetId, Record<string, string>>> = {
  'dayahead-curves': { date: '2026-10-25' },
  'hub-to-hub-capacities': { powerHour: '2026-10-25T00:00:00Z', daFrom: 'NO1' },
};

/** A message is a sentence, because a person reads it unchanged. */
export function inWords(message: string | undefined): void {
  assert.match(message ?? '', /^\p{Lu}.*\.$/su, 'a person is told nothing');
}
