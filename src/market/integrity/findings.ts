import * as l10n from '@vscode/l10n';
import type { AskedValues, Coverage, FurtherPages } from './integrity';
import { severityOf, type FindingKind } from './judgement';
import { isNumberText } from '../records/numberTexts';
import { statusWord } from '../records/statusWords';
import { formatCount, formatCounted, type Counted } from '../../text/l10n';
import { formatLength } from '../time/intervalText';
import { hourMs, minuteMs } from '../time/zones';

/**
 * Saved in place of findings, such as in the manifest of a range, if the response wasn't compared with its
 * query. Counts its rows.
 */
export const uncheckedKind = 'unchecked';

/** The rows that a finding refers to. */
export interface FindingKey {
  readonly kind: FindingKind;
  /**
   * Distinguishes findings of the same kind: a status, a length in milliseconds, the number of a gap, the name
   * of a parameter, or the key of a column. For `received`, the length that all due intervals share, if they
   * do.
   */
  readonly of?: string;
}

/** One statement about how a response compares with its query. */
export interface Finding extends FindingKey {
  readonly count: number;
  /** "2 missing" */
  readonly text: string;
  /** See `severityOf`; `good` if everything that was due was received. */
  readonly severity: 'good' | ReturnType<typeof severityOf>;
  /** What can be shown: the affected rows, the missing intervals, or nothing beyond the text. */
  readonly shows: 'rows' | 'gaps' | 'nothing';
}

/** Findings about values that are there, but may stand for missing ones. */
export const standInKinds = ['zeros', 'repeated'] as const satisfies readonly FindingKind[];
export type StandInKind = (typeof standInKinds)[number];

/** Counts over all series of a response. */
export interface SeriesCounts {
  /** Elements of the response. Several may belong to one series. */
  records: number;
  series: number;
  /** Series without any interval, although none of their rows is flawed. */
  empty: number;
  coverage: Coverage;
  /** Periods of price curves with points on only one side. */
  oneSided?: number;
  /** Rows with a value, readable or not. */
  values: number;
  /** Rows by status, as sent. */
  statuses: ReadonlyMap<string, number>;
  /** An end that was read as inclusive, as sent; `null` or omitted if all are exclusive. */
  inclusiveEnd?: string | null;
  /** Whether these are only some of the response's rows, so how many were due isn't known. */
  isPart?: boolean;
}

/** By the length that all intervals share, missing ones included. `{0}` are due, `{1}` were received. */
const receivedOfDue = new Map<number, () => Counted>([
  [15 * minuteMs, () => [l10n.t('{1} of {0} quarter hour'), l10n.t('{1} of {0} quarter hours')]],
  [30 * minuteMs, () => [l10n.t('{1} of {0} half hour'), l10n.t('{1} of {0} half hours')]],
  [hourMs, () => [l10n.t('{1} of {0} hour'), l10n.t('{1} of {0} hours')]],
]);
const intervalsOfDue = (): Counted => [l10n.t('{1} of {0} interval'), l10n.t('{1} of {0} intervals')];
const intervals = (): Counted => [l10n.t('{0} interval'), l10n.t('{0} intervals')];

/** What the kinds say whose count is a number of rows. */
export const rowWords = {
  nulls: () => [l10n.t('{0} value is null'), l10n.t('{0} values are null')],
  duplicates: () => [l10n.t('{0} duplicate'), l10n.t('{0} duplicates')],
  overlaps: () => [l10n.t('{0} overlap'), l10n.t('{0} overlaps')],
  empty: () => [l10n.t('{0} series without values'), l10n.t('{0} series without values')],
  outside: () => [l10n.t('{0} outside the requested period'), l10n.t('{0} outside the requested period')],
  reversed: () => [
    l10n.t('{0} interval ends before it starts'),
    l10n.t('{0} intervals end before they start'),
  ],
  lengthless: () => [l10n.t('{0} interval ends when it starts'), l10n.t('{0} intervals end when they start')],
  offGrid: () => [
    l10n.t("{0} interval doesn't start at a multiple of its length"),
    l10n.t("{0} intervals don't start at a multiple of their length"),
  ],
  oneSided: () => [
    l10n.t('{0} period has only sell or only buy orders'),
    l10n.t('{0} periods have only sell or only buy orders'),
  ],
  epochs: () => [
    l10n.t('{0} row where epoch and time differ'),
    l10n.t('{0} rows where epoch and time differ'),
  ],
} satisfies { readonly [Kind in FindingKind]?: () => Counted };
/** A response without any value says it in other words. */
const allRowWords = {
  ...rowWords,
  noValues: (): Counted => [l10n.t('the only value is null'), l10n.t('all {0} values are null')],
};
type RowsKind = keyof typeof allRowWords;

/** Nobody would read a longer list. */
const mostNamed = 4;

/**
 * The findings for a time series response; `absent` are those for requested values that weren't
 * received. The number of values due follows from the period and the length of each interval.
 */
