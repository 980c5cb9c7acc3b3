import * as l10n from '@vscode/l10n';
import { uncheckedKind } from '#src/market/integrity/findings';
import { findingWords } from '#src/market/integrity/findingWords';
import { dayText } from '#src/market/time/dayText';
import { dayPeriod, marketZone } from '#src/market/time/deliveryDay';
import { hourMs } from '#src/market/time/zones';
import { noDayFigures, type DayFigures } from '#src/protocol/charts/dayFigures';
import { hasRows, type OpenedDay } from '#src/protocol/openedRange';
import { outcomeKinds, outcomeTitle } from '#src/request/outcome';
import { formatCount, formatRows, type Sentence } from '#src/text/l10n';
import { calculated, formatNumber } from '#src/text/numbers';
import { formatBytes } from '#src/text/sizesAndDurations';

/** Words for the legend, after the number of days, and what is said of such a day if its findings don't say it. */
interface StandingWords {
  readonly legend: Sentence;
  readonly day?: Sentence;
}

/** What a person has to know about a day, from good to bad. */
const standingWords = {
  complete: { legend: () => l10n.t('complete') },
  noted: { legend: () => l10n.t('with findings') },
  preliminary: { legend: () => l10n.t('preliminary') },
  incomplete: { legend: () => l10n.t('incomplete') },
  unchecked: { legend: () => l10n.t('not checked'), day: () => l10n.t('Not checked') },
  empty: { legend: () => l10n.t('without data'), day: () => outcomeTitle({ kind: 'noData' }, false) },
  pending: { legend: () => l10n.t('not published yet'), day: () => l10n.t('Not published yet') },
  notRequested: { legend: () => l10n.t('not requested'), day: () => l10n.t('Not requested') },
  rowsChanged: {
    legend: () => l10n.t('row file changed'),
    day: () => l10n.t('The file with the rows has changed since it was fetched'),
  },
  rowsDoubled: {
    legend: () => l10n.t('with another file'),
    day: () => l10n.t('Programs read another file of the day, too'),
  },
  rowsMissing: {
    legend: () => l10n.t('row file missing'),
    day: () => l10n.t('The file with the rows is no longer in the folder'),
  },
  responseChanged: {
    legend: () => l10n.t('response changed'),
    day: () => l10n.t('The response has changed since it was fetched'),
  },
  responseMissing: {
    legend: () => l10n.t('response missing'),
    day: () => l10n.t('The response is no longer in the folder'),
  },
  failed: { legend: () => l10n.t('failed') },
} as const satisfies Readonly<Record<string, StandingWords>>;

export type DayStanding = keyof typeof standingWords;
export const standings = Object.keys(standingWords) as DayStanding[];

function conditionOf(standing: DayStanding): string | undefined {
  const words: StandingWords = standingWords[standing];
  return words.day?.();
}

/** The standing of other days. All other outcomes are failures. */
const others: { readonly [Outcome in OpenedDay['outcome']]?: DayStanding } = {
  noData: 'empty',
  pending: 'pending',
  notAsked: 'notRequested',
  responseChanged: 'responseChanged',
  responseMissing: 'responseMissing',
};

const ofRowFiles = { missing: 'rowsMissing', changed: 'rowsChanged', doubled: 'rowsDoubled' } as const;

/** What other programs read counts more than what is in it. */
export function dayStandingOf(day: OpenedDay): DayStanding {
  if (day.rowFile && hasRows(day)) return ofRowFiles[day.rowFile];
  return sentStandingOf(day);
}

/** Findings say more about an incomplete day than that it wasn't checked. */
function sentStandingOf(day: OpenedDay): DayStanding {
  const isNoted = findingWords(day.findings).length > 0;
  const isUnchecked = !isNoted && day.findings.some(({ kind }) => kind === uncheckedKind);
  if (day.outcome === 'success') return isUnchecked ? 'unchecked' : isNoted ? 'noted' : 'complete';
  if (day.outcome === 'preliminary') return 'preliminary';
  if (day.outcome === 'incomplete') return isUnchecked ? 'unchecked' : 'incomplete';
  return others[day.outcome] ?? 'failed';
}

/** Whether another run would request some of the days. */
export const hasMissingDays = (days: readonly OpenedDay[]): boolean =>
  days.some((day) => !['complete', 'noted'].includes(dayStandingOf(day)));

/** The title that the result view has for the outcome. */
function failureWords(outcome: OpenedDay['outcome']): string {
  // The folder doesn't contain the HTTP status that would distinguish the two.
  if (outcome === 'unauthorized') return l10n.t('Sign-in required, or not part of your subscription');
  const kind = outcomeKinds.find((each) => each === outcome);
  return kind === undefined ? l10n.t('Failed') : outcomeTitle({ kind }, false);
}

