/**
 * The questions that the view can ask about its result. An entry defines what the host accepts, what it adds
 * for the thread, and which questions replace each other; the messages between view, host, and thread derive
 * from it. `thread/questionAnswers.ts` computes the answers.
 */
import * as v from 'valibot';
import { formatOptions } from './exportOrder';
import { exportFormats } from './formats';
import type { ChartPlan } from '../market/datasets/dataset';
import type { Asked, AskedPeriod } from '../market/integrity/integrity';
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

interface Asks<Shape extends v.GenericSchema, Answer> {
  question: v.InferOutput<Shape>;
  answer: Answer;
}

/** A question of the view and the type of its answer, by kind. */
export interface ViewQuestions {
  rows: Asks<typeof pageShape, PageAnswer>;
  /** What the table has in a form, and which resolutions it can have. */
  form: Asks<typeof formShape, FormAnswer>;
  /** The nearest cell of the given rows and columns that contains the text. */
  find: Asks<typeof findShape, FindAnswer>;
  /** How many cells contain the text. Continues an earlier count. */
  findCount: Asks<typeof findCountShape, FindCountAnswer>;
  /** The record from which a row was read; `row` is an index in the unsorted table. */
  record: Asks<typeof recordShape, RecordAnswer>;
  /** Figures for the numbers in the given rows and columns. */
  figures: Asks<typeof figuresShape, Figures>;
  /** The values of a text column and how often each occurs. */
  values: Asks<typeof valuesShape, ValuesAnswer>;
  /** What a column contains; several columns may be asked about at once. */
  columnSummary: Asks<typeof columnSummaryShape, ColumnSummary>;
  /** The missing intervals of time series, at most `most` of them. */
  gaps: Asks<typeof gapsShape, Gaps>;
  chart: Asks<typeof chartShape, Chart>;
  /** The mean or sum of each delivery day of a series. */
  dayFigures: Asks<typeof dayFiguresShape, DayFigures>;
  json: Asks<typeof jsonShape, JsonAnswer>;
  jsonFind: Asks<typeof jsonFindShape, JsonFindAnswer>;
  /** How often a part of the body contains the text. */
  jsonCount: Asks<typeof jsonCountShape, JsonCountAnswer>;
  jsonPath: Asks<typeof jsonPathShape, JsonPathAnswer>;
  jsonAt: Asks<typeof jsonAtShape, JsonAtAnswer>;
  /** How many rows an export would have, and about how many bytes. */
  exportSize: Asks<typeof exportSizeShape, ExportSize>;
}
export type ViewQuestionKind = keyof ViewQuestions;

export type ViewQuestion = {
  [Kind in ViewQuestionKind]: { kind: Kind; question: ViewQuestions[Kind]['question'] };
}[ViewQuestionKind];

/** `bytes` is an estimate, extrapolated from the first rows. */
export interface ExportSize {
  rows: number;
  bytes: number;
}

/** A result that is drawn in another result's chart. */
export interface OverlaidResult {
  readonly result: string;
  /** The label that distinguishes its series: "28 Mar 2026". */
  readonly label: string;
  /** The label that distinguishes the series of the chart's own result from it: "29 Mar 2026". */
  readonly ownLabel: string;
  /** How many delivery days it is after the result in whose chart it is drawn; see `daysBetween`. */
  readonly days: number;
  /** The period of its own query, in which its gaps are found. */
  readonly asked: AskedPeriod;
}

/** What the host knows about a tab's result; the view can't change it. */
export interface HostAdditions {
  /** What was requested by the query, for computing findings and gaps. */
  readonly asked: Asked;
  readonly plan: ChartPlan;
  readonly overlays: readonly OverlaidResult[];
  /** Whether all rows have arrived, so that a time without any is a gap. */
  readonly judged: boolean;
}

