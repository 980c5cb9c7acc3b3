import type { ComparisonSummary } from '../market/datasets/comparisonSummary';
import type { Finding } from '../market/integrity/findings';
import type { ExportOrder, Origin } from './exportOrder';
import type { ChartPlan } from '../market/datasets/dataset';
import type { Asked, AskedPeriod } from '../market/integrity/integrity';
import type { Finality, Placement } from '../market/records/dayFacts';
import type { RecordKind } from '../market/records/recordKinds';
import type { Period } from '../market/time/deliveryDay';
import type {
  ColumnFacts,
  ColumnExpectation,
  SeriesFigures,
  SeriesFiguresQuestion,
  WholeDayFigures,
  WholeDayFiguresQuestion,
} from './figureTypes';
import type { TableForm, RowsQuestion } from './rowsQuestion';
import type { Extent, RowsAnswer, ShownColumn } from './tableTypes';
import type { ViewQuestions } from './viewQuestions';

/** The state of a result's table at a certain time. */
export interface TableState {
  records: number;
  rows: number;
  /** Bytes of the body after decompression. */
  bytes: number;
  /** Approximate memory of the columns, in bytes. */
  memory: number;
  columns: ShownColumn[];
  /** The encoding of the body if it isn't UTF-8. It's stored as UTF-8. */
  charset?: Charset;
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

/** What the host knows about the result of a question; the view can't change it. */
export interface KnownOfResult {
  /** What was requested by the query, for computing findings and gaps. */
  readonly asked: Asked;
  readonly plan: ChartPlan;
  readonly overlays: readonly OverlaidResult[];
  /** Whether all rows have arrived, so that a time without any is a gap. */
  readonly judged: boolean;
}

/** For questions that aren't about what was requested. */
export const nothingKnown: KnownOfResult = {
  asked: { start: null, end: null, values: [] },
  plan: 'steps',
  overlays: [],
  judged: false,
};

/** Every question to the thread and its answer, by kind. Its size is bounded by the question. */
export interface ThreadQuestions extends ViewQuestions {
  /** Rows for callers: cells are values, whereas the view gets numbers as the service wrote them. */
  typedRows: { question: RowsQuestion & TableForm; answer: RowsAnswer };
  integrity: { question: Record<string, never>; answer: Finding[] };
  /** See `seriesFigures`. */
  seriesFigures: { question: Omit<SeriesFiguresQuestion, 'asked'>; answer: SeriesFigures };
  /** See `wholeDayFigures`. */
  wholeDayFigures: { question: Omit<WholeDayFiguresQuestion, 'asked'>; answer: WholeDayFigures };
  /** Columns, by key, compared with their expected values; `null` for a column that doesn't exist. */
  columnFacts: {
    question: { columns: readonly (readonly [key: string, expected: ColumnExpectation])[] };
    answer: (ColumnFacts | null)[];
  };
  /** See `fingerprintOf`. */
  fingerprint: { question: Record<string, never>; answer: { fingerprint: string } };
  /** Compares this result with the second one and keeps the table as a result with the id `as`. */
  compare: {
    question: CompareQuestion & { second: string; as: string };
    answer: { state: TableState; summary: ComparisonSummary };
  };
  /** Writes the result to a new file at `path`, which is hashed if its provenance is saved, too. */
  export: {
    question: {
      order: ExportOrder;
      path: string;
      origin: Origin;
      /** For a response without a body, which the thread doesn't have: its record kind. */
      empty?: RecordKind;
    };
    answer: ExportedFile;
  };
  /** Writes a delivery day from several responses to a new file; the result is one of them. */
  dayFile: { question: DayFileQuestion; answer: WrittenDay };
}

export interface DayFileQuestion {
  /** JSON only if there is a single response; it's the body as received. */
  format: 'parquet' | 'ndjson' | 'json';
  path: string;
  /** For the records as they were sent, compressed; not for JSON, which has them itself. */
  responsePath?: string | undefined;
  record: RecordKind;
  /** The whole delivery day. */
  day: Period;
  origin: Origin;
  /** The responses in order of time, each with the period that was requested, and what it's compared with. */
  pieces: readonly { readonly result: string; readonly period: Period; readonly asked: Asked }[];
  /**
   * The columns that the range's files have, by the names that the service sent; `undefined` if this is the first
   * file, which then settles them.
   */
  columns?: readonly string[] | undefined;
}

/** The files of a delivery day. */
export interface WrittenDay extends ExportedFile {
  /** The file with the records as they were sent. */
  response?: Pick<ExportedFile, 'bytes' | 'sha256'>;
  /** Of the rows, see `rowsHash`. */
  fingerprint: string;
  placement: Placement;
  /** For series only. */
  finality?: Finality;
  /** How each response, in their order, differs from what was asked. */
  findings: readonly (readonly Finding[])[];
  /** The columns that the range's files have from now on, by the names that the service sent; none in JSON. */
  columns: readonly string[];
}

/** The content of a written file. */
export interface ExportedFile extends Extent {
  bytes: number;
  /** Hash of the file in lowercase hexadecimal; empty unless it was requested. */
  sha256: string;
}

export type ThreadQuestionKind = keyof ThreadQuestions;

export type ThreadQuestion<Kind extends ThreadQuestionKind = ThreadQuestionKind> = {
  [Each in Kind]: { about: Each; question: ThreadQuestions[Each]['question'] };
}[Kind];

/** The byte between two bodies that are read as one. No JSON contains it: in a text, it's escaped. */
export const betweenBodies = 0x1e;

/** What the thread must know to read a body. */
interface BodyToRead {
  result: string;
  record: RecordKind;
  isSingle?: boolean | undefined;
  maxTableBytes: number;
}

export type ToWorker =
  | ({
      kind: 'open';
      encoding: 'gzip' | 'identity';
      /** The character encoding that the service stated; `null` if only the bytes can tell. */
      charset: string | null;
      /** The file for the decompressed body; `undefined` if nobody will ask for it. */
      spool?: string | undefined;
      /** Whether the body has that file only if it's large, because the result is discarded soon. */
      isBrief?: boolean | undefined;
      /** See `BodyForm`. */
      isCounted?: boolean | undefined;
      isSeveral?: boolean | undefined;
    } & BodyToRead)
  | { kind: 'chunk'; result: string; bytes: ArrayBuffer }
  /** `complete` is false if the connection was interrupted or the query was canceled. */
  | { kind: 'end'; result: string; complete: boolean }
  /** Reads a body from an earlier session's spool file. */
  | ({ kind: 'load'; spool: string } & BodyToRead)
  /** Discards the result and deletes its spool file. */
  | { kind: 'close'; result: string }
  | ({ kind: 'ask'; ask: number; result: string; known: KnownOfResult } & ThreadQuestion)
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
      /** Whether the rest of the body can't be read. */
      hopeless: boolean;
    }
  | { kind: 'ended'; result: string; state: TableState; verdict: Verdict }
  /** The result needs this memory (in bytes) since its table is held in another form, too. */
  | { kind: 'grown'; result: string; memory: number }
  /** The result can't be stored or read again; `message` is ready to display. */
  | { kind: 'lost'; result: string; message: string }
  | { kind: 'answer'; ask: number; answer: ThreadQuestions[ThreadQuestionKind]['answer'] }
  | { kind: 'refusal'; ask: number; message: string }
  /** How many rows an export has written. */
  | { kind: 'askProgress'; ask: number; done: number };
