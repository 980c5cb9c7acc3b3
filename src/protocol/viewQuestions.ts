/**
 * The questions that the view can ask about its result. An entry defines what the host accepts, which questions
 * replace each other, and the answer's type; the messages between view, host, and thread derive from it.
 * `results/thread/editorAnswers.ts` computes the answers.
 */
import * as v from 'valibot';
import { formatOptions } from './exportOrder';
import { exportFormats } from './formats';
import type { Chart } from './charts/chart';
import { chartShape } from './charts/chartQuestion';
import { noDayFigures, type DayFigures } from './charts/dayFigures';
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

/** A question of which all are answered. */
const every = <Shape extends v.GenericSchema, Answer>(
  shape: Shape,
  empty: Answer,
): Entry<v.InferOutput<Shape>, Answer> => ({ shape, empty });

/** A question of which only the newest matters, or only those about the newest subject. */
const newest = <Shape extends v.GenericSchema, Answer>(
  shape: Shape,
  empty: Answer,
  subject: (question: v.InferOutput<Shape>) => unknown = (question) => question,
): Entry<v.InferOutput<Shape>, Answer> => ({ shape, empty, subject });

export const viewQuestions = {
  rows: newest<typeof pageShape, PageAnswer>(
    pageShape,
    { total: 0, rows: [], origins: [] },
    // All pages of the same rows are needed; pages of other rows are obsolete.
    ({ sort, filter, finding, resolution, layout }) => [sort, filter, finding, resolution, layout],
  ),
  /** What the table has in a form, and which resolutions it can have. */
  form: newest<typeof formShape, FormAnswer>(formShape, {
    offered: null,
    shortest: null,
    rows: 0,
    columns: [],
  }),
  /** The nearest cell of the given rows and columns that contains the text. */
  find: newest<typeof findShape, FindAnswer>(findShape, { match: null }),
  /** How many cells contain the text. Continues an earlier count. */
  findCount: newest<typeof findCountShape, FindCountAnswer>(findCountShape, {
    number: null,
    total: 0,
    isComplete: true,
  }),
  /** The record from which a row was read; `row` is an index in the unsorted table. */
  record: every<typeof recordShape, RecordAnswer>(recordShape, { found: null }),
  /** Figures for the numbers in the given rows and columns. */
  figures: newest<typeof figuresShape, Figures>(figuresShape, {
    count: 0,
    missing: 0,
    quantities: [],
    numbers: null,
  }),
  /** The values of a text column and how often each occurs. */
  values: newest<typeof valuesShape, ValuesAnswer>(valuesShape, { values: [], more: 0 }),
  /** What a column contains; several columns may be asked about at once. */
  columnSummary: every<typeof columnSummaryShape, ColumnSummary>(columnSummaryShape, {
    missing: 0,
    least: null,
    greatest: null,
    values: [],
    more: 0,
    bars: [],
  }),
  /** The missing intervals of time series, at most `most` of them. */
  gaps: every<typeof gapsShape, Gaps>(gapsShape, { gaps: [], total: 0 }),
  chart: newest<typeof chartShape, Chart>(chartShape, {
    kind: 'series',
    from: Number.NaN,
    to: Number.NaN,
    series: [],
    omitted: 0,
  }),
  /** The mean or sum of each delivery day of a series. */
  dayFigures: newest<typeof dayFiguresShape, DayFigures>(dayFiguresShape, noDayFigures),
  json: every<typeof jsonShape, JsonAnswer>(jsonShape, { nodes: [], total: 0, more: false }),
  jsonFind: newest<typeof jsonFindShape, JsonFindAnswer>(jsonFindShape, { match: null }),
  /** How often a part of the body contains the text. */
  jsonCount: newest<typeof jsonCountShape, JsonCountAnswer>(jsonCountShape, {
    total: 0,
    upToMatch: 0,
    next: null,
  }),
  jsonPath: every<typeof jsonPathShape, JsonPathAnswer>(jsonPathShape, { path: '$' }),
  jsonAt: newest<typeof jsonAtShape, JsonAtAnswer>(jsonAtShape, { path: [] }),
  /** How many rows an export would have, and about how many bytes. */
  exportSize: newest<typeof exportSizeShape, ExportSize>(exportSizeShape, { rows: 0, bytes: 0 }),
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

type EntryOf<Kind extends ViewQuestionKind> = Entry<
  ViewQuestions[Kind]['question'],
  ViewQuestions[Kind]['answer']
>;
const entries: { readonly [Kind in ViewQuestionKind]: EntryOf<Kind> } = viewQuestions;

/** The entry of one kind, typed for code in which the kind is generic. */
export const viewQuestionOf = <Kind extends ViewQuestionKind>(kind: Kind): EntryOf<Kind> => entries[kind];
