/**
 * The questions that the view can ask about its result. An entry defines what the host accepts, which questions
 * replace each other, and the answer's type; the messages between view, host, and thread derive from it.
 * `thread/questionAnswers.ts` computes the answers.
 */
import * as v from 'valibot';
import { formatOptions } from './exportOrder';
import { exportFormats } from './formats';
import { chartShape, noDayFigures, type Chart, type DayFigures } from './chartTypes';
import {
  jsonAtShape,
  jsonCountShape,
  jsonFindShape,
  jsonPathShape,
  jsonShape,
  type JsonAnswer,
  type JsonAtAnswer,
  type JsonCountAnswer,
  type JsonFindAnswer,
  type JsonPathAnswer,
} from './jsonTypes';
import {
  columnSummaryShape,
  figuresShape,
  findCountShape,
  findShape,
  formMembers,
  gapsShape,
  pageShape,
  recordShape,
  rowsToExportShape,
  valuesShape,
} from './rowsQuestion';
import type {
  ColumnSummary,
  Figures,
  FindAnswer,
  FindCountAnswer,
  FormAnswer,
  Gaps,
  PageAnswer,
  RecordAnswer,
  ValuesAnswer,
} from './tableTypes';

const formShape = v.object(formMembers);

const exportSizeShape = v.object({
  ...formMembers,
  format: v.picklist(exportFormats),
  rows: rowsToExportShape,
  deliveryColumns: formatOptions.deliveryColumns,
});

/** The label of a series; the first one if left out. */
const dayFiguresShape = v.object({ series: v.exactOptional(v.string()) });

/** `bytes` is an estimate, extrapolated from the first rows. */
export interface ExportSize {
  rows: number;
  bytes: number;
}

interface Entry<Question, Answer> {
  /** Validates the question, because the view is outside data. */
  readonly shape: v.GenericSchema<unknown, Question>;
  /**
   * Set if the work can take long and only the newest question of the kind matters. Returns what a question
   * is about: a question about something else cancels the work in progress.
   */
  readonly subject?: (question: Question) => unknown;
  /** The answer for a result without a body. */
  readonly empty: Answer;
}

const asks = <Shape extends v.GenericSchema, Answer>(entry: Entry<v.InferOutput<Shape>, Answer>) => entry;

const itself = (question: unknown) => question;

export const viewQuestions = {
  rows: asks<typeof pageShape, PageAnswer>({
    shape: pageShape,
    // All pages of the same rows are needed; pages of other rows are obsolete.
    subject: ({ sort, filter, finding, resolution, layout }) => [sort, filter, finding, resolution, layout],
    empty: { total: 0, rows: [], origins: [] },
  }),
  /** What the table has in a form, and which resolutions it can have. */
  form: asks<typeof formShape, FormAnswer>({
    shape: formShape,
    subject: itself,
    empty: { offered: null, rows: 0, columns: [] },
  }),
  /** The nearest cell of the given rows and columns that contains the text. */
  find: asks<typeof findShape, FindAnswer>({
    shape: findShape,
    subject: itself,
    empty: { match: null },
  }),
  /** How many cells contain the text. Continues an earlier count. */
  findCount: asks<typeof findCountShape, FindCountAnswer>({
    shape: findCountShape,
    subject: itself,
    empty: { number: null, total: 0, isComplete: true },
  }),
  /** The record from which a row was read; `row` is an index in the unsorted table. */
  record: asks<typeof recordShape, RecordAnswer>({ shape: recordShape, empty: { found: null } }),
  /** Figures for the numbers in the given rows and columns. */
  figures: asks<typeof figuresShape, Figures>({
    shape: figuresShape,
    subject: itself,
    empty: { count: 0, missing: 0, quantities: [], numbers: null },
  }),
  /** The values of a text column and how often each occurs. */
  values: asks<typeof valuesShape, ValuesAnswer>({
    shape: valuesShape,
    subject: itself,
    empty: { values: [], more: 0 },
  }),
  /** What a column contains; several columns may be asked about at once. */
  columnSummary: asks<typeof columnSummaryShape, ColumnSummary>({
    shape: columnSummaryShape,
    empty: { missing: 0, least: null, greatest: null, values: [], more: 0, bars: [] },
  }),
  /** The missing intervals of time series, at most `most` of them. */
  gaps: asks<typeof gapsShape, Gaps>({ shape: gapsShape, empty: { gaps: [], total: 0 } }),
  chart: asks<typeof chartShape, Chart>({
    shape: chartShape,
    subject: itself,
    empty: { kind: 'series', from: Number.NaN, to: Number.NaN, series: [], omitted: 0 },
  }),
  /** The mean or sum of each delivery day of a series. */
  dayFigures: asks<typeof dayFiguresShape, DayFigures>({
    shape: dayFiguresShape,
    subject: itself,
    empty: noDayFigures,
  }),
  json: asks<typeof jsonShape, JsonAnswer>({ shape: jsonShape, empty: { nodes: [], total: 0, more: false } }),
  jsonFind: asks<typeof jsonFindShape, JsonFindAnswer>({
    shape: jsonFindShape,
    subject: itself,
    empty: { match: null },
  }),
  /** How often a part of the body contains the text. */
  jsonCount: asks<typeof jsonCountShape, JsonCountAnswer>({
    shape: jsonCountShape,
    subject: itself,
    empty: { total: 0, upToMatch: 0, next: null },
  }),
  jsonPath: asks<typeof jsonPathShape, JsonPathAnswer>({ shape: jsonPathShape, empty: { path: '$' } }),
  jsonAt: asks<typeof jsonAtShape, JsonAtAnswer>({
    shape: jsonAtShape,
    subject: itself,
    empty: { path: [] },
  }),
  /** How many rows an export would have, and about how many bytes. */
  exportSize: asks<typeof exportSizeShape, ExportSize>({
    shape: exportSizeShape,
    subject: itself,
    empty: { rows: 0, bytes: 0 },
  }),
};

type Entries = typeof viewQuestions;
export type ViewQuestionKind = keyof Entries;

/** A question of the view and the type of its answer, by kind. */
export type ViewQuestions = {
  [Kind in ViewQuestionKind]: {
    question: v.InferOutput<Entries[Kind]['shape']>;
    answer: Entries[Kind]['empty'];
  };
};

export type ViewQuestion = {
  [Kind in ViewQuestionKind]: { kind: Kind; question: ViewQuestions[Kind]['question'] };
}[ViewQuestionKind];

export const viewQuestionKinds = Object.keys(viewQuestions) as ViewQuestionKind[];

/** The entry of one kind, typed for code in which the kind is generic. */
export const viewQuestionOf = <Kind extends ViewQuestionKind>(
  kind: Kind,
): Entry<ViewQuestions[Kind]['question'], ViewQuestions[Kind]['answer']> => {
  const entries: {
    readonly [Each in ViewQuestionKind]: Entry<
      ViewQuestions[Each]['question'],
      ViewQuestions[Each]['answer']
    >;
  } = viewQuestions;
  return entries[kind];
};
