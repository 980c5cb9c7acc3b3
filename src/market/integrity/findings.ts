import * as l10n from '@vscode/l10n';
import type { AskedValues, Coverage, FurtherPages } from './integrity';
import { severityOf, type FindingKind } from './judgement';
import { isNumberText } from '../records/numberTexts';
import { statusWord } from '../records/statusWords';
import { formatCount, formatCounted, type Counted } from '../../text/l10n';
import { marketZone } from '../time/deliveryDay';
import { formatLength } from '../time/intervalText';
import { formatWithOffset, hourMs, minuteMs } from '../time/zones';

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

/** Requested values that weren't received. */
export interface Unreceived {
  readonly asked: AskedValues;
  readonly absent: readonly string[];
  /** The values received, if some of them weren't requested. */
  readonly instead: readonly string[];
  /** False if it may be the same value with a different spelling. */
  readonly isCertain: boolean;
}

/** What a value that should be a time is instead. */
export type TimeProblem = 'number' | 'noOffset' | 'dateOnly' | 'noSuchTime' | 'noTime';

/**
 * The times that place a row: its start, its end, or both; `event` is the time at which an order changed or a
 * capacity was published.
 */
export type PlacedBy = 'start' | 'end' | 'both' | 'event';

/** Rows that can't be placed in time, or whose numbers aren't numbers. */
export type Flaw =
  | {
      readonly kind: 'times';
      readonly of: PlacedBy;
      readonly count: number;
      /** The first of these values, as sent. */
      readonly example: string;
      readonly problem: TimeProblem;
    }
  | { readonly kind: 'untimed'; readonly of: Exclude<PlacedBy, 'event'>; readonly count: number }
  | { readonly kind: 'reversed' | 'lengthless'; readonly count: number }
  | {
      readonly kind: UnreadableKind;
      /** The column's key, and its header. */
      readonly of: string;
      readonly title: string;
      readonly count: number;
      readonly example: string;
      /** Whether the first is a text, as opposed to an object, a list, or true or false. */
      readonly isText: boolean;
    };

/** What a number column can't read: a text or another value in place of a number, or a number that no double can be. */
export type UnreadableKind = 'texts' | 'tooLarge';

/** What a response of time series leaves open, or lacks without a gap in its intervals. */
export interface OpenQuestions {
  /**
   * The requested parameters, areas and currencies only, that not every record of the response names.
   */
  readonly unnamed: readonly Pick<AskedValues, 'name' | 'kind'>[];
  /**
   * Whether there are series of intervals longer than an hour that may lack some of them without any sign of
   * it.
   */
  readonly longIntervals: boolean;
  /**
   * The delivery days, such as `2026-03-29`, on which such a series has no interval. `due` is the number of
   * requested days that are due.
   */
  readonly emptyDays: { readonly days: readonly string[]; readonly total: number; readonly due: number };
}

/** What the service sent in other places than documented, or twice. */
export interface Undocumented {
  /** What isn't in any row. `example` is the JSON of the first. */
  readonly misfits: { readonly count: number; readonly example: string };
  /** How many records have a field twice; `example` is the first such field. */
  readonly repeatedFields: { readonly records: number; readonly example: string };
  /** An undocumented field with numbers, if the documented ones have none. */
  readonly renamed?: string | undefined;
  /** A message in a record. */
  readonly said?: string | undefined;
}

/** Findings about values that are there, but may stand for missing ones. */
export const standInKinds = ['zeros', 'repeated'] as const satisfies readonly FindingKind[];
export type StandInKind = (typeof standInKinds)[number];

