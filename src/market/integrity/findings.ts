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
/** Kinds that are about so many rows and nothing else. */
type RowsKind = 'nulls' | 'duplicates' | 'overlaps' | 'empty' | 'outside' | 'epochs';

/** Which rows a finding is about. */
export interface FindingKey {
  readonly kind: FindingKind;
  /** Which one of several of its kind: a status, a length in milliseconds, the number of a gap. */
  readonly of?: string;
}

/** One thing worth knowing of how an answer relates to what was asked. */
export interface Finding extends FindingKey {
  readonly count: number;
  /** "2 missing" */
  readonly text: string;
  /** A problem is something that should be otherwise; a note may well be so. */
  readonly severity: 'good' | 'note' | 'problem';
  /** What can be looked at: certain rows, the missing intervals, or nothing beyond the words. */
  readonly shows: 'rows' | 'gaps' | 'nothing';
}

/** Asked values that did not come. */
export interface Unanswered {
  readonly asked: AskedValues;
  readonly absent: readonly string[];
  /** What came where none of the asked values did. */
  readonly instead: readonly string[];
  /** False where it may be the same, spelt otherwise. */
  readonly isCertain: boolean;
}

/** What was counted over all series of an answer. */
export interface SeriesCounts {
  /** Elements of the answer; several may belong to one series. */
  records: number;
  series: number;
  /** Series without any interval. */
  empty: number;
  coverage: Coverage;
  /** Rows by status, as sent. */
  statuses: ReadonlyMap<string, number>;
}

/** By the length of all of them; `{0}` are due, `{1}` came. */
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
/** More parts of one kind would no longer be read. */
const mostNamed = 4;

const lengthText = (length: number) =>
  length > hourMs && length % hourMs === 0 ? `${length / hourMs} h` : `${length / minuteMs} min`;

/**
 * What there is to say of a time series answer, `absent` being what was asked
 * for and did not come. How many values are due follows from the period and each interval's own length.
 */
export function seriesFindings(
  { records, series, empty, coverage, statuses }: SeriesCounts,
  absent: readonly Finding[],
): Finding[] {
  const { received, missing, toCome, nulls, duplicates, overlaps, outside, lengths } = coverage;
  const due = received + missing;
  const judged = [...lengths.keys()].every((length) => length <= hourMs);
  const only = lengths.size === 1 ? receivedOfDue.get([...lengths.keys()][0] ?? 0) : undefined;
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
  // What is missing is a finding of its own.
  const severity = received === 0 ? 'problem' : missing > 0 ? 'note' : 'good';
  const all: Finding[] = [
    words('series', series, seriesText, 'note'),
    words('received', received, receivedText, severity),
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

/** A finding that is no more than its words. */
const words = (kind: FindingKind, count: number, text: string, severity: Finding['severity']): Finding => ({
  kind,
  count,
  text,
  severity,
  shows: 'nothing',
});

/** A finding of so many rows. */
const rowsFinding = (kind: RowsKind, count: number, severity: Finding['severity']): Finding => ({
  ...words(kind, count, formatCounted(count, rowWords[kind]()), severity),
  shows: 'rows',
});

/** Several statuses are told apart by their rows; a single one is that of all. */
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

/** The rarest lengths, where there are several: the odd ones are looked for. */
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

/** Where the answer is not what was asked for: a parameter each. */
export function absentFindings(unanswered: readonly Unanswered[]): Finding[] {
  return unanswered.map(({ asked, absent, instead, isCertain }) => ({
    kind: 'absent',
    of: asked.name,
    count: absent.length,
    text:
      instead.length > 0
        ? l10n.t('{0}: requested {1}, received {2}', asked.label, named(absent), named(instead))
        : l10n.t('nothing for {0}', named(absent)),
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

/** Orders of `count` areas: one that could be matched in several is sent for each of them. */
export function areaFindings(count: number): Finding[] {
  if (count < 2) return [];
  const text = l10n.t('{0} areas: one order can appear in several', formatCount(count));
  return [words('areas', count, text, 'note')];
}

/** Orders say their times twice; `count` rows say two different ones. */
export function epochFindings(count: number): Finding[] {
  if (count === 0) return [];
  return [rowsFinding('epochs', count, 'problem')];
}
