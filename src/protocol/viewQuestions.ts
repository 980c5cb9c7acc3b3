/**
 * The questions that the view can ask about its result. An entry defines what the host accepts, what it adds
 * for the thread, and which questions replace each other; the messages between view, host, and thread derive
 * from it. `thread/questionAnswers.ts` computes the answers.
 */
import * as v from 'valibot';
import { exportFormats, type ExportFormat } from './formats';
import type { ChartPlan } from '../market/datasets/dataset';
import { findingKinds } from '../market/integrity/judgement';
import type { Asked, AskedPeriod } from '../market/integrity/integrity';
import { isTimeZone } from '../market/time/zones';
import { capacityOrders, resolutions, seriesViews, type Chart, type ChartQuestion } from './chartTypes';
import type {
  JsonAnswer,
  JsonCountAnswer,
  JsonCountQuestion,
  JsonFindAnswer,
  JsonFindQuestion,
  JsonQuestion,
} from './jsonTypes';
import {
  type ChosenRows,
  type Figures,
  type FiguresQuestion,
  type FindAnswer,
  type FindCountAnswer,
  type FindCountQuestion,
  type FindQuestion,
  type Gaps,
  type PageAnswer,
  type PageQuestion,
  type RecordAnswer,
  type ValuesAnswer,
  type ValuesQuestion,
} from './tableTypes';
import { index, rowsMembers, selectionMembers } from './rowsQuestion';

/** A question of the view and the type of its answer, by kind. */
export interface ViewQuestions {
  rows: { question: PageQuestion; answer: PageAnswer };
  /** The nearest cell of the given rows and columns that contains the text. */
  find: { question: FindQuestion; answer: FindAnswer };
  /** How many cells contain the text. Continues an earlier count. */
  findCount: { question: FindCountQuestion; answer: FindCountAnswer };
  /** The record from which a row was read; `row` is an index in the unsorted table. */
  record: { question: { row: number }; answer: RecordAnswer };
  /** Figures for the numbers in the given rows and columns. */
  figures: { question: FiguresQuestion; answer: Figures };
  /** The values of a text column and how often each occurs. */
  values: { question: ValuesQuestion; answer: ValuesAnswer };
  /** The missing intervals of time series, at most `most` of them. */
  gaps: { question: { most: number }; answer: Gaps };
  chart: { question: ChartQuestion; answer: Chart };
  json: { question: JsonQuestion; answer: JsonAnswer };
  jsonFind: { question: JsonFindQuestion; answer: JsonFindAnswer };
  /** How often a part of the body contains the text. */
  jsonCount: { question: JsonCountQuestion; answer: JsonCountAnswer };
  /** How many rows an export would have, and about how many bytes. */
  exportSize: { question: ExportSizeQuestion; answer: ExportSize };
}
export type ViewQuestionKind = keyof ViewQuestions;

export type ViewQuestion = {
  [Kind in ViewQuestionKind]: { kind: Kind; question: ViewQuestions[Kind]['question'] };
}[ViewQuestionKind];

/** Rows to export, as the view names them. */
export type RowsToExport = Omit<ChosenRows, 'asked'>;

export interface ExportSizeQuestion {
  format: ExportFormat;
  rows: RowsToExport;
}

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

/** More rows than a screen has; a page of this size is well below a megabyte. */
const maxPage = 2000;
/** The largest width or height of a chart. */
export const mostPixels = 10_000;
/** More than a person selects: rows are selected in a few blocks. */
const maxRanges = 10_000;

const finite = v.pipe(v.number(), v.finite());
const searched = v.pipe(v.string(), v.maxLength(1000));
const pixels = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostPixels));

export const findingShape = v.object({ kind: v.picklist(findingKinds), of: v.exactOptional(v.string()) });
const finding = v.exactOptional(findingShape);
const page = { ...rowsMembers, finding };
const selection = { ...selectionMembers, finding };