/** Zeros, or other equal values in a row, that may stand for missing values. */
export interface StandIns {
  readonly kind: StandInKind;
  readonly count: number;
  /** How many times there are several in a row. */
  readonly runs: number;
  /** When the first of them starts. */
  readonly start: number;
}

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
    words('series', series, seriesText),
    {
      ...words('received', received, receivedText),
      // Missing intervals are a problem in a finding of their own.
      severity: received === 0 ? 'problem' : missing > 0 || isPart ? 'note' : 'good',
      ...(isShared ? { of: String(length) } : {}),
    },
    ...statusFindings(statuses),
    ...absent,
    ...flaws,
    { ...words('missing', missing, l10n.t('{0} missing', formatCount(missing))), shows: 'gaps' },
    ...open,
    words('toCome', toCome, l10n.t('{0} still to come', formatCount(toCome))),
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
const words = (kind: FindingKind, count: number, text: string): Finding => ({
  kind,
  count,
  text,
  severity: severityOf(kind),
  shows: 'nothing',
});

/** A finding that shows the rows it counts. */
const rowsFinding = (kind: RowsKind, count: number): Finding => ({
  ...words(kind, count, formatCounted(count, allRowWords[kind]())),
  shows: 'rows',
});

/** How ends were read, with an example as sent. */
function inclusiveFinding(example: string): Finding {
  const text = l10n.t(
    'ends such as {0} are read as inclusive: each interval ends where the next one starts',
    example,
  );
  return words('inclusiveEnds', 1, text);
}

/** If there are several statuses, each can show its rows; a single one applies to all rows. */
function statusFindings(statuses: ReadonlyMap<string, number>): Finding[] {
  const areSeveral = statuses.size > 1;
  return [...statuses].slice(0, mostNamed).map(([status, count]) => ({
    ...words('status', count, [...(areSeveral ? [formatCount(count)] : []), statusWord(status)].join(' ')),
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
      ...words('length', count, l10n.t('{0} of {1}', formatCount(count), formatLength(length))),
      of: String(length),
      shows: 'rows',
    }));
}

/**
 * One finding for each parameter whose requested values weren't received. In a response without series, some of
 * several areas may rightly have no records.
 */
export function absentFindings(unreceived: readonly Unreceived[], isOfSeries = true): Finding[] {
  return unreceived.map(({ asked, absent, instead, isCertain }) => {
    const requested = instead.length > 0 ? asked.values : absent;
    const mayBeRight = !isOfSeries && instead.length === 0;
    const uncertain = asked.kind === 'deliveryArea' ? 'unmatched' : 'unseen';
    const kind = mayBeRight ? 'unseen' : isCertain ? 'absent' : uncertain;
    // A number isn't the name of an area or a currency, and may be licensed.
    const names = instead.filter((value) => !isNumberText(value));
    const text =
      names.length > 0
        ? l10n.t('{0}: requested {1}, received {2}', asked.label, named(requested), named(names))
        : l10n.t('no data for {0}', named(requested));
    return { ...words(kind, Math.max(absent.length, 1), text), of: asked.name };
  });
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
  return words('furtherPages', more ?? 1, text);
}

/** How many records these findings, which may be those of a file or a later version, count on further pages. */
export const furtherRecordsIn = (
  findings: readonly { readonly kind: string; readonly count: number }[],
): number => findings.find(({ kind }) => kind === 'furtherPages')?.count ?? 0;

/** A response other than of series in which all `rows` are without a price, volume, or capacity. */
export const noValuesFinding = (rows: number): Finding => ({
  ...rowsFinding('noValues', rows),
  text: l10n.t('no values'),
});

/** Rows of a response without series that aren't of the requested period, day, or hour. */
export function outsideFindings(count: number): Finding[] {
  if (count === 0) return [];
  const text = formatCounted(count, [
    l10n.t('{0} row is outside the requested period'),
    l10n.t('{0} rows are outside the requested period'),
  ]);
  return [{ ...rowsFinding('outside', count), text }];
}

/** What is wrong with a time, after an example of it. */
const timeProblems: { readonly [Problem in TimeProblem]: () => string } = {
  number: () => l10n.t('a number'),
  noOffset: () => l10n.t('no UTC offset'),
  dateOnly: () => l10n.t('only a date'),
  noSuchTime: () => l10n.t('no such time'),
  noTime: () => l10n.t('not a time'),
};

