/**
 * The typed protocol between the extension host and the result view. Data flows one way: the view
 * requests what it can show, and the host responds, so a message is small however large the result is,
 * unless a single value is large. Both ends ignore unknown messages.
 */
import * as v from 'valibot';
import type { Connection } from '../request/connection';
import type { ChartPlan } from '../market/datasets/dataset';
import type { Finding, FindingKey } from '../market/integrity/findings';
import type { ExportChoice, ExportOrder, ExportPreset } from './exportOrder';
import { copyLanguages } from './codeTargets';
import type { ExportFormat } from './formats';
import type { LikelyReason } from '../market/integrity/likelyReasons';
import type { Advice, Outcome } from '../request/outcome';
import type { OpenedFile } from './openedFile';
import type { RequestTrace } from '../request/requestTrace';
import type { Source } from './source';
import type { RetryWait } from '../request/retryWait';
import type { ViewQuestion, ViewQuestions } from './viewQuestions';
import type { Chart } from './chartTypes';
import { columnChoiceShape, type ColumnChoice, type ShownColumn } from './tableTypes';
import type { Filter } from './rowsQuestion';

export const views = ['chart', 'table', 'days', 'json', 'request'] as const;
export type View = (typeof views)[number];

/**
 * The progress of a query. `gone` is a result discarded from memory or lost in a reload; it can be
 * run again.
 */
export type Phase =
  | { kind: 'asking' }
  /** `reason` is the service's message or ours, as one line. */
  | ({ kind: 'waiting'; reason: string } & RetryWait)
  | { kind: 'receiving' }
  | { kind: 'ended'; outcome: Outcome; advice: Advice }
  /** Discarded from memory, or lost with the thread. */
  | { kind: 'gone' };

/** As sent; times in RFC 3339 UTC. */
export interface ShownParameter {
  name: string;
  label: string;
  value: string;
}

/** A part of the query, such as its period, which a person can change by itself. */
export interface ShownPart {
  /** Names the part in actions. */
  name: string;
  label: string;
  /** "29 Mar 2026", "NO1, SE3"; empty if it was left out. */
  text: string;
  /** Whether the text tells what it is without its label. */
  needsNoName: boolean;
  /** The parameters as sent: "startTime=… endTime=…". */
  sent: string;
}

/** A time zone in the list and its label: "Europe/Oslo · market time". */
export interface OfferedZone {
  zone: string;
  label: string;
}

/** One run of a query: what was sent, and how it went. */
export interface ShownRun {
  phase: Phase;
  request: RequestTrace;
  startedEpochMs: number;
  bytes: number;
  wireBytes: number;
  timings: { firstByteMs: number; firstRowsMs: number; totalMs: number };
}

/** Delivery days such as `2026-03-29`, both inclusive. */
export type DeliveryDays = v.InferOutput<typeof daysShape>;

const isoDay = v.pipe(v.string(), v.isoDate());
const daysShape = v.object({ from: isoDay, to: isoDay });

/** The summary of a comparison, and the two results. */
export interface ShownComparison {
  kind: 'comparison';
  sentence: string;
  /** Some rows can't be compared, so "no change" doesn't say that nothing changed. */
  isInDoubt: boolean;
  /** A and B, as in the chart: each difference is A minus B. */
  originals: readonly { label: string; parameters: ShownParameter[]; request: RequestTrace }[];
}

/** Where the rows come from. */
type ShownSource = Exclude<Source, { kind: 'comparison' }> | ShownComparison;

