import * as l10n from '@vscode/l10n';
import type { AskedValues, Coverage } from './integrity';
import { statusWord } from '../query/priceStatus';
import type { Counted } from '../../text/l10n';
import { formatCount, formatCounted } from '../../text/l10n';
import { hourMs, minuteMs } from '../time/zones';

export const findingKinds = [
  'series',
  'received',
  'status',
  'absent',
  'missing',
  'toCome',
  'nulls',
  'duplicates',
  'overlaps',
  'empty',
  'outside',
  'length',
  'areas',
  'epochs',
] as const;
export type FindingKind = (typeof findingKinds)[number];
/**
 * Saved in place of findings, such as in the manifest of a range, if the response wasn't compared with its
 * query. Counts its rows.
 */
export const uncheckedKind = 'unchecked';
/** Kinds whose count is a number of rows. */
type RowsKind = 'nulls' | 'duplicates' | 'overlaps' | 'empty' | 'outside' | 'epochs';

/** The rows that a finding refers to. */
export interface FindingKey {
  readonly kind: FindingKind;
  /**
   * Distinguishes findings of the same kind: a status, a length in milliseconds, or the number of a gap. For
   * `received`, the length that all due intervals share, if they do.
   */
  readonly of?: string;
}

/** One statement about how a response compares with its query. */
export interface Finding extends FindingKey {
  readonly count: number;
  /** "2 missing" */
  readonly text: string;
  /** A problem is something that shouldn't occur; a note may be as expected. */
  readonly severity: 'good' | 'note' | 'problem';
  /** What can be shown: the affected rows, the missing intervals, or nothing beyond the text. */
  readonly shows: 'rows' | 'gaps' | 'nothing';
}

/** Requested values that weren't received. */
export interface Unanswered {
  readonly asked: AskedValues;
  readonly absent: readonly string[];
  /** The values received if none of the requested ones were. */
  readonly instead: readonly string[];
  /** False if it may be the same value with a different spelling. */
  readonly isCertain: boolean;
}