const soughtText = {
  ...selection,
  text: searched,
  zone: v.pipe(v.string(), v.check(isTimeZone)),
};

const ranges = v.pipe(v.array(v.tuple([index, index])), v.maxLength(maxRanges));

/** Rows to export are outside data, too. */
export const rowsToExportShape: v.GenericSchema<unknown, RowsToExport> = v.object({
  ...page,
  ranges: v.exactOptional(ranges),
  sample: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});

const itself = (question: unknown) => question;

export const viewQuestions = {
  rows: {
    shape: v.pipe(
      v.object(page),
      v.check(({ from = 0, to = Number.NaN }) => to - from <= maxPage),
    ),
    adds: ['asked'],
    // All pages of the same rows are needed; pages of other rows are obsolete.
    subject: ({ sort, filter, finding }) => [sort, filter, finding],
    empty: { total: 0, rows: [], origins: [] },
  },
  find: {
    shape: v.object({
      ...soughtText,
      start: v.object({ row: index, column: v.pipe(v.number(), v.integer(), v.minValue(-1)) }),
      backwards: v.exactOptional(v.boolean()),
    }),
    adds: ['asked'],
    subject: itself,
    empty: { match: null },
  },
  findCount: {
    shape: v.object({ ...soughtText, at: v.object({ row: index, column: index }) }),
    adds: ['asked'],
    subject: itself,
    empty: { number: null, total: 0, isComplete: true },
  },
  record: {
    shape: v.object({ row: index }),
    adds: [],
    empty: { found: null },
  },
  figures: {
    shape: v.object({ ...selection, ranges }),
    adds: ['asked'],
    subject: itself,
    empty: { count: 0, missing: 0, quantities: [], numbers: null },
  },
  values: {
    shape: v.object({ column: v.string(), text: searched }),
    adds: [],
    subject: itself,
    empty: { values: [], more: 0 },
  },
  gaps: {
    shape: v.object({ most: v.pipe(index, v.maxValue(maxPage)) }),
    adds: ['asked'],
    empty: { gaps: [], total: 0 },
  },
  chart: {
    shape: v.object({
      from: v.exactOptional(finite),
      to: v.exactOptional(finite),
      width: pixels,
      height: pixels,
      period: v.exactOptional(index),
      contract: v.exactOptional(v.string()),
      allPrices: v.exactOptional(v.boolean()),
      depth: v.exactOptional(v.object({ area: v.exactOptional(v.string()), at: v.exactOptional(finite) })),
      pair: v.exactOptional(v.object({ areaFrom: v.string(), areaTo: v.string(), deliveryStart: finite })),
      order: v.exactOptional(v.picklist(capacityOrders)),
      view: v.exactOptional(v.picklist(seriesViews)),
      resolution: v.exactOptional(v.picklist(resolutions)),
      spread: v.exactOptional(v.object({ first: v.string(), second: v.string() })),
      heated: v.exactOptional(v.string()),
      zone: v.exactOptional(v.pipe(v.string(), v.check(isTimeZone))),
    }),
    adds: ['asked', 'plan', 'overlays', 'judged'],
    subject: itself,
    empty: { kind: 'series', from: Number.NaN, to: Number.NaN, series: [], omitted: 0 },
  },
  json: {
    shape: v.object({
      from: v.exactOptional(index),
      to: v.exactOptional(index),
      start: v.exactOptional(index),
      end: v.exactOptional(index),
    }),
    adds: [],
    empty: { nodes: [], total: 0, more: false },
  },
  jsonFind: {
    shape: v.object({ text: searched, after: index }),
    adds: [],
    subject: itself,
    empty: { match: null },
  },
  jsonCount: {
    shape: v.object({ text: searched, from: index, at: index }),
    adds: [],
    subject: itself,
    empty: { total: 0, upToMatch: 0, next: null },
  },
  exportSize: {
    shape: v.object({ format: v.picklist(exportFormats), rows: rowsToExportShape }),
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
