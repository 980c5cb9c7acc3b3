/**
 * The typed protocol between the editor's host and the result view. Data flows one way: the view
 * asks for what it can see, the host answers; nothing bigger than a megabyte crosses. Both ends
 * check `version` and drop what they do not know.
 */
import type { Connection } from './market/connection';
import type { ChartPlan } from './market/dataset';
import type { ExportFormat, SnippetTarget } from './market/formats';
import type { IntegritySummary } from './market/integrity';
import type { Advice, Outcome } from './market/outcome';
import type { RequestFacts } from './market/requestFacts';
import type { Chart, ChartQuestion } from './table/chartTypes';
import type { JsonAnswer, JsonFindAnswer, JsonFindQuestion, JsonQuestion } from './table/jsonTypes';
import type {
  ColumnChoice,
  Figures,
  FindAnswer,
  FindQuestion,
  PageAnswer,
  RecordAnswer,
  RowsQuestion,
  ShownColumn,
} from './table/tableTypes';

export const protocolVersion = 1;

export const views = ['chart', 'table', 'json', 'request'] as const;
export type View = (typeof views)[number];

/** Where a query stands. `gone` is a result dropped from memory or lost in a reload: run it again. */
export type Phase =
  | { kind: 'asking' }
  | { kind: 'waiting'; untilEpochMs: number; reason: string }
  | { kind: 'receiving' }
  | { kind: 'ended'; outcome: Outcome; advice: Advice }
  | { kind: 'gone' };

/** Everything the view shows besides rows, pictures and JSON. Always sent whole. */
export interface ResultState {
  id: string;
  dataset: {
    id: string;
    title: string;
    summary: string;
    chart: ChartPlan;
    mainColumns: readonly string[];
    recordNoun: readonly [string, string];
  };
  connection: Connection['name'];
  /** True for the sample service: the data must be labelled as samples. */
  sample: boolean;
  /** As sent; times in RFC 3339 UTC. */
  parameters: { name: string; label: string; value: string }[];
  phase: Phase;
  records: number;
  rows: number;
  columns: ShownColumn[];
  /** What was last remembered for the dataset, or `null`: its own order, nothing hidden. */
  columnChoice: ColumnChoice | null;
  bytes: number;
  wireBytes: number;
  /** Body size the service announced, where it did. */
  expectedWireBytes: number | null;
  startedEpochMs: number;
  timings: { firstByteMs: number; firstRowsMs: number; totalMs: number };
  integrity: IntegritySummary | null;
  request: RequestFacts;
  /** Grows with every change of the rows; answers of an older revision are stale. */
  revision: number;
  /** IANA zone, or `UTC`, in which times are shown. `local` is resolved by the host. */
  timeZone: string;
  timeZones: string[];
  defaultView: View;
}

/** A question and the shape of its answer, by kind. */
export interface Questions {
  rows: { question: RowsQuestion; answer: PageAnswer };
  find: { question: FindQuestion; answer: FindAnswer };
  record: { question: { row: number }; answer: RecordAnswer };
  figures: { question: RowsQuestion; answer: Figures };
  chart: { question: ChartQuestion; answer: Chart };
  json: { question: JsonQuestion; answer: JsonAnswer };
  jsonFind: { question: JsonFindQuestion; answer: JsonFindAnswer };
}
export type QuestionKind = keyof Questions;

export type Question = {
  [Kind in QuestionKind]: { kind: Kind; question: Questions[Kind]['question'] };
}[QuestionKind];

export type ToView =
  | { version: number; kind: 'state'; state: ResultState }
  | { version: number; kind: 'show'; view: View }
  | { version: number; kind: 'answer'; ask: number; answer: Questions[QuestionKind]['answer'] }
  | { version: number; kind: 'refusal'; ask: number; message: string };

/** What a person did in the view. None of these carries data of the result but the drawn picture. */
export type ViewAction =
  | { kind: 'runAgain' }
  | { kind: 'editQuery' }
  | { kind: 'cancel' }
  | { kind: 'signIn' }
  | { kind: 'showLog' }
  | { kind: 'export'; format: ExportFormat }
  | { kind: 'copyAs'; target: SnippetTarget }
  | { kind: 'copyText'; text: string }
  | { kind: 'openDocument' }
  | { kind: 'timeZone'; zone: string }
  | { kind: 'columns'; choice: ColumnChoice }
  | { kind: 'savePicture'; png: Uint8Array };

export type FromView =
  | { version: number; kind: 'ready' }
  | ({ version: number; kind: 'ask'; ask: number } & { asked: Question })
  | { version: number; kind: 'act'; action: ViewAction };