export interface CompareQuestion {
  readonly record: RecordKind;
  /** How many delivery days the second is after the first; with 0, rows are joined by instant. */
  readonly days: number;
  /** Column headers of the two values and their difference: "NO1", "SE3", "SE3 minus NO1". */
  readonly titles: readonly [first: string, second: string, difference: string];
  /** Whether the rows say what changed. Two days or two areas differ everywhere, which isn't a change. */
  readonly tellsChanges: boolean;
  /**
   * Whether each side has only some rows of its response; by default, neither has. Rows that such a side
   * lacks are left out.
   */
  readonly parts?: readonly [first: boolean, second: boolean];
  /**
   * Whether prices, volumes, and ids of one side were replaced; by default, they weren't. If they were, rows
   * are matched by what was kept, and nothing is subtracted.
   */
  readonly areValuesReplaced?: boolean;
  /** Approximate limit for the memory of the table, in bytes. */
  readonly maxTableBytes: number;
}

/** The result of reading a body. */
export type Verdict =
  | { kind: 'records' }
  /** An empty array, or a JSON string of at most 64 kB in place of data (docs/api.md, "Response cases"). */
  | { kind: 'noData'; message?: string }
  /**
   * Not in the dataset's format, or interrupted. Rows up to that point are kept. `words` are the service's own
   * (`wordsOf`), if it sent an error in place of data. `data` is the beginning of data that was serialized twice.
   */
  | { kind: 'broken'; message: string; words?: string; data?: string };
/** The character encodings other than UTF-8 that are read. */
export type Charset = 'UTF-16' | 'Windows-1252';