export function seriesFindings(
  {
    records,
    series,
    empty,
    oneSided = 0,
    coverage,
    values,
    statuses,
    inclusiveEnd = null,
    isPart = false,
  }: SeriesCounts,
  absent: readonly Finding[],
  flaws: readonly Finding[] = [],
  open: readonly Finding[] = [],
): Finding[] {
  const { received, missing, toCome, outside, lengths } = coverage;
  const due = received + missing;
  const judged = !isPart && [...lengths.keys()].every((length) => length <= hourMs);
  const [length, ...otherLengths] = new Set([...lengths.keys(), ...coverage.missingLengths]);
  const isShared = length !== undefined && otherLengths.length === 0;
  const only = isShared ? receivedOfDue.get(length) : undefined;
  const withoutValues = rowsFinding('empty', empty);
  const hasNoValues = values === 0 && outside === 0 && flaws.length === 0;
  if (received + outside === 0) {
    return [...statusFindings(statuses), ...absent, ...flaws, ...open, ...(empty > 0 ? [withoutValues] : [])];
  }
  const seriesText =
    records > series
      ? l10n.t('{0} series in {1} records', formatCount(series), formatCount(records))
      : l10n.t('{0} series', formatCount(series));
  const counted = judged
    ? formatCounted(due, (only ?? intervalsOfDue)(), formatCount(received))
    : formatCounted(received, intervals());
  const receivedText = received > 0 ? counted : l10n.t('nothing within the requested period');
  const all: Finding[] = [
    finding('series', series, seriesText),
    {
      ...finding('received', received, receivedText),
      // Missing intervals are a problem in a finding of their own.
      severity: received === 0 ? 'problem' : missing > 0 || isPart ? 'note' : 'good',
      ...(isShared ? { of: String(length) } : {}),
    },
    ...statusFindings(statuses),
    ...absent,
    ...flaws,
    { ...finding('missing', missing, l10n.t('{0} missing', formatCount(missing))), shows: 'gaps' },
    ...open,
    finding('toCome', toCome, l10n.t('{0} still to come', formatCount(toCome))),
    rowsFinding(hasNoValues ? 'noValues' : 'nulls', coverage.nulls),
    rowsFinding('duplicates', coverage.duplicates),
    rowsFinding('overlaps', coverage.overlaps),
    rowsFinding('oneSided', oneSided),
    rowsFinding('offGrid', coverage.offGrid),
    withoutValues,
    rowsFinding('outside', outside),
    ...lengthFindings(lengths),
    ...(inclusiveEnd === null ? [] : [inclusiveFinding(inclusiveEnd)]),
  ];
  return all.filter(({ kind, count }) =>
    kind === 'series' ? records > 1 : kind === 'received' || count > 0,
  );
}

/** A finding that shows nothing beyond its text. */
export const finding = (kind: FindingKind, count: number, text: string): Finding => ({
  kind,
  count,
  text,
  severity: severityOf(kind),
  shows: 'nothing',
});

/** A finding that shows the rows it counts. */
export const rowsFinding = (kind: RowsKind, count: number): Finding => ({
  ...finding(kind, count, formatCounted(count, allRowWords[kind]())),
  shows: 'rows',
});

/** How ends were read, with an example as sent. */
function inclusiveFinding(example: string): Finding {
  const text = l10n.t(
    'ends such as {0} are read as inclusive: each interval ends where the next one starts',
    example,
  );
  return finding('inclusiveEnds', 1, text);
}

/** If there are several statuses, each can show its rows; a single one applies to all rows. */
function statusFindings(statuses: ReadonlyMap<string, number>): Finding[] {
  const areSeveral = statuses.size > 1;
  return [...statuses].slice(0, mostNamed).map(([status, count]) => ({
    ...finding('status', count, [...(areSeveral ? [formatCount(count)] : []), statusWord(status)].join(' ')),
    of: status,
    shows: areSeveral ? 'rows' : 'nothing',
  }));
}

/** The rarest lengths, if there are several, because the exceptions matter. */
function lengthFindings(lengths: ReadonlyMap<number, number>): Finding[] {
  if (lengths.size < 2) return [];
  const rarest = [...lengths].sort((a, b) => a[1] - b[1]).slice(0, mostNamed);
  return rarest
    .sort(([a], [b]) => a - b)
    .map(([length, count]) => ({
      ...finding('length', count, l10n.t('{0} of {1}', formatCount(count), formatLength(length))),
      of: String(length),
      shows: 'rows',
    }));
}

/**
 * The finding for records on pages that weren't requested, because the API documents none. Counts them; 1 if their
 * number is unknown.
 */
export function furtherFinding({ records, more }: FurtherPages): Finding {
  const text =
    more === undefined
      ? l10n.t('the service has more pages')
      : l10n.t(
          '{0} of {1} records; the service has more pages',
          formatCount(records),
          formatCount(records + more),
        );
  return finding('furtherPages', more ?? 1, text);
}

/** How many records these findings, which may be those of a file or a later version, count on further pages. */
export const furtherRecordsIn = (
  findings: readonly { readonly kind: string; readonly count: number }[],
): number => findings.find(({ kind }) => kind === 'furtherPages')?.count ?? 0;

/** What a part of a response is named by in a finding: its start if it's long. */
export function exampleText(value: string): string {
  // Nobody would see it otherwise.
  if (value.trim() === '') return JSON.stringify(value);
  return value.length > longestValue ? `${value.slice(0, longestValue - 1)}…` : value;
}
const longestValue = 40;

/** The finding for requested values that weren't received, and the values received instead, if there are any. */
export function absentFinding(
  kind: 'absent' | 'unmatched' | 'unseen',
  { name, label, values }: AskedValues,
  absent: readonly string[],
  instead: readonly string[],
): Finding {
  // A number isn't the name of an area or a currency, and may be licensed.
  const names = instead.filter((value) => !isNumberText(value));
  const requested = listed(instead.length > 0 ? values : absent);
  const text =
    names.length > 0
      ? l10n.t('{0}: requested {1}, received {2}', label, requested, listed(names))
      : l10n.t('no data for {0}', requested);
  return { ...finding(kind, Math.max(absent.length, 1), text), of: name };
}

const shownValues = 5;

const listed = (values: readonly string[]) => {
  const words = values.slice(0, shownValues).map(exampleText).join(', ');
  const rest = values.length - shownValues;
  return rest > 0 ? l10n.t('{0} and {1} more', words, formatCount(rest)) : words;
};