/** Everything the view shows except rows, charts, and JSON. Always sent in full. */
export interface ResultState extends ShownRun {
  id: string;
  dataset: {
    id: string;
    title: string;
    summary: string;
    chart: ChartPlan;
    mainColumns: readonly string[];
    /** Columns that are hidden at first unless their values differ. */
    backgroundColumns: readonly string[];
    /** What a sample of `{0}` consists of: "First {0} values of each series". */
    sample: string;
  };
  connection: Connection['name'];
  /** The name of the selected connection, on which the query may not have run. */
  selected: Connection['name'];
  /** Who made up the values, which must be labeled as such; `null` if nobody did. */
  madeUp: OpenedFile['madeUp'];
  source: ShownSource;
  /** As sent; times in RFC 3339 UTC. */
  parameters: ShownParameter[];
  /** The query in parts, in the order of the prompts. A comparison's can't be changed one by one. */
  parts: ShownPart[];
  canChangeParts: boolean;
  /** The part with a list of delivery areas, or `null`. */
  listPart: string | null;
  /** The first and last delivery day, such as `2026-03-29`; `null` if the query has none, or is unknown. */
  deliveryDays: DeliveryDays | null;
  /** Whether the tab showed another result before, to which it can go back. */
  canGoBack: boolean;
  /** Whether the next query may replace this result in its tab. */
  isReplaceable: boolean;
  /** The same query, when it was last run again without success, while these rows stayed. */
  failedAgain: ShownRun | null;
  /**
   * The query can run when its data is published, which is the likeliest fix for a coming day. If it waits for
   * that, when it's sent next (epoch milliseconds).
   */
  whenPublished: { isComing: boolean; nextRequest: number | null } | null;
  records: number;
  rows: number;
  columns: ShownColumn[];
  /** The layout last saved for such a table, or `null` for the default column order with nothing hidden. */
  columnChoice: ColumnChoice | null;
  /** The choice in the last export of such a table, or `null`. */
  exportChoice: ExportChoice | null;
  /** Whether the editor or the system writes decimals with a comma. */
  hasDecimalCommas: boolean;
  /** The body size that the service announced, if any. */
  expectedWireBytes: number | null;
  /** How the response compares with the query; `null` until it has been checked. */
  integrity: readonly Finding[] | null;
  /** Why the response contains no data, likeliest reason first. */
  likelyReasons: readonly LikelyReason[];
  /** Other results in the chart, by id, with the labels that distinguish them from this one. */
  overlays: readonly { result: string; label: string }[];
  /** Increases with every change of the rows. Responses for an older revision are stale. */
  revision: number;
  /** IANA time zone, or `UTC`, in which times are shown. The host resolves `local`. */
  timeZone: string;
  /** The suggested time zones. `otherZone` requests any other. */
  timeZones: OfferedZone[];
  defaultView: View;
}

/**
 * The rows of a finding or a failed check, to which the table can be limited, and their label: "2
 * duplicates".
 */
export interface RowsOfFinding {
  readonly key?: FindingKey;
  /** Conditions that the rows meet as well. */
  readonly filter?: readonly Filter[];
  readonly text: string;
}

/** In device pixels. */
export interface PageSize {
  width: number;
  height: number;
}

/** What a person has to agree to: that a file is replaced, or that a name doesn't say "incomplete". */
export const exportRisks = ['replace', 'incomplete'] as const;
export type ExportRisk = (typeof exportRisks)[number];

export type ExportEnd =
  | { kind: 'written' | 'cancelled' }
  /** Nothing is written yet: the same order may be sent again with this risk agreed to. */
  | { kind: 'risk'; risk: ExportRisk; message: string };

/** What the view does itself of the items in the editor's context menu. */
export type ContextItem =
  | 'filterByValue'
  | 'excludeValue'
  | 'copy'
  | 'copyWithHeaders'
  | 'copyAsDataFrame'
  | 'saveImage'
  | 'copyImage'
  | 'copyPath'
  | 'goToPath';

/** Where a file can be saved. */
export interface SuggestedTarget {
  /** Relative to the workspace folder, or the whole path. */
  readonly target: string;
  /** Why it isn't in the folder that the setting names, as a sentence; empty if nothing is wrong. */
  readonly problem: string;
}

/** A delivery area, and what it's called; empty if that isn't known. */
export interface OfferedArea {
  readonly value: string;
  readonly label: string;
}

/** What a typed text means. */
export interface TypedMeaning {
  /** The values that are sent; `null` if it can't be read. */
  readonly values: readonly string[] | null;
  /** "29 Mar 2026", with what a person should know before it's sent; or why it can't be read. */
  readonly words: string;
}

/** What the view asks of the editor; all other questions are about the data. */
export interface EditorQuestions {
  /** A free path in the export folder; an empty one if no folder is open. Rejects if nothing can be exported. */
  exportTarget: { question: { preset: ExportPreset; order: ExportOrder }; answer: SuggestedTarget };
  /** The location that the person selects in the editor's dialog; `null` if they canceled it. */
  exportElsewhere: { question: ExportOrder; answer: SuggestedTarget | null };
  export: {
    question: {
      readonly preset: ExportPreset;
      /** To begin the next export with. */
      readonly choice: ExportChoice;
      readonly order: ExportOrder;
      /** A path relative to the workspace folder, or what `exportElsewhere` responded with. */
      readonly target: string;
      /** What the person was asked and agreed to. */
      readonly agreed: readonly ExportRisk[];
    };
    answer: ExportEnd;
  };
  /** The current delivery day, the last one whose data can be expected, and how many one query gets at most. */
  calendar: {
    question: Record<string, never>;
    answer: { readonly today: string; readonly lastPublished: string; readonly mostDays: number };
  };
  /** The areas to choose from in this part of the query: those used last first, then the dataset's. */
  areas: { question: { part: string }; answer: readonly OfferedArea[] };
  typed: { question: v.InferOutput<typeof typedPartShape>; answer: TypedMeaning };
}
export type EditorQuestionKind = keyof EditorQuestions;

export type EditorQuestion<Kind extends EditorQuestionKind = EditorQuestionKind> = {
  [Each in Kind]: { kind: Each; question: EditorQuestions[Each]['question'] };
}[Kind];

