import * as l10n from '@vscode/l10n';
import * as v from 'valibot';
import { judgementOf, type JudgedFacts, type FindingKind } from '../market/integrity/judgement';
import type { Finality, Placement } from '../market/records/dayFacts';
import type { RecordKind } from '../market/records/recordKinds';
import { dayPeriod, marketZone } from '../market/time/deliveryDay';
import { dayMs } from '../market/time/zones';
import { outcomeKinds, type OutcomeKind } from '../request/outcome';
import { asSentence } from '../text/asSentence';
import { formatCount, formatCounted } from '../text/l10n';
import { dayOfResponse } from './folderFiles';

/**
 * What is known about a delivery day in a range folder. Public API.
 * - `fetched`: its file has a value in the day, and everything that was due, as settled.
 * - `preliminary`: the same, but values of it are, or may be, preliminary.
 * - `incomplete`: its file has a value in the day, but something is missing, or can't be judged.
 * - `empty`: the service has no value for it.
 * - `pending`: the service had no data for it, before any was due.
 * - `failed`: its last request failed, and the folder has nothing of it.
 */
const dayStates = ['fetched', 'preliminary', 'incomplete', 'empty', 'pending', 'failed'] as const;
export type DayState = (typeof dayStates)[number];

/** Which of two responses of a day is the better one; of days without data, none is. */
const ranks: Readonly<Record<DayState, number>> = {
  fetched: 3,
  preliminary: 2,
  incomplete: 1,
  empty: 0,
  pending: -1,
  failed: -1,
};

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A file next to a range folder, as it was written. Its SHA-256 is in lower-case hex. */
const notedFileShape = v.object({
  file: v.pipe(
    v.string(),
    v.check((file) => dayOfResponse(file) !== undefined),
  ),
  bytes: count,
  sha256: v.string(),
});
export type NotedFile = Readonly<v.InferOutput<typeof notedFileShape>>;

/** A delivery day as the manifest describes it, with its members in the order in which they're written. Public API. */
export const entryShape = v.object({
  state: v.picklist(dayStates),
  outcome: v.picklist(outcomeKinds),
  /** Rows in the day's file; 0 without a file. */
  rows: count,
  /** Rows of the file that start in the day and have a value. */
  placed: count,
  bytes: count,
  sha256: v.string(),
  /** The day as it was sent; `undefined` without rows, and if the day's file is that itself. */
  response: v.optional(notedFileShape),
  /** Tells whether two responses have the same rows, see `rowsHash`; `undefined` without rows. */
  fingerprint: v.optional(v.string()),
  /** RFC 3339 in UTC. */
  requestedAt: v.string(),
  /** Kinds are those of `Finding`. */
  integrity: v.pipe(v.array(v.object({ kind: v.string(), count })), v.readonly()),
  /** The service's own words in place of data, or why a later response wasn't taken. */
  message: v.optional(v.string()),
});
export type DayEntry = Readonly<v.InferOutput<typeof entryShape>>;

/** What a folder has of a delivery day. */
export interface HeldDay {
  /** What is noted, if the folder has its file, or if the day was found to be empty. */
  readonly entry: DayEntry | undefined;
  /** The version of its file, see `Found`. */
  readonly version?: string | undefined;
  /** Whether the folder has the day's rows, but not the response that they were made from, or another one. */
  readonly lacksResponse?: boolean | undefined;
  /** The path in the folder of a file that no note describes, in place of the day's own. */
  readonly obstacle?: string;
}

/** How the requests of a day ended, before it's decided what that means for the folder. */
export interface CameDay {
  /** `success`, `noData`, or the outcome of the first request that failed. */
  readonly outcome: OutcomeKind;
  /** Why that request failed, as a sentence, or what the service said in place of data. Never contains a secret. */
  readonly message?: string | undefined;
  readonly requestedAt: string;
  /** The responses with rows, each as compared with its own query. */
  readonly responses: readonly JudgedFacts[];
  /** How many other requests of the day had a response without data. */
  readonly withoutData: number;
  /** `null` without any rows. */
  readonly file:
    | (Pick<DayEntry, 'rows' | 'bytes' | 'sha256' | 'response' | 'fingerprint'> & {
        readonly placement: Placement;
        readonly finality?: Finality | undefined;
      })
    | null;
}

