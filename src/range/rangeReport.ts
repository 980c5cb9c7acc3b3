import * as l10n from '@vscode/l10n';
import { findingWords } from '../market/integrity/findingWords';
import { addDays } from '../market/time/deliveryDay';
import { asSentence } from '../text/asSentence';
import { formatCount, formatCounted } from '../text/l10n';
import { plainLabel } from '../text/plainLabel';
import type { DayEntry } from './dayState';

/** How days end: fetched by this run, kept from an earlier one, left to another one, or without a complete file. */
const endings = [
  'fetched',
  'kept',
  'empty',
  'preliminary',
  'incomplete',
  'pending',
  'taken',
  'failed',
] as const;
type DayEnding = (typeof endings)[number];

/** Numbers of days by how they ended: those of the endings add up to `days`. */
export interface RangeCounts extends Record<DayEnding, number> {
  days: number;
  /** Total rows in the files of the range. */
  rows: number;
  bytes: number;
}

/** How many days of a run have ended. */
export const endedDays = (counts: Readonly<RangeCounts>): number =>
  endings.reduce((sum, ending) => sum + counts[ending], 0);

/** The result of a run, and what a person should know about it. */
export interface RangeOutcome extends RangeCounts {
  /** The replaced days that were fetched or preliminary before. */
  readonly revised: readonly string[];
  readonly problems: readonly string[];
}

/** The most lines about days, and the most spans of days, or files, in a line. */
const [mostLines, mostSpans] = [20, 10];

/** What needs attention first is told first. */
const urgencies = ['failed', 'incomplete', 'preliminary', 'empty'] as const;
type Urgency = (typeof urgencies)[number];

/** What a run tells about its days: while it lasts, at its end, and if it's interrupted. */
export class RangeReport {
  readonly counts: RangeCounts = {
    days: 0,
    fetched: 0,
    kept: 0,
    empty: 0,
    preliminary: 0,
    incomplete: 0,
    pending: 0,
    taken: 0,
    failed: 0,
    rows: 0,
    bytes: 0,
  };
  private readonly revised: string[] = [];
  /** Days by urgency and by the sentence about them. */
  private readonly told = new Map<string, { urgency: Urgency; text: string; days: string[] }>();
  private readonly remarks: string[] = [];
  private readonly withoutResponse: string[] = [];
  private otherData: readonly string[] = [];
  /**
   * Whether a request failed, whatever the folder has of its day, the run ended before it had sent all, or the
   * folder has other data than that of its days.
   */
  hasFailed = false;

  /**
   * Counts a day. `entry` is what the folder has of it, and `problem` what went wrong, as a sentence; without
   * one, the state of the day says what is told about it.
   */
  add(day: string, ending: DayEnding, entry: DayEntry | undefined, problem?: string): void {
    this.counts[ending] += 1;
    this.counts.rows += entry?.rows ?? 0;
    this.counts.bytes += entry?.bytes ?? 0;
    const urgency = urgencies.find((each) => each === (problem === undefined ? entry?.state : ending));
    const text =
      problem ?? (entry && ending !== 'pending' && ending !== 'taken' ? stateWords(entry) : undefined);
    if (text === undefined) return;
    const key = JSON.stringify([urgency, text]);
    const same = this.told.get(key);
    if (same) same.days.push(day);
    else this.told.set(key, { urgency: urgency ?? 'failed', text, days: [day] });
  }

  revise(day: string): void {
    this.revised.push(day);
  }

  /** Notes a day whose rows are kept, but not the response that they were made from. */
  lackResponse(day: string): void {
    this.withoutResponse.push(day);
  }

  /** Notes the paths of files in the folder that programs take for data, but no run has written. */
  findOtherData(paths: readonly string[]): void {
    this.otherData = paths;
    this.hasFailed ||= paths.length > 0;
  }

  /** Tells something that isn't about a day that needs attention, as a sentence. */
  remark(text: string): void {
    this.remarks.push(text);
  }

  /** A sentence for each reason, with its days; the most urgent first. */
  get problems(): string[] {
    const lines = urgencies.flatMap((urgency) =>
      [...this.told.values()]
        .filter((each) => each.urgency === urgency)
        .map(({ text, days }) => l10n.t('{0}: {1}', spansText(days), asSentence(text))),
    );
    if (this.withoutResponse.length > 0) {
      const text = l10n.t("The response is missing or was changed, so it can't be opened.");
      lines.push(l10n.t('{0}: {1}', spansText(this.withoutResponse), text));
    }
    const more = lines.length - mostLines;
    return [
      ...this.remarks,
      ...(this.otherData.length > 0 ? [otherDataText(this.otherData)] : []),
      ...lines.slice(0, mostLines),
      ...(more > 0
        ? [formatCounted(more, [l10n.t('And {0} more problem.'), l10n.t('And {0} more problems.')])]
        : []),
    ];
  }

  get outcome(): RangeOutcome {
    return { ...this.counts, revised: [...this.revised].sort(), problems: this.problems };
  }
}

/** Says that programs read files in a range folder, each with its path there, that don't belong to the range. */
export const otherDataText = (paths: readonly string[]): string =>
  l10n.t(
    'Programs read files in the folder as data that no run has written. Move or delete them: {0}.',
    [
      ...paths.slice(0, mostSpans).map((path) => plainLabel(path)),
      ...(paths.length > mostSpans ? ['…'] : []),
    ].join(', '),
  );

/** What a person should know about a day in this state; `undefined` if nothing. */
function stateWords({ state, integrity, message }: DayEntry): string | undefined {
  switch (state) {
    case 'incomplete': {
      const findings = findingWords(integrity).join(', ');
      return findings === '' ? l10n.t('Incomplete') : l10n.t('Incomplete: {0}', findings);
    }
    case 'preliminary':
      return l10n.t('Preliminary');
    case 'empty':
      return message === undefined ? l10n.t('No data') : l10n.t('No data. {0}', message);
    case 'failed':
      return message;
    case 'fetched':
    case 'pending':
      return undefined;
  }
}

/** `2026-03-01 to 03-05, 2026-03-09`: days in a row as one. */
export function spansText(days: readonly string[]): string {
  const spans: { first: string; last: string }[] = [];
  for (const day of [...days].sort()) {
    const span = spans.at(-1);
    if (span && addDays(span.last, 1) === day) span.last = day;
    else spans.push({ first: day, last: day });
  }
  const shown = spans.slice(0, mostSpans);
  const texts = shown.map(({ first, last }) => {
    if (first === last) return first;
    const isSameYear = first.slice(0, 4) === last.slice(0, 4);
    return l10n.t('{0} to {1}', first, isSameYear ? last.slice(5) : last);
  });
  const lastShown = shown.at(-1)?.last ?? '';
  const more = days.filter((day) => day > lastShown).length;
  return more > 0 ? l10n.t('{0} and {1} more', texts.join(', '), formatCount(more)) : texts.join(', ');
}
