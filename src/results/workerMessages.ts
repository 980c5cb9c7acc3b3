import type { ComparisonSummary } from '../market/datasets/comparisonSummary';
import type { ChartPlan } from '../market/datasets/dataset';
import type { Finding } from '../market/integrity/findings';
import type { ExportFormat } from '../exports/formats';
import type { Asked } from '../market/integrity/integrity';
import type { RecordKind } from '../market/records/recordKinds';
import type { Verdict } from '../table/body/bodyReader';
import type { Chart, JudgedChartQuestion } from '../table/chartTypes';
import type { CompareQuestion } from '../table/compare/compare';
import type { JsonAnswer, JsonFindAnswer, JsonFindQuestion, JsonQuestion } from '../table/jsonTypes';
import type {
  FindAnswer,
  FindCountAnswer,
  FindCountQuestion,
  Figures,
  FindQuestion,
  GapsAnswer,
  JudgedPageQuestion,
  PageAnswer,
  RecordAnswer,
  RowsAnswer,
  RowsQuestion,
  ShownColumn,
  ValuesAnswer,
  ValuesQuestion,
} from '../table/tableTypes';

/** What is known of a result's table at some moment. */
export interface TableState {
  records: number;
  rows: number;
  /** Body after decompression. */
  bytes: number;
  /** Memory of the columns, about. */
  memory: number;
  columns: ShownColumn[];
}

/** A result that is drawn into the chart of another. */
export interface OverlaidResult {
  readonly result: string;
  /** What tells its series from the others: "28 Mar 2026". */
  readonly label: string;
  /** How many delivery days it lies behind the one whose chart it is drawn into; see `daysBetween`. */
  readonly days: number;
}

/** Everything the thread answers, by kind. Answers are bounded by what the question asks for. */
export interface WorkerQuestions {
  /** For callers: cells as values. */
  rows: { question: RowsQuestion; answer: RowsAnswer };
  /** For the eye: numbers as the service wrote them. */
  page: { question: JudgedPageQuestion; answer: PageAnswer };
  /** The nearest cell of the asked rows and columns that contains the text. */
  find: { question: FindQuestion & { asked?: Asked }; answer: FindAnswer };
  /** How many cells contain the text; counted on where it was asked before. */
  findCount: { question: FindCountQuestion & { asked?: Asked }; answer: FindCountAnswer };
  /** The record behind a row, which is given by its place in the unsorted table. */
  record: { question: { row: number }; answer: RecordAnswer };
  /** Of the numbers in the asked rows and columns. */
  figures: { question: JudgedPageQuestion; answer: Figures };
  /** The values of a column of texts and how often each occurs. */
  values: { question: ValuesQuestion; answer: ValuesAnswer };
  chart: {
    question: JudgedChartQuestion & { plan: ChartPlan; with?: readonly OverlaidResult[] };
    answer: Chart;
  };
  json: { question: JsonQuestion; answer: JsonAnswer };
  jsonFind: { question: JsonFindQuestion; answer: JsonFindAnswer };
  integrity: { question: Asked; answer: Finding[] };
  /** The missing intervals of time series, at most `most` of them. */
  gaps: { question: { asked: Asked; most: number }; answer: GapsAnswer };
  /** Makes a table of this result and the second one, and keeps it as a result of the id `as`. */
  compare: {
    question: CompareQuestion & { second: string; as: string };
    answer: { state: TableState; summary: ComparisonSummary };
  };
  /** Writes the result into a new file at `path`; answers with its size in bytes. */
  export: { question: { format: ExportFormat; path: string }; answer: number };
}
export type WorkerQuestionKind = keyof WorkerQuestions;

export type WorkerQuestion = {
  [Kind in WorkerQuestionKind]: { about: Kind; question: WorkerQuestions[Kind]['question'] };
}[WorkerQuestionKind];

export type ToWorker =
  | {
      kind: 'open';
      result: string;
      record: RecordKind;
      encoding: 'gzip' | 'identity';
      /** File that keeps the decompressed body. */
      spool: string;
      maxTableBytes: number;
    }
  | { kind: 'chunk'; result: string; bytes: ArrayBuffer }
  /** `complete` is false where the connection broke off or the person cancelled. */
  | { kind: 'end'; result: string; complete: boolean }
  /** Reads a body that an earlier session left in its spool file. */
  | { kind: 'load'; result: string; record: RecordKind; spool: string; maxTableBytes: number }
  /** Forgets the result and deletes its spool file. */
  | { kind: 'close'; result: string }
  | ({ kind: 'ask'; ask: number; result: string } & WorkerQuestion)
  | { kind: 'abort'; ask: number };

export type FromWorker =
  /** One chunk has been read: another may be sent. */
  | { kind: 'consumed'; result: string }
  | {
      kind: 'progress';
      result: string;
      state: TableState;
      /** The bytes are beyond saving. */ hopeless: boolean;
    }
  | { kind: 'ended'; result: string; state: TableState; verdict: Verdict }
  /** The result cannot be kept or read again; `message` is for the log. */
  | { kind: 'lost'; result: string; message: string }
  | { kind: 'answer'; ask: number; answer: WorkerQuestions[WorkerQuestionKind]['answer'] }
  | { kind: 'refusal'; ask: number; message: string }
  | { kind: 'exportProgress'; ask: number; rows: number };
