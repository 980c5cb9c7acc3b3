import type { ComparisonSummary } from '../market/datasets/comparisonSummary';
import type { Finding } from '../market/integrity/findings';
import type { ExportFormat } from '../exports/formats';
import type { Asked } from '../market/integrity/integrity';
import type { RecordKind } from '../market/records/recordKinds';
import type { Verdict } from '../table/body/bodyReader';
import type { CompareQuestion } from '../table/compare/compare';
import type { RowsAnswer, RowsQuestion, ShownColumn } from '../table/tableTypes';
import type { ThreadForm, ViewQuestionKind, ViewQuestions } from './viewQuestions';

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

/** The questions of the view as the thread gets them: with what the host adds. */
type QuestionsOfView = {
  [Kind in ViewQuestionKind]: { question: ThreadForm<Kind>; answer: ViewQuestions[Kind]['answer'] };
};

/** Everything the thread answers, by kind. Answers are bounded by what the question asks for. */
export interface ThreadQuestions extends QuestionsOfView {
  /** Rows for callers: cells as values, where the view gets numbers as the service wrote them. */
  typedRows: { question: RowsQuestion; answer: RowsAnswer };
  integrity: { question: Asked; answer: Finding[] };
  /** Makes a table of this result and the second one, and keeps it as a result of the id `as`. */
  compare: {
    question: CompareQuestion & { second: string; as: string };
    answer: { state: TableState; summary: ComparisonSummary };
  };
  /** Writes the result into a new file at `path`; answers with its size in bytes. */
  export: { question: { format: ExportFormat; path: string }; answer: number };
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
  | ({ kind: 'ask'; ask: number; result: string } & ThreadQuestion)
  | { kind: 'abort'; ask: number };

export type FromWorker =
  /** One chunk has been read: another may be sent. */
  | { kind: 'consumed'; result: string }
  | {
      kind: 'progress';
      result: string;
      state: TableState;
      /** The bytes are beyond saving. */
      hopeless: boolean;
    }
  | { kind: 'ended'; result: string; state: TableState; verdict: Verdict }
  /** The result cannot be kept or read again; `message` is for the log. */
  | { kind: 'lost'; result: string; message: string }
  | { kind: 'answer'; ask: number; answer: ThreadQuestions[ThreadQuestionKind]['answer'] }
  | { kind: 'refusal'; ask: number; message: string }
  | { kind: 'exportProgress'; ask: number; rows: number };
