import type { ComparisonSummary } from '../market/datasets/comparisonSummary';
import type { Finding } from '../market/integrity/findings';
import type { Origin } from '../exports/exportSource';
import type { ExportFormat } from '../exports/formats';
import type { Asked } from '../market/integrity/integrity';
import type { RecordKind } from '../market/records/recordKinds';
import type { Period } from '../market/time/deliveryDay';
import type { Verdict } from '../table/body/bodyReader';
import type { CompareQuestion } from '../table/compare/compare';
import type { ColumnFacts, ExpectedValues } from '../table/integrity/breaches';
import type { SeriesFigures, SeriesFiguresQuestion } from '../table/integrity/seriesFigures';
import type { Untold } from '../table/integrity/untold';
import type { Quantiles, QuantilesQuestion } from '../table/rows/quantiles';
import type { ChosenRows, Extent, RowsAnswer, RowsQuestion, ShownColumn } from '../table/tableTypes';
import type { ThreadForm, ViewQuestionKind, ViewQuestions } from './viewQuestions';

/** The state of a result's table at some moment. */
export interface TableState {
  records: number;
  rows: number;
  /** Body after decompression. */
  bytes: number;
  /** Memory of the columns, approximate. */
  memory: number;
  columns: ShownColumn[];
}

/** The view's questions as the thread receives them, including what the host adds. */
type QuestionsOfView = {
  [Kind in ViewQuestionKind]: { question: ThreadForm<Kind>; answer: ViewQuestions[Kind]['answer'] };
};

/** Every response of the thread, by kind. Its size is bounded by the question. */
export interface ThreadQuestions extends QuestionsOfView {
  /** Rows for callers: cells are values, whereas the view gets numbers as the service wrote them. */
  typedRows: { question: RowsQuestion; answer: RowsAnswer };
  integrity: { question: Asked; answer: Finding[] };
  /** What the findings leave open. */
  untold: { question: Asked; answer: Untold };
  /** See `seriesFigures`. */
  seriesFigures: { question: SeriesFiguresQuestion; answer: SeriesFigures };
  /** See `quantilesOf`. */
  quantiles: { question: QuantilesQuestion; answer: Quantiles };
  /** Columns, by key, compared with what their values should be; `null` for a column that isn't there. */
  columnFacts: {
    question: { columns: readonly (readonly [key: string, expected: ExpectedValues])[] };
    answer: (ColumnFacts | null)[];
  };
  /** See `fingerprintOf`. */
  fingerprint: { question: Record<string, never>; answer: { fingerprint: string } };
  /** Compares this result with the second one and keeps the table as a result with the id `as`. */
  compare: {
    question: CompareQuestion & { second: string; as: string };
    answer: { state: TableState; summary: ComparisonSummary };
  };
  /** Writes the result to a new file at `path`. */
  export: { question: ExportQuestion; answer: ExportedFile };
  /** Writes a delivery day of several responses to a new file; the result is one of them. */
  dayFile: { question: DayFileQuestion; answer: ExportedFile };
  /** Reads files of delivery days into one table and keeps it as a result with the id `as`. */
  range: { question: RangeQuestion; answer: RangeAnswer };
}

export interface RangeQuestion {
  as: string;
  record: RecordKind;
  format: DayFileQuestion['format'];
  /** In order. The paths are on this machine. */
  days: readonly { readonly day: string; readonly paths: readonly string[] }[];
  maxTableBytes: number;
}

/** Nothing is kept if it's too large; then this is the first day that doesn't fit. */
export type RangeAnswer = { readonly state: TableState } | { readonly tooLarge: string };

export interface DayFileQuestion {
  /** JSON only of one response: its body as received. */
  format: 'parquet' | 'ndjson' | 'json';
  path: string;
  record: RecordKind;
  origin: Origin;
  /** The responses in order of time, and what each request asked for. */
  pieces: readonly { readonly result: string; readonly period: Period }[];
}

/** What was written to a file. */
export interface ExportedFile extends Extent {
  bytes: number;
  /** Of the file, lower-case hexadecimal; empty if it isn't `isHashed`. */
  sha256: string;
}

/** Values are replaced; the same seed gives the same ones for the same query. */
export interface SeededValues {
  seed: number;
}

export interface ExportQuestion {
  format: ExportFormat;
  path: string;
  /** The rows to write, and for a table their columns; without it everything, and the body as received. */
  rows?: ChosenRows | undefined;
  /** Replaces what is licensed in a response, for JSON; see `seededBody`. */
  values?: SeededValues | undefined;
  /** See `ExportOptions`. */
  formulaGuard?: boolean | undefined;
  /** Whether the file's hash is wanted, as for its provenance. */
  isHashed?: boolean | undefined;
  origin: Origin;
  /** For a response without a body, which the thread doesn't know: its record kind. */
  empty?: RecordKind;
}

export type ThreadQuestionKind = keyof ThreadQuestions;

export type ThreadQuestion = {
  [Kind in ThreadQuestionKind]: { about: Kind; question: ThreadQuestions[Kind]['question'] };
}[ThreadQuestionKind];

export type ToWorker =
  | {
      kind: 'open';
      result: string;
      record: RecordKind;
      encoding: 'gzip' | 'identity';
      /** The file for the decompressed body. */
      spool: string;
      maxTableBytes: number;
    }
  | { kind: 'chunk'; result: string; bytes: ArrayBuffer }
  /** `complete` is false if the connection was interrupted or the query was cancelled. */
  | { kind: 'end'; result: string; complete: boolean }
  /** Reads a body from an earlier session's spool file. */
  | { kind: 'load'; result: string; record: RecordKind; spool: string; maxTableBytes: number }
  /** Discards the result and deletes its spool file. */
  | { kind: 'close'; result: string }
  | ({ kind: 'ask'; ask: number; result: string } & ThreadQuestion)
  | { kind: 'abort'; ask: number };

export type FromWorker =
  /** One chunk has been read, so another can be sent. */
  | { kind: 'consumed'; result: string }
  /** The body of a closed result is deleted. */
  | { kind: 'closed'; result: string }
  | {
      kind: 'progress';
      result: string;
      state: TableState;
      /** The body can't be read. */
      hopeless: boolean;
    }
  | { kind: 'ended'; result: string; state: TableState; verdict: Verdict }
  /** The result can't be stored or read again; `message` is ready to display. */
  | { kind: 'lost'; result: string; message: string }
  | { kind: 'answer'; ask: number; answer: ThreadQuestions[ThreadQuestionKind]['answer'] }
  | { kind: 'refusal'; ask: number; message: string }
  /** How far the work on a question is: in rows written, or in days read. */
  | { kind: 'askProgress'; ask: number; done: number };