/** All questions of the view, and the types of their responses. */
export type Questions = ViewQuestions & EditorQuestions;

export type ToView =
  /** The first state may bring the initial chart, which the view would ask for next. */
  | { kind: 'state'; state: ResultState; ahead?: Chart }
  | { kind: 'show'; view: View }
  /** Limits the table to these rows of the result, or to none in particular, and shows it. */
  | { kind: 'rows'; result: string; rows: RowsOfFinding | null }
  /** Opens the export dialog; with a format, that one is selected, and all rows. */
  | { kind: 'export'; preset: ExportPreset; format?: ExportFormat }
  /** What a person chose in the editor's context menu of the shown view. */
  | { kind: 'menu'; item: ContextItem }
  | { kind: 'answer'; ask: number; answer: Questions[keyof Questions]['answer'] }
  | { kind: 'refusal'; ask: number; message: string };

/** Characters of a text to copy: it crosses to the editor in one message. */
export const mostCopied = 1_000_000;

/** What was typed for a part of the query. The length of a parameter is limited, too. */
export const typedPartShape = v.object({ part: v.string(), typed: v.pipe(v.string(), v.maxLength(2000)) });

/** Actions that need nothing but the result. */
const plainActions = [
  'runAgain',
  /** Runs the same query on the selected connection, in the same tab. */
  'runOnSelected',
  'editQuery',
  'whenPublished',
  'stopWaiting',
  /** Keeps the query in a file of the workspace. */
  'saveQuery',
  /** Shows the tab's previous result again. */
  'back',
  /** The tab belongs to the person from now on: the next query opens another one. */
  'keep',
  'cancel',
  'signIn',
  'editConnection',
  'showLog',
  'openDocument',
  /** Reads the file again, in the same tab. */
  'openAgain',
  /** Requests the days of the range that aren't there, and reads the folder again, in the same tab. */
  'fetchDays',
  /** Compares the files of the range with what was fetched. */
  'verifyFiles',
  'otherZone',
  'imageCopied',
] as const;

/**
 * Actions in the view. Of the result, they contain only what a person copies, and the drawn chart to save.
 */
export const viewActionShape = v.variant('kind', [
  v.object({ kind: v.picklist(plainActions) }),
  /** Prompts for one part of the query, and changes it in the same tab. */
  v.object({ kind: v.literal('editPart'), part: v.string() }),
  /** Changes one part of the query to what was typed or chosen, in the same tab. */
  v.object({ kind: v.literal('setPart'), ...typedPartShape.entries }),
  v.object({ kind: v.literal('otherDay'), days: v.picklist([1, -1, -7]) }),
  /** The same query for these delivery days, in the same tab. */
  v.object({ kind: v.literal('onDays'), ...daysShape.entries }),
  /** Prompts for how to fetch these delivery days as a range. */
  v.object({ kind: v.literal('fetchRange'), ...daysShape.entries }),
  /** With the same query so many days later, or earlier; `null` for what a prompt offers. */
  v.object({
    kind: v.literal('compare'),
    as: v.picklist(['overlay', 'difference']),
    days: v.nullable(v.pipe(v.number(), v.integer())),
  }),
  /** The same dataset with different parameters, in the same tab. */
  v.object({
    kind: v.literal('runInstead'),
    parameters: v.record(v.string(), v.string()),
    dataset: v.optional(v.string()),
  }),
  v.object({ kind: v.literal('copyAs'), target: v.picklist(copyLanguages) }),
  v.object({ kind: v.literal('copyText'), text: v.pipe(v.string(), v.maxLength(mostCopied)) }),
  /** The result of a comparison that is called A or B. */
  v.object({ kind: v.literal('openOriginal'), index: v.picklist([0, 1]) }),
  /** A delivery day of the range, from its file, as a result of its own. */
  v.object({ kind: v.literal('openDay'), day: isoDay }),
  v.object({ kind: v.literal('removeFromChart'), result: v.string() }),
  v.object({ kind: v.literal('timeZone'), zone: v.string() }),
  v.object({ kind: v.literal('columns'), choice: columnChoiceShape }),
  /** Why an image couldn't be made or copied, as a sentence. */
  v.object({ kind: v.literal('imageFailed'), message: v.pipe(v.string(), v.maxLength(300)) }),
  v.object({ kind: v.literal('savePicture'), png: v.custom<Uint8Array>((png) => png instanceof Uint8Array) }),
]);
export type ViewAction = v.InferOutput<typeof viewActionShape>;

/**
 * Questions and actions name the `result` that the view showed then. By the time they arrive, its tab may
 * show another one.
 */
export type FromView =
  | { kind: 'ready'; size: PageSize }
  /** The view has drawn the first answer. */
  | { kind: 'drawn' }
  | { kind: 'ask'; result: string; ask: number; asked: ViewQuestion | EditorQuestion }
  | { kind: 'act'; result: string; action: ViewAction };
