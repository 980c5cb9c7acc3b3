import * as l10n from '@vscode/l10n';
import { uncheckedKind } from '../market/integrity/findings';
import { judgementOf, type JudgedFacts, findingKinds, type FindingKind } from '../market/integrity/judgement';
import type { Placement } from '../market/records/placement';
import type { RecordKind } from '../market/records/recordKinds';
import { dayPeriod, marketZone } from '../market/time/deliveryDay';
import { dayMs } from '../market/time/zones';
import type { OutcomeKind } from '../request/outcome';
import { formatCount, formatCounted } from '../text/l10n';

/**
 * What is known about a delivery day in a range folder. Public API.
 * - `fetched`: its file has a value in the day, and everything that was due.
 * - `incomplete`: its file has a value in the day, but something is missing, or can't be judged.
 * - `empty`: the service has no value for it.
 * - `pending`: the service had no data for it, before any was due.
 * - `failed`: its last request failed, and the folder has nothing of it.
 */
export const dayStates = ['fetched', 'incomplete', 'empty', 'pending', 'failed'] as const;
export type DayState = (typeof dayStates)[number];

/** What a manifest of any version says about a day. */
export interface NotedDay {
  readonly outcome: OutcomeKind;
  /** Rows in the day's file; 0 without a file. */
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
  /** RFC 3339 in UTC. */
  readonly requestedAt: string;
  /** Kinds are those of `Finding`, or of another version. */
  readonly integrity: readonly { readonly kind: string; readonly count: number }[];
}

/** A delivery day as the manifest describes it. Public API. */
export interface DayEntry extends NotedDay {
  readonly state: DayState;
  /** Rows of the file that start in the day and have a value. */
  readonly placed: number;
}

/** How the requests of a day ended, before it's decided what that means for the folder. */
export interface CameDay {
  /** `success`, `noData`, or the outcome of the first request that failed. */
  readonly outcome: OutcomeKind;
  /** Why that request failed, as a sentence. Never contains a secret. */
  readonly problem?: string;
  readonly requestedAt: string;
  /** The responses with rows, each as compared with its own query. */
  readonly responses: readonly JudgedFacts[];
  /** How many other requests of the day had a response without data. */
  readonly withoutData: number;
  /** `null` without any rows. */
  readonly file: (Pick<NotedDay, 'rows' | 'bytes' | 'sha256'> & { readonly placement: Placement }) | null;
}

/** What is known about the day when its response arrives. */
export interface DayContext {
  /** What the folder has of the day, see `heldEntry`. */
  readonly held: DayEntry | undefined;
  /** Whether all data of the day could be expected. */
  readonly isDue: boolean;
  readonly record: RecordKind;
}

/** What a day's responses mean for the folder. */
export interface SettledDay {
  /** What the manifest says about the day from now on. */
  readonly entry: DayEntry;
  /** Whether the entry is new. If it has a file, that's new, too. */
  readonly isNew: boolean;
  /** What a person should know, as a sentence. */
  readonly problem?: string;
  /** Whether the day failed in a way that may pass within minutes. */
  readonly mayPass: boolean;
}

/** A service may correct a day for about this long after its end. */
const correctedMs = 14 * dayMs;

/** Outcomes after which another try may succeed. */
const passing: ReadonlySet<OutcomeKind> = new Set([
  'tooManyRequests',
  'unexpectedError',
  'unexpectedResponse',
  'unreachable',
  'timeout',
]);

/** What a run may ask for beyond the days that the folder doesn't have. */
export interface RangeWishes {
  /** Requests incomplete and empty days again, however old they are. */
  readonly again?: boolean | undefined;
  /** Keeps incomplete days as they are. */
  readonly keepIncomplete?: boolean | undefined;
}

/**
 * What a run does with a day: request it, or count it without a request. `held` is what the folder has of the
 * day; `isAvailable` is whether the service may have data of it.
 */
export function dayPlan(
  day: string,
  held: DayEntry | undefined,
  isAvailable: boolean,
  { again = false, keepIncomplete = false }: RangeWishes,
): 'request' | 'kept' | DayState {
  if (held?.state === 'fetched' || (held?.state === 'incomplete' && keepIncomplete)) return 'kept';
  if (held && !again && isFinal(day, held)) return held.state;
  return isAvailable ? 'request' : (held?.state ?? 'pending');
}

/** Whether the last request was so long after the day that another one would get the same response. */
const isFinal = (day: string, { requestedAt }: DayEntry): boolean =>
  Date.parse(requestedAt) >= dayPeriod(day, marketZone).end + correctedMs;

/**
 * The entry, if the folder has something of the day, or if the day was found to be empty. A later response
 * must not be worse than that. `isUnchanged` is whether the file is as the entry describes it.
 */
