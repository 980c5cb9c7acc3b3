/**
 * The typed protocol between the editor's host and the result view. Data flows one way: the view
 * asks for what it can see, the host answers; nothing bigger than a megabyte crosses. Both ends
 * check `version` and drop what they do not know.
 */
import type { Connection } from './request/connection';
import type { ChartPlan } from './market/datasets/dataset';
import type { Finding } from './market/integrity/findings';
import type { ExportFormat, SnippetTarget } from './exports/formats';
import type { LikelyReason } from './market/integrity/likelyReasons';
import type { Advice, Outcome } from './request/outcome';
import type { RequestTrace } from './request/requestTrace';
import type { Counted } from './text/l10n';
import type { Chart, ChartQuestion } from './table/chartTypes';
import type { JsonAnswer, JsonFindAnswer, JsonFindQuestion, JsonQuestion } from './table/jsonTypes';
import type {
  ColumnChoice,
  Figures,
  FindAnswer,
  FindCountAnswer,
  FindCountQuestion,
  FindQuestion,
  GapsAnswer,
  PageAnswer,
  PageQuestion,
  RecordAnswer,
  ShownColumn,
  ValuesAnswer,
  ValuesQuestion,
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

/** As sent; times in RFC 3339 UTC. */
export interface ShownParameter {
  name: string;
  label: string;
  value: string;
}

/** A zone of the switch and what a person reads: "Europe/Oslo · market time". */
export interface OfferedZone {
  zone: string;
  label: string;
}

/** Everything the view shows besides rows, pictures and JSON. Always sent whole. */
export interface ResultState {
  id: string;
  dataset: {
    id: string;
    title: string;
    summary: string;
    chart: ChartPlan;
    mainColumns: readonly string[];
    countedRecords: Counted;
  };
  connection: Connection['name'];
  /** True for the sample service: the data must be labelled as samples. */
  sample: boolean;
  /** As sent; times in RFC 3339 UTC. */
  parameters: ShownParameter[];
  phase: Phase;
  records: number;
  rows: number;
  columns: ShownColumn[];
  /** What was last remembered for such a table, or `null`: its own order, nothing hidden. */
  columnChoice: ColumnChoice | null;
  bytes: number;
  wireBytes: number;
  /** Body size the service announced, where it did. */
  expectedWireBytes: number | null;
  startedEpochMs: number;
  timings: { firstByteMs: number; firstRowsMs: number; totalMs: number };
  /** How the answer relates to the question; `null` while nobody has looked. */
  integrity: readonly Finding[] | null;
  /** Why there is nothing, where the answer holds none; likeliest first. */
  likelyReasons: readonly LikelyReason[];
  request: RequestTrace;
  /** Where two results were held against each other: what came of it, and the two. */
  comparison: {
    sentence: string;
    originals: readonly { label: string; parameters: ShownParameter[]; request: RequestTrace }[];
  } | null;
  /** Other results in the chart, by id, and what tells each from this one. */
  overlays: readonly { result: string; label: string }[];
  /** Grows with every change of the rows; answers of an older revision are stale. */
  revision: number;
  /** IANA zone, or `UTC`, in which times are shown. `local` is resolved by the host. */
  timeZone: string;
  /** What the zone switch offers; any other is asked for by `otherZone`. */
  timeZones: OfferedZone[];
  defaultView: View;
}

/** A question and the shape of its answer, by kind. */
export interface Questions {
  rows: { question: PageQuestion; answer: PageAnswer };
  find: { question: FindQuestion; answer: FindAnswer };
  findCount: { question: FindCountQuestion; answer: FindCountAnswer };
  record: { question: { row: number }; answer: RecordAnswer };
  figures: { question: PageQuestion; answer: Figures };
  values: { question: ValuesQuestion; answer: ValuesAnswer };
  gaps: { question: { most: number }; answer: GapsAnswer };
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
  /** The same dataset with other parameters, in the same tab. */
  | { kind: 'runInstead'; parameters: Readonly<Record<string, string>> }
  | { kind: 'cancel' }
  | { kind: 'signIn' }
  | { kind: 'editConnection' }
  | { kind: 'showLog' }
  | { kind: 'export'; format: ExportFormat }
  | { kind: 'copyAs'; target: SnippetTarget }
  | { kind: 'copyText'; text: string }
  | { kind: 'openDocument' }
  | { kind: 'compare' }
  /** One of the two results a comparison was made of, by its place. */
  | { kind: 'openOriginal'; place: 0 | 1 }
  | { kind: 'addToChart' }
  | { kind: 'removeFromChart'; result: string }
  | { kind: 'timeZone'; zone: string }
  | { kind: 'otherZone' }
  | { kind: 'columns'; choice: ColumnChoice }
  | { kind: 'savePicture'; png: Uint8Array };

export type FromView =
  | { version: number; kind: 'ready' }
  | ({ version: number; kind: 'ask'; ask: number } & { asked: Question })
  | { version: number; kind: 'act'; action: ViewAction };
