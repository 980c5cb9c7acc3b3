/**
 * The questions of the view: what it may ask of the result it shows. An entry says what the host lets
 * through, what it adds for the thread, and which questions replace each other; the messages between
 * view, host and thread derive from it. `thread/questionAnswers.ts` answers.
 */
import * as v from 'valibot';
import type { ChartPlan } from '../market/datasets/dataset';
import { findingKinds } from '../market/integrity/findings';
import type { Asked } from '../market/integrity/integrity';
import { isTimeZone } from '../market/time/zones';
import type { Chart, ChartQuestion } from '../table/chartTypes';
import type { JsonAnswer, JsonFindAnswer, JsonFindQuestion, JsonQuestion } from '../table/jsonTypes';
import {
  type Figures,
  type FindAnswer,
  type FindCountAnswer,
  type FindCountQuestion,
  type FindQuestion,
  type GapsAnswer,
  type PageAnswer,
  type PageQuestion,
  type RecordAnswer,
  type ValuesAnswer,
  type ValuesQuestion,
} from '../table/tableTypes';
import { operatorNames } from '../table/filter/filterOperators';

/** A question of the view and the shape of its answer, by kind. */
export interface ViewQuestions {
  rows: { question: PageQuestion; answer: PageAnswer };
  /** The nearest cell of the asked rows and columns that contains the text. */
  find: { question: FindQuestion; answer: FindAnswer };
  /** How many cells contain the text; counted on where it was asked before. */
  findCount: { question: FindCountQuestion; answer: FindCountAnswer };
  /** The record that a row was read from; `row` counts in the unsorted table. */
  record: { question: { row: number }; answer: RecordAnswer };
  /** Of the numbers in the asked rows and columns. */
  figures: { question: PageQuestion; answer: Figures };
  /** The values of a column of texts and how often each occurs. */
  values: { question: ValuesQuestion; answer: ValuesAnswer };
  /** The missing intervals of time series, at most `most` of them. */
  gaps: { question: { most: number }; answer: GapsAnswer };
  chart: { question: ChartQuestion; answer: Chart };
  json: { question: JsonQuestion; answer: JsonAnswer };
  jsonFind: { question: JsonFindQuestion; answer: JsonFindAnswer };
}
export type ViewQuestionKind = keyof ViewQuestions;

export type ViewQuestion = {
  [Kind in ViewQuestionKind]: { kind: Kind; question: ViewQuestions[Kind]['question'] };
}[ViewQuestionKind];

/** A result that is drawn into the chart of another. */
export interface OverlaidResult {
  readonly result: string;
  /** What tells its series from the others: "28 Mar 2026". */
  readonly label: string;
  /** How many delivery days it lies after the one whose chart it is drawn into; see `daysBetween`. */
  readonly days: number;
}

/** What the host knows of the result that a tab shows, and the view has no say in. */
export interface HostAdditions {
  /** What the query asked for: findings and gaps are held against it. */
  readonly asked: Asked;
  readonly plan: ChartPlan;
  readonly overlays: readonly OverlaidResult[];
}

interface Entry<Kind extends ViewQuestionKind> {
  /** What the host lets through: the view is outside data. */
  readonly shape: v.GenericSchema<unknown, ViewQuestions[Kind]['question']>;
  readonly adds: readonly (keyof HostAdditions)[];
  /**
   * Given where the work may take long and a person waits for the newest question of the kind only:
   * what this one is about. One about something else gives up what is under way.
   */
  readonly subject?: (question: ViewQuestions[Kind]['question']) => unknown;
  /** Of a result whose response had no body. */
  readonly empty: ViewQuestions[Kind]['answer'];
}

/** One screen holds fewer; a page stays well below a megabyte. */
const maxPage = 2000;

const index = v.pipe(v.number(), v.integer(), v.minValue(0));
const finite = v.pipe(v.number(), v.finite());
const searched = v.pipe(v.string(), v.maxLength(1000));
const pixels = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000));

const range = { from: v.exactOptional(index), to: v.exactOptional(index) };

/** Which rows, sorted how, and which of their columns. */
const selection = {
  sort: v.exactOptional(v.array(v.object({ column: v.string(), descending: v.exactOptional(v.boolean()) }))),
  filter: v.exactOptional(
    v.array(
      v.object({
        column: v.string(),
        op: v.picklist(operatorNames),
        value: v.union([v.string(), v.number(), v.boolean(), v.null()]),
      }),
    ),
  ),
  columns: v.exactOptional(v.array(v.string())),
  finding: v.exactOptional(v.object({ kind: v.picklist(findingKinds), of: v.exactOptional(v.string()) })),
};

const soughtText = {
  ...selection,
  text: searched,
  zone: v.pipe(v.string(), v.check(isTimeZone)),
};

const itself = (question: unknown) => question;

export const viewQuestions = {
  rows: {
    shape: v.pipe(
      v.object({ ...range, ...selection }),
      v.check(({ from = 0, to = Number.NaN }) => to - from <= maxPage),
    ),
    adds: ['asked'],
    // All pages of the same rows are wanted; whoever scrolls in others waits for these no longer.
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
    shape: v.object({ ...range, ...selection }),
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
    }),
    adds: ['asked', 'plan', 'overlays'],
    subject: itself,
    empty: { kind: 'series', from: Number.NaN, to: Number.NaN, series: [], omitted: 0 },
  },
  json: {
    shape: v.object({ ...range, start: v.exactOptional(index), end: v.exactOptional(index) }),
    adds: [],
    empty: { nodes: [], total: 0, more: false },
  },
  jsonFind: {
    shape: v.object({ text: searched, after: index }),
    adds: [],
    subject: itself,
    empty: { match: null },
  },
} satisfies { readonly [Kind in ViewQuestionKind]: Entry<Kind> };

/** A question of the view as the thread gets it. */
export type ThreadForm<Kind extends ViewQuestionKind> = ViewQuestions[Kind]['question'] &
  Pick<HostAdditions, (typeof viewQuestions)[Kind]['adds'][number]>;

export const viewQuestionKinds = Object.keys(viewQuestions) as ViewQuestionKind[];

/** The entry of one kind, as the compiler follows it where the kind is open. */
export const viewQuestionOf = <Kind extends ViewQuestionKind>(kind: Kind): Entry<Kind> => {
  const entries: { readonly [Each in ViewQuestionKind]: Entry<Each> } = viewQuestions;
  return entries[kind];
};