/** The findings of a day, why it has no rows, and what became of its file; empty if the day is complete. */
function remarkOf(day: OpenedDay): string {
  const [standing, sent] = [dayStandingOf(day), sentStandingOf(day)];
  const ofFile = standing === sent ? undefined : conditionOf(standing);
  return [sentRemarkOf(day, sent), ofFile].filter(Boolean).join('; ');
}

function sentRemarkOf(day: OpenedDay, standing: DayStanding): string {
  if (standing === 'failed') return failureWords(day.outcome);
  const findings = findingWords(day.findings).join(', ');
  if (standing === 'preliminary')
    return findings === '' ? l10n.t('Preliminary') : l10n.t('Preliminary: {0}', findings);
  if (standing === 'incomplete')
    return findings === '' ? l10n.t('Incomplete') : l10n.t('Incomplete: {0}', findings);
  return conditionOf(standing) ?? findings;
}

/** 23, 24, or 25. */
export function hoursOf({ day }: OpenedDay): number {
  const { start, end } = dayPeriod(day, marketZone);
  return (end - start) / hourMs;
}

/** `29 Mar 2026` */
export const dateOf = ({ day }: OpenedDay): string => dayText(dayPeriod(day, marketZone).start, marketZone);

/** What the figures of the days are: `Mean of each day (EUR/MWh)`. */
export function figuresTitle({ rule, unit }: Pick<DayFigures, 'rule' | 'unit'>): string {
  const rules = { mean: () => l10n.t('Mean of each day'), sum: () => l10n.t('Sum of each day') };
  return unit === '' ? rules[rule]() : `${rules[rule]()} (${unit})`;
}

/** `mean 45.20 EUR/MWh` */
function figureWords(figure: number, { rule, unit }: DayFigures): string {
  const text = `${formatNumber(calculated(figure), { least: 2, most: 4 })} ${unit}`.trimEnd();
  return rule === 'mean' ? l10n.t('mean {0}', text) : l10n.t('sum {0}', text);
}

let compact: Intl.NumberFormat | undefined;

/** At most five characters, for a cell: `45.2`, `-1.2K`. */
export function shortFigure(figure: number): string {
  if (Math.abs(figure) < 99.95) return formatNumber(figure, { least: 1, most: 1 });
  compact ??= new Intl.NumberFormat('en-US', { notation: 'compact' });
  return compact.format(figure);
}

/** `29 Mar 2026, 23 hours: 92 rows, 3.1 kB; 2 missing; mean 45.20 EUR/MWh` */
export function dayWords(day: OpenedDay, of = noDayFigures): string {
  const hours = hoursOf(day);
  const date = hours === 24 ? dateOf(day) : l10n.t('{0}, {1} hours', dateOf(day), hours);
  const remark = remarkOf(day);
  if (day.rows === 0) return l10n.t('{0}: {1}', date, remark);
  const size = l10n.t('{0}, {1}', formatRows(day.rows), formatBytes(day.bytes));
  const figure = of.figures[day.day];
  const parts = [
    size,
    remark === '' ? l10n.t('complete') : remark,
    ...(figure === undefined ? [] : [figureWords(figure, of)]),
  ];
  return l10n.t('{0}: {1}', date, parts.join('; '));
}

/** Consecutive days with the same remark. A day with findings has a remark of its own. */
export interface Remark {
  readonly first: OpenedDay;
  readonly last: OpenedDay;
  /** The rows of all these days. */
  readonly rows: number;
  readonly text: string;
}

/** The remarks about days that aren't complete, in the order of the days. */
export function remarksOf(days: readonly OpenedDay[]): Remark[] {
  const remarks: Remark[] = [];
  for (const [index, day] of days.entries()) {
    const text = remarkOf(day);
    if (text === '') continue;
    const before = remarks.at(-1);
    const isSame =
      before?.text === text &&
      before.last === days[index - 1] &&
      before.last.outcome === day.outcome &&
      !['noted', 'incomplete'].includes(dayStandingOf(day));
    if (isSame) remarks[remarks.length - 1] = { ...before, last: day, rows: before.rows + day.rows };
    else remarks.push({ first: day, last: day, rows: day.rows, text });
  }
  return remarks;
}

/** `712 complete` */
export const countWords = (count: number, standing: DayStanding): string =>
  `${formatCount(count)} ${standingWords[standing].legend()}`;