interface Entry<Kind extends ViewQuestionKind> {
  /** Validates the question, because the view is outside data. */
  readonly shape: v.GenericSchema<unknown, ViewQuestions[Kind]['question']>;
  readonly adds: readonly (keyof HostAdditions)[];
  /**
   * Set if the work can take long and only the newest question of the kind matters. Returns what a question
   * is about: a question about something else cancels the work in progress.
   */
  readonly subject?: (question: ViewQuestions[Kind]['question']) => unknown;
  /** The answer for a result without a body. */
  readonly empty: ViewQuestions[Kind]['answer'];
}

const itself = (question: unknown) => question;

export const viewQuestions = {
  rows: {
    shape: pageShape,
    adds: ['asked'],
    // All pages of the same rows are needed; pages of other rows are obsolete.
    subject: ({ sort, filter, finding, resolution, layout }) => [sort, filter, finding, resolution, layout],
    empty: { total: 0, rows: [], origins: [] },
  },
  form: {
    shape: formShape,
    adds: [],
    subject: itself,
    empty: { offered: null, rows: 0, columns: [] },
  },
  find: {
    shape: findShape,
    adds: ['asked'],
    subject: itself,
    empty: { match: null },
  },
  findCount: {
    shape: findCountShape,
    adds: ['asked'],
    subject: itself,
    empty: { number: null, total: 0, isComplete: true },
  },
  record: {
    shape: recordShape,
    adds: [],
    empty: { found: null },
  },
  figures: {
    shape: figuresShape,
    adds: ['asked'],
    subject: itself,
    empty: { count: 0, missing: 0, quantities: [], numbers: null },
  },
  values: {
    shape: valuesShape,
    adds: [],
    subject: itself,
    empty: { values: [], more: 0 },
  },
  columnSummary: {
    shape: columnSummaryShape,
    adds: [],
    empty: { missing: 0, least: null, greatest: null, values: [], more: 0, bars: [] },
  },
  gaps: {
    shape: gapsShape,
    adds: ['asked'],
    empty: { gaps: [], total: 0 },
  },
  chart: {
    shape: chartShape,
    adds: ['asked', 'plan', 'overlays', 'judged'],
    subject: itself,
    empty: { kind: 'series', from: Number.NaN, to: Number.NaN, series: [], omitted: 0 },
  },
  dayFigures: {
    shape: dayFiguresShape,
    adds: ['plan'],
    subject: itself,
    empty: noDayFigures,
  },
  json: {
    shape: jsonShape,
    adds: [],
    empty: { nodes: [], total: 0, more: false },
  },
  jsonFind: {
    shape: jsonFindShape,
    adds: [],
    subject: itself,
    empty: { match: null },
  },
  jsonCount: {
    shape: jsonCountShape,
    adds: [],
    subject: itself,
    empty: { total: 0, upToMatch: 0, next: null },
  },
  jsonPath: {
    shape: jsonPathShape,
    adds: [],
    empty: { path: '$' },
  },
  jsonAt: {
    shape: jsonAtShape,
    adds: [],
    subject: itself,
    empty: { path: [] },
  },
  exportSize: {
    shape: exportSizeShape,
    adds: ['asked'],
    subject: itself,
    empty: { rows: 0, bytes: 0 },
  },
} satisfies { readonly [Kind in ViewQuestionKind]: Entry<Kind> };

/** A question from the view, as the thread receives it. */
export type ThreadForm<Kind extends ViewQuestionKind> = ViewQuestions[Kind]['question'] &
  Pick<HostAdditions, (typeof viewQuestions)[Kind]['adds'][number]>;

export const viewQuestionKinds = Object.keys(viewQuestions) as ViewQuestionKind[];

/** The entry of one kind, typed for code in which the kind is generic. */
export const viewQuestionOf = <Kind extends ViewQuestionKind>(kind: Kind): Entry<Kind> => {
  const entries: { readonly [Each in ViewQuestionKind]: Entry<Each> } = viewQuestions;
  return entries[kind];
};