/** `{1}` is an example, `{2}` is what is wrong with it. */
const unreadable: { readonly [By in PlacedBy]: () => Counted } = {
  both: () => [
    l10n.t('{0} value has no readable time, such as {1}: {2}'),
    l10n.t('{0} values have no readable time, such as {1}: {2}'),
  ],
  start: () => [
    l10n.t('{0} value has no readable start, such as {1}: {2}'),
    l10n.t('{0} values have no readable start, such as {1}: {2}'),
  ],
  end: () => [
    l10n.t('{0} value has no readable end, such as {1}: {2}'),
    l10n.t('{0} values have no readable end, such as {1}: {2}'),
  ],
  event: () => [
    l10n.t('{0} row has no readable time of publication or change, such as {1}: {2}'),
    l10n.t('{0} rows have no readable time of publication or change, such as {1}: {2}'),
  ],
};

const untimed: { readonly [By in Exclude<PlacedBy, 'event'>]: () => Counted } = {
  both: () => [l10n.t('{0} value has no start and no end'), l10n.t('{0} values have no start and no end')],
  start: () => [l10n.t('{0} value has no start'), l10n.t('{0} values have no start')],
  end: () => [l10n.t('{0} value has no end'), l10n.t('{0} values have no end')],
};

/** `{1}` is a column header, `{2}` is an example. */
const valuesAsText = (): Counted => [
  l10n.t('{0} value in "{1}" is text, such as {2}'),
  l10n.t('{0} values in "{1}" are text, such as {2}'),
];
const tooLarge = (): Counted => [
  l10n.t('{0} number in "{1}" is too large to draw or add up, such as {2}'),
  l10n.t('{0} numbers in "{1}" are too large to draw or add up, such as {2}'),
];
const notNumbers = (): Counted => [
  l10n.t('{0} value in "{1}" isn\'t a number, such as {2}'),
  l10n.t('{0} values in "{1}" aren\'t numbers, such as {2}'),
];

/** The findings for rows that can't be placed in time or whose numbers aren't numbers; each shows its rows. */
export function flawFindings(flaws: readonly Flaw[]): Finding[] {
  return flaws.map((flaw): Finding => {
    const { kind, count } = flaw;
    return 'of' in flaw
      ? { ...words(kind, count, flawText(flaw)), of: flaw.of, shows: 'rows' }
      : rowsFinding(flaw.kind, count);
  });
}

function flawText(flaw: Extract<Flaw, { of: string }>): string {
  switch (flaw.kind) {
    case 'times': {
      const { count, of, example, problem } = flaw;
      return formatCounted(count, unreadable[of](), cut(example), timeProblems[problem]());
    }
    case 'untimed':
      return formatCounted(flaw.count, untimed[flaw.of]());
    case 'texts':
    case 'tooLarge': {
      const { kind, count, title, example, isText } = flaw;
      const counted = kind === 'tooLarge' ? tooLarge() : isText ? valuesAsText() : notNumbers();
      return formatCounted(count, counted, title, cut(example));
    }
  }
}

/** `{1}` is the number of days that are due; `{2}` names the days without intervals. */
const emptyDayWords = (): Counted => [
  l10n.t('{0} of {1} delivery days has no intervals: {2}'),
  l10n.t('{0} of {1} delivery days have no intervals: {2}'),
];

/** The findings for what a response leaves open, and for days without any interval longer than an hour. */
export function openFindings({ unnamed, longIntervals, emptyDays }: OpenQuestions): Finding[] {
  const { days, total, due } = emptyDays;
  const listed = [...days, ...(total > days.length ? ['…'] : [])].join(', ');
  const found: Finding[] = [];
  if (total > 0) {
    const text = formatCounted(total, emptyDayWords(), formatCount(due), listed);
    found.push(words('emptyDays', total, text));
  }
  const area = unnamed.find(({ kind }) => kind !== 'currency');
  if (area) {
    const text = l10n.t("the response doesn't say which area its values are for");
    found.push({ ...words('unnamed', 1, text), of: area.name });
  }
  const currency = unnamed.find(({ kind }) => kind === 'currency');
  if (currency) {
    const text = l10n.t("the response doesn't say which currency its values are in");
    found.push({ ...words('unnamed', 1, text), of: currency.name });
  }
  if (longIntervals) {
    const text = l10n.t("intervals longer than an hour can't be checked for completeness");
    found.push(words('longIntervals', 1, text));
  }
  return found;
}