export function heldEntry(entry: DayEntry | undefined, isUnchanged: boolean): DayEntry | undefined {
  switch (entry?.state) {
    case 'fetched':
    case 'incomplete':
      return isUnchanged ? entry : undefined;
    case 'empty':
      return entry.bytes === 0 || isUnchanged ? entry : undefined;
    case 'pending':
    case 'failed':
    case undefined:
      return undefined;
  }
}

/** Decides what a day's responses mean for the folder. */
export function settledDay(came: CameDay, context: DayContext): SettledDay {
  const { held, isDue } = context;
  const { outcome, requestedAt, file } = came;
  const failed = (kind: OutcomeKind, problem: string): SettledDay => {
    const entry: DayEntry = { ...noFile, outcome: kind, state: 'failed', requestedAt, integrity: [] };
    const mayPass = passing.has(outcome);
    if (!held) return { entry, isNew: true, problem, mayPass };
    return { entry: held, isNew: false, problem: keptAfter(problem, held), mayPass };
  };
  if (outcome !== 'success' && outcome !== 'noData') return failed(outcome, came.problem ?? outcome);
  const misplaced = file && (misplacedWords(file.placement) ?? unreadWords(came, file.placement));
  if (misplaced) return failed('unexpectedResponse', misplaced);
  const entry = ((): DayEntry => {
    if (!file || file.placement.placed === 0) {
      const state = isDue ? 'empty' : 'pending';
      return { ...noFile, outcome: 'noData', state, requestedAt, integrity: [] };
    }
    const { rows, bytes, sha256, placement } = file;
    const state = isComplete(came, context) ? 'fetched' : 'incomplete';
    const integrity = summed(came.responses);
    return { outcome, state, rows, placed: placement.placed, bytes, sha256, requestedAt, integrity };
  })();
  if (!held || held.placed < entry.placed || isUnchecked(held)) return { entry, isNew: true, mayPass: false };
  if (held.placed > entry.placed) {
    const problem =
      entry.placed === 0
        ? l10n.t('The response has no data.')
        : l10n.t(
            'The response has fewer values than before: {0} instead of {1}.',
            formatCount(entry.placed),
            formatCount(held.placed),
          );
    return { entry: held, isNew: false, problem: keptAfter(problem, held), mayPass: false };
  }
  // Folders of before may have a file for a day without values.
  const there = entry.placed === 0 ? { rows: held.rows, bytes: held.bytes, sha256: held.sha256 } : {};
  return { entry: { ...entry, ...there }, isNew: true, mayPass: false };
}

/** Whether nobody compared the held response with its query, so what it contains isn't known. */
const isUnchecked = ({ integrity, bytes }: DayEntry) =>
  bytes > 0 && integrity.some(({ kind }) => kind === uncheckedKind);

const noFile = { rows: 0, placed: 0, bytes: 0, sha256: '' };

const keptAfter = (problem: string, { bytes }: DayEntry): string =>
  bytes === 0 ? problem : l10n.t('{0} The earlier file was kept.', problem);

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
const elsewhere: ReadonlySet<FindingKind> = new Set(['misfits', 'renamed', 'words']);

/** Why a response that has no value of the day isn't called empty; `null` if it is. */
function unreadWords({ responses }: CameDay, { placed }: Placement): string | null {
  const isUnread = responses.some(({ findings }) => findings?.some(({ kind }) => elsewhere.has(kind)));
  return placed === 0 && isUnread ? l10n.t("The response has no value where it's documented.") : null;
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

/**
 * The state of a day that was noted without one, from its rows and findings. A kind of finding that isn't
 * known here leaves open whether the day is complete. `wasDue` is whether its data could be expected when it
 * was requested.
 */
export function judgedAnew(noted: NotedDay, wasDue: boolean): DayEntry {
  const { outcome, rows, integrity } = noted;
  const as = (state: DayState, placed = 0): DayEntry => ({ ...noted, state, placed });
  if (outcome === 'noData') return as(wasDue ? 'empty' : 'pending');
  if (outcome !== 'success') return as('failed');
  const countOf = (wanted: FindingKind) =>
    integrity.reduce((sum, { kind, count }) => sum + (kind === wanted ? count : 0), 0);
  const placed = rows - countOf('nulls') - countOf('empty');
  if (placed <= 0) return as('empty');
  const found = integrity.filter(({ count }) => count > 0);
  const known = found.flatMap(({ kind, count }) => {
    const own = findingKinds.find((each) => each === kind);
    return own ? [{ kind: own, count }] : [];
  });
  const isKnown = known.length === found.length;
  const isAllThere = judgementOf({ isWhole: true, rows, findings: known }) === 'complete';
  return as(isKnown && isAllThere && !isToCome(known) ? 'fetched' : 'incomplete', placed);
}
