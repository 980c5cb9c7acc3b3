import type { AskedValues, Coverage } from './integrity';
import { statusWord } from './integrity';
import { hourMs, minuteMs } from './zones';

export const findingKinds = [
  'series',
  'received',
  'status',
  'absent',
  'missing',
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
export interface SeriesFacts {
  /** Elements of the answer; several may belong to one series. */
  records: number;
  series: number;
  /** Series without any interval. */
  empty: number;
  coverage: Coverage;
  /** Rows by status, as sent. */
  statuses: ReadonlyMap<string, number>;
}

const lengthWords = new Map<number, readonly [string, string]>([
  [15 * minuteMs, ['quarter hour', 'quarter hours']],
  [30 * minuteMs, ['half hour', 'half hours']],
  [hourMs, ['hour', 'hours']],
]);
/** More parts of one kind would no longer be read. */
const mostNamed = 4;

const grouped = (count: number) => count.toLocaleString('en-US');

const lengthText = (length: number) =>
  length > hourMs && length % hourMs === 0 ? `${length / hourMs} h` : `${length / minuteMs} min`;

/**
 * What there is to say of a time series answer, `absent` being what was asked
 * for and did not come. How many values are due follows from the period and each interval's own length.
 */
export function seriesFindings(
  { records, series, empty, coverage, statuses }: SeriesFacts,
  absent: readonly Finding[],
): Finding[] {
  const { received, missing, nulls, duplicates, overlaps, outside, lengths } = coverage;
  const due = received + missing;
  const judged = [...lengths.keys()].every((length) => length <= hourMs);
  const only = lengths.size === 1 ? lengthWords.get([...lengths.keys()][0] ?? 0) : undefined;
  const [one, many] = only ?? ['interval', 'intervals'];
  const counted = judged ? `${grouped(received)} of ${grouped(due)}` : grouped(received);
  const nothing = 'nothing within the asked period';
  const problem = (kind: FindingKind, count: number, noun: string) =>
    rowsFinding(kind, count, noun, 'problem');
  const withoutValues = problem('empty', empty, 'series without values');
  if (received + outside === 0) {
    return [...statusFindings(statuses), ...absent, ...(empty > 0 ? [withoutValues] : [])];
  }
  const inRecords = records > series ? ` in ${grouped(records)} records` : '';
  // What is missing is a finding of its own.
  const severity = received === 0 ? 'problem' : missing > 0 ? 'note' : 'good';
  const all: Finding[] = [
    words('series', series, `${grouped(series)} series${inRecords}`, 'note'),
    words(
      'received',
      received,
      received > 0 ? `${counted} ${due === 1 ? one : many}` : nothing,
      severity,
    ),
    ...statusFindings(statuses),
    ...absent,
    { ...words('missing', missing, `${grouped(missing)} missing`, 'problem'), shows: 'gaps' },
    problem('nulls', nulls, nulls === 1 ? 'value is null' : 'values are null'),
    problem('duplicates', duplicates, duplicates === 1 ? 'duplicate' : 'duplicates'),
    problem('overlaps', overlaps, overlaps === 1 ? 'overlap' : 'overlaps'),
    withoutValues,
    rowsFinding('outside', outside, 'outside the asked period', 'note'),
    ...lengthFindings(lengths),
  ];
  return all.filter(({ kind, count }) =>
    kind === 'series' ? records > 1 : kind === 'received' || count > 0,
  );
}

/** A finding that is no more than its words. */
const words = (
  kind: FindingKind,
  count: number,
  text: string,
  severity: Finding['severity'],
): Finding => ({ kind, count, text, severity, shows: 'nothing' });

/** A finding of so many rows. */
const rowsFinding = (
  kind: FindingKind,
  count: number,
  noun: string,
  severity: Finding['severity'],
): Finding => ({ ...words(kind, count, `${grouped(count)} ${noun}`, severity), shows: 'rows' });

/** Several statuses are told apart by their rows; a single one is that of all. */
function statusFindings(statuses: ReadonlyMap<string, number>): Finding[] {
  return [...statuses].slice(0, mostNamed).map(([status, count]) => ({
    kind: 'status',
    of: status,
    count,
    text: statuses.size > 1 ? `${grouped(count)} ${statusWord(status)}` : statusWord(status),
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
      text: `${grouped(count)} of ${lengthText(length)}`,
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
        ? `asked for ${asked.label.toLowerCase()} ${named(absent)}, received ${named(instead)}`
        : `nothing for ${named(absent)}`,
    severity: isCertain ? 'problem' : 'note',
    shows: 'nothing',
  }));
}

const shownValues = 5;

const named = (values: readonly string[]) => {
  const words = values.slice(0, shownValues).map((value) => (value.length > 40 ? `${value.slice(0, 39)}…` : value)); // prettier-ignore
  const rest = values.length - words.length;
  return `${words.join(', ')}${rest > 0 ? ` and ${grouped(rest)} more` : ''}`;
};

/** Orders of `count` areas: one that could be matched in several is sent for each of them (E8). */
export function areaFindings(count: number): Finding[] {
  if (count < 2) return [];
  return [words('areas', count, `${grouped(count)} areas: one order can stand in several`, 'note')];
}

/** Orders say their times twice; `count` rows say two different ones. */
export function epochFindings(count: number): Finding[] {
  if (count === 0) return [];
  const noun = count === 1 ? 'row whose epoch and time differ' : 'rows whose epoch and time differ';
  return [rowsFinding('epochs', count, noun, 'problem')];
}
