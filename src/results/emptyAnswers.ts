import type { ThreadQuestionKind, ThreadQuestions } from './workerMessages';

/** What a single result is asked; two are held against each other by `ResultStore.compare`. */
export type Answered = Exclude<ThreadQuestionKind, 'compare'>;

/** What is answered of a result whose answer had no body. */
export const emptyAnswers: {
  readonly [Kind in Answered]: ThreadQuestions[Kind]['answer'];
} = {
  rows: { total: 0, rows: [] },
  find: { match: null },
  findCount: { number: null, total: 0, isComplete: true },
  record: { found: null },
  values: { values: [], more: 0 },
  figures: { count: 0, missing: 0, quantities: [], numbers: null },
  page: { total: 0, rows: [], origins: [] },
  chart: { kind: 'series', from: Number.NaN, to: Number.NaN, series: [], omitted: 0 },
  json: { nodes: [], total: 0, more: false },
  jsonFind: { match: null },
  integrity: [],
  gaps: { gaps: [], total: 0 },
  export: 0,
};