const shownValues = 5;
const longestValue = 40;

const cut = (value: string) => {
  // Nobody would see it otherwise.
  if (value.trim() === '') return JSON.stringify(value);
  return value.length > longestValue ? `${value.slice(0, longestValue - 1)}…` : value;
};

const named = (values: readonly string[]) => {
  const words = values.slice(0, shownValues).map(cut);
  const rest = values.length - words.length;
  const listed = words.join(', ');
  return rest > 0 ? l10n.t('{0} and {1} more', listed, formatCount(rest)) : listed;
};

/** `{1}` is an example. */
const misfitWords = (): Counted => [
  l10n.t("{0} part of the response isn't as documented: {1}"),
  l10n.t("{0} parts of the response aren't as documented, such as {1}"),
];

/** `{1}` is an example. */
const repeatedFieldWords = (): Counted => [
  l10n.t('{0} record has a field twice, such as "{1}"; the last value is used'),
  l10n.t('{0} records have a field twice, such as "{1}"; the last value is used'),
];

/** The findings for what the service sent in other places than documented, or twice. */
export function undocumentedFindings({ misfits, repeatedFields, renamed, said }: Undocumented): Finding[] {
  const found: Finding[] = [];
  if (misfits.count > 0) {
    const text = formatCounted(misfits.count, misfitWords(), cut(misfits.example));
    found.push(words('misfits', misfits.count, text));
  }
  if (repeatedFields.records > 0) {
    const text = formatCounted(repeatedFields.records, repeatedFieldWords(), cut(repeatedFields.example));
    found.push(words('repeatedFields', repeatedFields.records, text));
  }
  if (renamed) {
    const text = l10n.t('the values may be in "{0}", which isn\'t documented', cut(renamed));
    found.push(words('renamed', 1, text));
  }
  if (said) found.push(words('words', 1, l10n.t('message from the service: {0}', cut(said))));
  return found;
}

/** Orders from `count` areas. An order that can be matched in several areas is sent once for each. */
export function areaFindings(count: number): Finding[] {
  if (count < 2) return [];
  const text = l10n.t('{0} areas: an order can appear in more than one', formatCount(count));
  return [words('areas', count, text)];
}

/** Orders state each time twice; in `count` rows, the two differ. */
export function epochFindings(count: number): Finding[] {
  if (count === 0) return [];
  return [rowsFinding('epochs', count)];
}

/** The findings for values that may stand for missing ones. */
export const standInFindings = (found: readonly StandIns[]): Finding[] =>
  found.map((each) => ({ ...words(each.kind, each.count, standInText(each)), shows: 'rows' }));

/** `{1}` is when the first of them starts. */
const zerosInARow = (): Counted => [
  l10n.t('{0} zero from {1}; it may stand for a missing value'),
  l10n.t('{0} zeros in a row from {1}; they may stand for missing values'),
];

/** Times are the market's, with their offset. */
function standInText({ kind, count, runs, start }: StandIns): string {
  const from = formatWithOffset(start, marketZone);
  const all = formatCount(count);
  const times = formatCount(runs);
  if (kind === 'zeros') {
    return runs === 1
      ? formatCounted(count, zerosInARow(), from)
      : l10n.t(
          '{0} zeros in {1} runs, the first from {2}; they may stand for missing values',
          all,
          times,
          from,
        );
  }
  return runs === 1
    ? l10n.t('{0} equal values in a row from {1}; they may stand for missing values', all, from)
    : l10n.t(
        '{0} equal values in {1} runs, the first from {2}; they may stand for missing values',
        all,
        times,
        from,
      );
}