/** What is known about the day when its response arrives. */
export interface DayContext {
  readonly day: string;
  /** What the folder has of the day, see `HeldDay`. */
  readonly held: DayEntry | undefined;
  /** See `HeldDay`. */
  readonly lacksResponse?: boolean | undefined;
  /** Whether somebody else has fetched that since the day was requested. */
  readonly isHeldNewer?: boolean;
  /** Whether all data of the day could be expected. */
  readonly isDue: boolean;
  readonly record: RecordKind;
  /** The `status` that the query asks for; `undefined` for datasets without that parameter. */
  readonly askedStatus: 'P' | 'O' | 'any' | undefined;
}

/** What a day's responses mean for the folder. */
export interface SettledDay {
  /** What is known about the day from now on. */
  readonly entry: DayEntry;
  /** Whether nothing changes, the entry is noted, or the new file takes its place, too. */
  readonly change: 'none' | 'entry' | 'file';
  /** Whether it replaces a day that was held as fetched or preliminary. */
  readonly isRevised: boolean;
  /** What a person should know, as a sentence. */
  readonly problem?: string;
  /** Whether the request failed, or its response isn't one of the day. */
  readonly hasFailed?: true;
  /** Whether that may pass within minutes. */
  readonly mayPass: boolean;
  /** Whether another run has taken the day meanwhile, to which it's left. */
  readonly isTaken?: true;
}

const correctedMs = 14 * dayMs;
/** A service may correct a day for about 14 days after its end. Epoch milliseconds. */
export const correctedUntil = (day: string): number => dayPeriod(day, marketZone).end + correctedMs;

/** Outcomes after which another try may succeed. */
const passing: ReadonlySet<OutcomeKind> = new Set([
  'tooManyRequests',
  'unexpectedError',
  'unexpectedResponse',
  'unreachable',
  'timeout',
]);

/** What the folder has of a day whose noted file is there, or isn't; see `HeldDay`. */
export function heldEntry(entry: DayEntry | undefined, hasFile: boolean): DayEntry | undefined {
  switch (entry?.state) {
    case 'fetched':
    case 'preliminary':
    case 'incomplete':
      return hasFile ? entry : undefined;
    case 'empty':
      return entry;
    case 'pending':
    case 'failed':
    case undefined:
      return undefined;
  }
}

/**
 * Decides what a day's responses mean for the folder: what is better takes the place of what is held, and so
 * does what is as good and has other rows, or brings back the response.
 */
export function settledDay(came: CameDay, context: DayContext): SettledDay {
  const { held } = context;
  const entry = entryOf(came, context);
  const settled = { isRevised: false, mayPass: false };
  if (entry.state === 'failed') {
    const problem = entry.message ?? entry.outcome;
    const failed = { ...settled, hasFailed: true, mayPass: passing.has(came.outcome) } as const;
    return held
      ? { ...failed, entry: held, change: 'none', problem: keptAfter(problem, held) }
      : { ...failed, entry, change: 'entry', problem };
  }
  const change = entry.bytes > 0 ? 'file' : 'entry';
  if (!held) return { ...settled, entry, change };
  const worse = worseWords(entry, held);
  const isOlder = context.isHeldNewer && ranks[entry.state] <= ranks[held.state];
  if (isOlder) return { ...settled, entry: held, change: 'none' };
  if (worse !== null) {
    const problem = keptAfter(worse, held);
    return held.bytes > 0
      ? { ...settled, entry: { ...held, message: worse }, change: 'entry', problem }
      : { ...settled, entry: held, change: 'none', problem };
  }
  const isSame = entry.state === held.state && entry.fingerprint === held.fingerprint;
  if (isSame && held.bytes > 0 && !context.lacksResponse) {
    const { requestedAt, integrity, message } = entry;
    return { ...settled, entry: { ...held, requestedAt, integrity, message }, change: 'entry' };
  }
  return { ...settled, entry, change, isRevised: !isSame && ranks[held.state] >= ranks.preliminary };
}

/** Why what came isn't as good as what is held, as a sentence; `null` if it is. */
function worseWords(entry: DayEntry, held: DayEntry): string | null {
  const gain = ranks[entry.state] - ranks[held.state];
  if (gain > 0 || (gain === 0 && entry.placed >= held.placed)) return null;
  if (entry.placed === 0) return l10n.t('The response has no data.');
  if (entry.placed < held.placed) {
    return l10n.t(
      'The response has fewer values than before: {0} instead of {1}.',
      formatCount(entry.placed),
      formatCount(held.placed),
    );
  }
  return entry.state === 'preliminary'
    ? l10n.t('The response is preliminary.')
    : l10n.t('The response is incomplete.');
}

