import * as l10n from '@vscode/l10n';
import { uncheckedKind } from '#src/market/integrity/findings';
import { findingWords } from '#src/market/integrity/findingWords';
import { dayText } from '#src/market/time/dayText';
import { dayPeriod, marketZone } from '#src/market/time/deliveryDay';
import { hourMs } from '#src/market/time/zones';
import { noDayFigures, type DayFigures } from '#src/protocol/chartTypes';
import type { ShownDay } from '#src/protocol/messages';
import { hasRows } from '#src/protocol/openedRange';
import { outcomeKinds, outcomeTitle } from '#src/request/outcome';
import { formatCount, formatRows, type Sentence } from '#src/text/l10n';
import { calculated, formatNumber } from '#src/text/numbers';
import { formatBytes } from '#src/text/sizesAndDurations';

/** What a person has to know about a day, from good to bad. */
export const standings = [
  'complete',
  'noted',
  'preliminary',
  'incomplete',
  'unchecked',
  'empty',
  'pending',
  'notRequested',
  'rowsChanged',
  'rowsMissing',
  'responseChanged',
  'responseMissing',
  'failed',
] as const;
export type DayStanding = (typeof standings)[number];

/** Words for the legend, after the number of days. */
const standingWords: Readonly<Record<DayStanding, Sentence>> = {
  complete: () => l10n.t('complete'),
  noted: () => l10n.t('with findings'),
  preliminary: () => l10n.t('preliminary'),
  incomplete: () => l10n.t('incomplete'),
  unchecked: () => l10n.t('not checked'),
  empty: () => l10n.t('without data'),
  pending: () => l10n.t('not published yet'),
  notRequested: () => l10n.t('not requested'),
  rowsChanged: () => l10n.t('row file changed'),
  rowsMissing: () => l10n.t('row file missing'),
  responseChanged: () => l10n.t('response changed'),
  responseMissing: () => l10n.t('response missing'),
  failed: () => l10n.t('failed'),
};

/** The standing of other days. All other outcomes are failures. */
const others: { readonly [Outcome in ShownDay['outcome']]?: DayStanding } = {
  noData: 'empty',
  pending: 'pending',
  notAsked: 'notRequested',
  responseChanged: 'responseChanged',
  responseMissing: 'responseMissing',
};

/** What other programs read counts more than what is in it. */
export function dayStandingOf(day: ShownDay): DayStanding {
  if (day.rowFile && hasRows(day)) return day.rowFile === 'missing' ? 'rowsMissing' : 'rowsChanged';
  return sentStandingOf(day);
}

/** Findings say more about an incomplete day than that it wasn't checked. */
function sentStandingOf(day: ShownDay): DayStanding {
  const isNoted = findingWords(day.findings).length > 0;
  const isUnchecked = !isNoted && day.findings.some(({ kind }) => kind === uncheckedKind);
  if (day.outcome === 'success') return isUnchecked ? 'unchecked' : isNoted ? 'noted' : 'complete';
  if (day.outcome === 'preliminary') return 'preliminary';
  if (day.outcome === 'incomplete') return isUnchecked ? 'unchecked' : 'incomplete';
  return others[day.outcome] ?? 'failed';
}

/** Whether another run would request some of the days. */
export const hasMissingDays = (days: readonly ShownDay[]): boolean =>
  days.some((day) => !['complete', 'noted'].includes(dayStandingOf(day)));

/** The title that the result view has for the outcome. */
function failureWords(outcome: ShownDay['outcome']): string {
  // The folder doesn't contain the HTTP status that would distinguish the two.
  if (outcome === 'unauthorized') return l10n.t('Sign-in required, or not part of your subscription');
  const kind = outcomeKinds.find((each) => each === outcome);
  return kind === undefined ? l10n.t('Failed') : outcomeTitle({ kind }, false);
}

const conditions: { readonly [Each in DayStanding]?: Sentence } = {
  unchecked: () => l10n.t('Not checked'),
  empty: () => outcomeTitle({ kind: 'noData' }, false),
  pending: () => l10n.t('Not published yet'),
  notRequested: () => l10n.t('Not requested'),
  rowsChanged: () => l10n.t('The file with the rows has changed since it was fetched'),
  rowsMissing: () => l10n.t('The file with the rows is no longer in the folder'),
  responseChanged: () => l10n.t('The response has changed since it was fetched'),
  responseMissing: () => l10n.t('The response is no longer in the folder'),
};

/** The findings of a day, why it has no rows, and what became of its file; empty if the day is complete. */
function remarkOf(day: ShownDay): string {
  const [standing, sent] = [dayStandingOf(day), sentStandingOf(day)];
  const ofFile = standing === sent ? undefined : conditions[standing]?.();
  return [sentRemarkOf(day, sent), ofFile].filter(Boolean).join('; ');
}

function sentRemarkOf(day: ShownDay, standing: DayStanding): string {
  if (standing === 'failed') return failureWords(day.outcome);
  const findings = findingWords(day.findings).join(', ');
  if (standing === 'preliminary')
    return findings === '' ? l10n.t('Preliminary') : l10n.t('Preliminary: {0}', findings);
  if (standing === 'incomplete')
    return findings === '' ? l10n.t('Incomplete') : l10n.t('Incomplete: {0}', findings);
  return conditions[standing]?.() ?? findings;
}

/** 23, 24, or 25. */
export function hoursOf({ day }: ShownDay): number {
  const { start, end } = dayPeriod(day, marketZone);
  return (end - start) / hourMs;
}

/** `29 Mar 2026` */
export const dateOf = ({ day }: ShownDay): string => dayText(dayPeriod(day, marketZone).start, marketZone);

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
export function dayWords(day: ShownDay, of = noDayFigures): string {
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
  readonly first: ShownDay;
  readonly last: ShownDay;
  /** The rows of all these days. */
  readonly rows: number;
  readonly text: string;
}

/** The remarks about days that aren't complete, in the order of the days. */
export function remarksOf(days: readonly ShownDay[]): Remark[] {
  const remarks: Remark[] = [];
  let next: { remark: Remark; index: number } | undefined;
  days.forEach((day, index) => {
    const text = remarkOf(day);
    if (text === '') return;
    const before = next;
    const isSame =
      before !== undefined &&
      before.index === index - 1 &&
      before.remark.text === text &&
      dayStandingOf(day) !== 'noted' &&
      dayStandingOf(day) !== 'incomplete' &&
      before.remark.last.outcome === day.outcome;
    const remark = isSame
      ? { ...before.remark, last: day, rows: before.remark.rows + day.rows }
      : { first: day, last: day, rows: day.rows, text };
    if (isSame) remarks[remarks.length - 1] = remark;
    else remarks.push(remark);
    next = { remark, index };
  });
  return remarks;
}

/** `712 complete` */
export const countWords = (count: number, standing: DayStanding): string =>
  `${formatCount(count)} ${standingWords[standing]()}`;