/** Counts over all series of a response. */
export interface SeriesCounts {
  /** Elements of the response. Several may belong to one series. */
  records: number;
  series: number;
  /** Series without any interval. */
  empty: number;
  coverage: Coverage;
  /** Rows by status, as sent. */
  statuses: ReadonlyMap<string, number>;
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

const rowWords: { readonly [Kind in RowsKind]: () => Counted } = {
  nulls: () => [l10n.t('{0} value is null'), l10n.t('{0} values are null')],
  duplicates: () => [l10n.t('{0} duplicate'), l10n.t('{0} duplicates')],
  overlaps: () => [l10n.t('{0} overlap'), l10n.t('{0} overlaps')],
  empty: () => [l10n.t('{0} series without values'), l10n.t('{0} series without values')],
  outside: () => [l10n.t('{0} outside the requested period'), l10n.t('{0} outside the requested period')],
  epochs: () => [
    l10n.t('{0} row where epoch and time differ'),
    l10n.t('{0} rows where epoch and time differ'),
  ],
};
/** Nobody would read a longer list. */
const mostNamed = 4;

const lengthText = (length: number) =>
  length > hourMs && length % hourMs === 0 ? `${length / hourMs} h` : `${length / minuteMs} min`;

/**
 * The findings for a time series response; `absent` are those for requested values that weren't
 * received. The number of values due follows from the period and the length of each interval.
 */
export function seriesFindings(
  { records, series, empty, coverage, statuses, isPart = false }: SeriesCounts,
  absent: readonly Finding[],
): Finding[] {
  const { received, missing, toCome, nulls, duplicates, overlaps, outside, lengths, missingLengths } =
    coverage;
  const due = received + missing;
  const judged = !isPart && [...lengths.keys()].every((length) => length <= hourMs);
  const [length, ...otherLengths] = new Set([...lengths.keys(), ...missingLengths]);
  const isShared = length !== undefined && otherLengths.length === 0;
  const only = isShared ? receivedOfDue.get(length) : undefined;
  const withoutValues = rowsFinding('empty', empty, 'problem');
  if (received + outside === 0) {
    return [...statusFindings(statuses), ...absent, ...(empty > 0 ? [withoutValues] : [])];
  }
  const seriesText =
    records > series
      ? l10n.t('{0} series in {1} records', formatCount(series), formatCount(records))
      : l10n.t('{0} series', formatCount(series));
  const counted = judged
    ? formatCounted(due, (only ?? intervalsOfDue)(), formatCount(received))
    : formatCounted(received, intervals());
  const receivedText = received > 0 ? counted : l10n.t('nothing within the requested period');
  // Missing intervals are a problem in a finding of their own.
  const severity = received === 0 ? 'problem' : missing > 0 || isPart ? 'note' : 'good';
  const all: Finding[] = [
    words('series', series, seriesText, 'note'),
    { ...words('received', received, receivedText, severity), ...(isShared ? { of: String(length) } : {}) },
    ...statusFindings(statuses),
    ...absent,
    {
      ...words('missing', missing, l10n.t('{0} missing', formatCount(missing)), 'problem'),
      shows: 'gaps',
    },
    words('toCome', toCome, l10n.t('{0} still to come', formatCount(toCome)), 'note'),
    rowsFinding('nulls', nulls, 'problem'),
    rowsFinding('duplicates', duplicates, 'problem'),
    rowsFinding('overlaps', overlaps, 'problem'),
    withoutValues,
    rowsFinding('outside', outside, 'note'),
    ...lengthFindings(lengths),
  ];
  return all.filter(({ kind, count }) =>
    kind === 'series' ? records > 1 : kind === 'received' || count > 0,
  );
}

/** A finding that shows nothing beyond its text. */
const words = (kind: FindingKind, count: number, text: string, severity: Finding['severity']): Finding => ({
  kind,
  count,
  text,
  severity,
  shows: 'nothing',
});

/** A finding that shows the rows it counts. */
const rowsFinding = (kind: RowsKind, count: number, severity: Finding['severity']): Finding => ({
  ...words(kind, count, formatCounted(count, rowWords[kind]()), severity),
  shows: 'rows',
});

/** If there are several statuses, each can show its rows; a single one applies to all rows. */
function statusFindings(statuses: ReadonlyMap<string, number>): Finding[] {
  return [...statuses].slice(0, mostNamed).map(([status, count]) => ({
    kind: 'status',
    of: status,
    count,
    text: statuses.size > 1 ? `${formatCount(count)} ${statusWord(status)}` : statusWord(status),
    severity: 'note',
    shows: statuses.size > 1 ? 'rows' : 'nothing',
  }));
}

/** The rarest lengths, if there are several, because the exceptions matter. */
function lengthFindings(lengths: ReadonlyMap<number, number>): Finding[] {
  if (lengths.size < 2) return [];
  const rarest = [...lengths].sort((a, b) => a[1] - b[1]).slice(0, mostNamed);
  return rarest
    .sort(([a], [b]) => a - b)
    .map(([length, count]) => ({
      kind: 'length',
      of: String(length),
      count,
      text: l10n.t('{0} of {1}', formatCount(count), lengthText(length)),
      severity: 'note',
      shows: 'rows',
    }));
}

/** One finding for each parameter whose requested values weren't received. */
export function absentFindings(unanswered: readonly Unanswered[]): Finding[] {
  return unanswered.map(({ asked, absent, instead, isCertain }) => ({
    kind: 'absent',
    of: asked.name,
    count: absent.length,
    text:
      instead.length > 0
        ? l10n.t('{0}: requested {1}, received {2}', asked.label, named(absent), named(instead))
        : l10n.t('no data for {0}', named(absent)),
    severity: isCertain ? 'problem' : 'note',
    shows: 'nothing',
  }));
}

const shownValues = 5;

const named = (values: readonly string[]) => {
  const words = values
    .slice(0, shownValues)
    .map((value) => (value.length > 40 ? `${value.slice(0, 39)}…` : value));
  const rest = values.length - words.length;
  const listed = words.join(', ');
  return rest > 0 ? l10n.t('{0} and {1} more', listed, formatCount(rest)) : listed;
};

/** Orders from `count` areas. An order that can be matched in several areas is sent once for each. */
export function areaFindings(count: number): Finding[] {
  if (count < 2) return [];
  const text = l10n.t('{0} areas: an order can appear in more than one', formatCount(count));
  return [words('areas', count, text, 'note')];
}

/** Orders state each time twice; in `count` rows, the two differ. */
export function epochFindings(count: number): Finding[] {
  if (count === 0) return [];
  return [rowsFinding('epochs', count, 'problem')];
}