/** What the responses would be noted as if the folder had nothing of the day. */
function entryOf(came: CameDay, context: DayContext): DayEntry {
  const { outcome, requestedAt, file } = came;
  const failed = (kind: OutcomeKind, message?: string): DayEntry => ({
    ...noFile,
    outcome: kind,
    state: 'failed',
    requestedAt,
    integrity: [],
    message,
  });
  if (outcome !== 'success' && outcome !== 'noData') return failed(outcome, came.message);
  const misplaced = file && (misplacedWords(file.placement) ?? unreadWords(came, file.placement));
  if (misplaced) return failed('unexpectedResponse', misplaced);
  if (!file || file.placement.placed === 0) {
    const state = context.isDue ? 'empty' : 'pending';
    return { ...noFile, outcome: 'noData', state, requestedAt, integrity: [], message: came.message };
  }
  const { rows, bytes, sha256, response, fingerprint, placement } = file;
  const state = !isComplete(came, context)
    ? 'incomplete'
    : isPreliminary(file.finality, context, requestedAt)
      ? 'preliminary'
      : 'fetched';
  const integrity = summed(came.responses);
  const { message } = came;
  const { placed } = placement;
  const written = { rows, placed, bytes, sha256, response, fingerprint };
  return { ...written, outcome, state, requestedAt, integrity, message };
}

/**
 * Whether a whole day isn't settled. If its records don't say, what was requested decides. Prices in euros are
 * official when they're published; those in other currencies follow an exchange rate that is fixed later.
 */
function isPreliminary(
  finality: Finality | undefined,
  { day, askedStatus }: DayContext,
  requestedAt: string,
): boolean {
  if (finality?.isStated) return finality.preliminary > 0;
  if (askedStatus === undefined || askedStatus === 'O') return false;
  const isEarly = Date.parse(requestedAt) < correctedUntil(day);
  return askedStatus === 'P' || (!finality?.isInEuros && isEarly);
}

/** What an entry says about the file of a day that has none. */
export const noFile = { rows: 0, placed: 0, bytes: 0, sha256: '' };

const keptAfter = (problem: string, { bytes }: DayEntry): string =>
  bytes === 0 ? problem : l10n.t('{0} The earlier file was kept.', asSentence(problem));

/**
 * Why a response isn't one of the day, or has no row that can be placed, as a sentence; `null` if all is well.
 */
function misplacedWords({ placed, strays, unreadable }: Placement): string | null {
  if (strays > 0) {
    return formatCounted(strays, [
      l10n.t('The only row in the response starts outside the delivery day.'),
      l10n.t('None of the {0} rows in the response starts in the delivery day.'),
    ]);
  }
  if (placed > 0 || unreadable === 0) return null;
  return formatCounted(unreadable, [
    l10n.t('The only value in the response has no readable time.'),
    l10n.t('None of the {0} values in the response has a readable time.'),
  ]);
}

/** Kinds of findings about values that may be in the response, but not where they are documented. */
const elsewhere: ReadonlySet<FindingKind> = new Set(['misfits', 'repeatedFields', 'renamed', 'words']);

/** Why a response that has no value of the day isn't called empty; `null` if it is. */
function unreadWords({ responses }: CameDay, { placed }: Placement): string | null {
  const isUnread = responses.some(({ findings }) => findings?.some(({ kind }) => elsewhere.has(kind)));
  return placed === 0 && isUnread ? l10n.t('The response has no value in the documented field.') : null;
}

function isComplete({ responses, withoutData }: CameDay, { isDue, record }: DayContext): boolean {
  // Only for series is it known which values are still to come.
  if (!isDue && record !== 'timeSeries') return false;
  // Nothing is missing from an hour in which nobody changed an order.
  const mayBeQuiet = record === 'publicOrder';
  if (withoutData > 0 && !mayBeQuiet) return false;
  return responses.every((response) => {
    if (isToCome(response.findings ?? [])) return false;
    const judgement = judgementOf(response);
    return judgement === 'complete' || (judgement === 'empty' && mayBeQuiet);
  });
}

const isToCome = (findings: readonly { kind: string; count: number }[]): boolean =>
  findings.some(({ kind, count }) => kind === 'toCome' && count > 0);

function summed(responses: readonly JudgedFacts[]): { kind: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { kind, count } of responses.flatMap(({ findings }) => findings ?? [])) {
    counts.set(kind, (counts.get(kind) ?? 0) + count);
  }
  return [...counts].map(([kind, count]) => ({ kind, count }));
}
