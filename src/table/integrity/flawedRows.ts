import * as l10n from '@vscode/l10n';
import {
  exampleText,
  finding,
  rowsFinding,
  type Finding,
  type FindingKey,
} from '../../market/integrity/findings';
import { formatCounted, type Counted } from '../../text/l10n';
import type { NumericColumn } from '../columns/columns';
import { unquotedText } from '../columns/numberText';
import { numbersOf } from '../columns/perTable';
import { eachIndex, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { timeProblem, type TimeProblem } from '../columns/timeText';
import {
  isUnreadable,
  measuredColumns,
  misplacements,
  placingColumns,
  unreadableKind,
  type Misplacement,
} from '../series/rowPlacement';

type PlacedBy = NonNullable<Misplacement['of']>;

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
export function* flawFindings(table: Table): Sliced<Finding[]> {
  const misplaced = misplacements(table);
  const found = new Map<string, { flaw: Misplacement; count: number; row: number }>();
  yield* eachIndex(table.rows, (row) => {
    const flaw = misplaced(row);
    if (!flaw) return;
    const key = flaw.kind + (flaw.of ?? '');
    const known = found.get(key) ?? { flaw, count: 0, row };
    found.set(key, known);
    known.count += 1;
  });
  const findings = Array.from(found.values(), ({ flaw, count, row }) =>
    misplacementFinding(table, flaw, count, row),
  );
  for (const column of measuredColumns(table)) {
    const values = new Map<UnreadableKind, { count: number; first: string }>();
    for (const [row, json] of column.exact) {
      if (row >= table.rows || !isUnreadable(column, row)) continue;
      const kind = unreadableKind(json);
      const known = values.get(kind) ?? { count: 0, first: json };
      values.set(kind, known);
      known.count += 1;
    }
    yield;
    for (const [kind, { count, first }] of values) {
      findings.push(unreadableFinding(column, kind, count, first));
    }
  }
  return findings;
}

type UnreadableKind = ReturnType<typeof unreadableKind>;

/** `row` is the first of the rows. */
function misplacementFinding(table: Table, flaw: Misplacement, count: number, row: number): Finding {
  const { kind, of } = flaw;
  if (of === undefined) return rowsFinding(kind, count);
  if (kind === 'untimed') {
    return { ...finding(kind, count, formatCounted(count, untimed[of]())), of, shows: 'rows' };
  }
  const columns = placingColumns(table);
  const column =
    of === 'event'
      ? columns?.events.find((event) => isUnreadable(event, row))
      : columns?.[of === 'both' ? 'start' : of];
  const json = column?.exact.get(row) ?? '';
  const example = exampleText(unquotedText(json));
  const text = formatCounted(count, unreadable[of](), example, timeProblems[timeProblem(json)]());
  return { ...finding(kind, count, text), of, shows: 'rows' };
}

/** `first` is the first of the values, as JSON text. */
function unreadableFinding(
  { key, title }: NumericColumn,
  kind: UnreadableKind,
  count: number,
  first: string,
): Finding {
  const words = kind === 'tooLarge' ? tooLarge() : first.startsWith('"') ? valuesAsText() : notNumbers();
  const text = formatCounted(count, words, title, exampleText(unquotedText(first)));
  return { ...finding(kind, count, text), of: key, shows: 'rows' };
}

/** Counts the rows with a price, volume, or capacity, readable or not. */
export function* countValues(table: Table): Sliced<number> {
  const measured = measuredColumns(table);
  let count = 0;
  yield* eachIndex(table.rows, (row) => {
    if (measured.some((column) => !column.isNull(row))) count += 1;
  });
  return count;
}

/** Whether a row of price curves, a point, has no price or no volume. */
export function nullPointTest(table: Table): (row: number) => boolean {
  const columns = [numbersOf(table, 'price'), numbersOf(table, 'volume')];
  return (row) => columns.some((column) => column.isNull(row));
}

/** Whether a row is one of those that a finding of `flawFindings` counts. */
export function flawTest(table: Table, { kind, of }: FindingKey): (row: number) => boolean {
  if (kind === 'texts' || kind === 'tooLarge') {
    const column = measuredColumns(table).find(({ key }) => key === of);
    return (row) =>
      column !== undefined &&
      isUnreadable(column, row) &&
      unreadableKind(column.exact.get(row) ?? '') === kind;
  }
  const misplaced = misplacements(table);
  return (row) => {
    const flaw = misplaced(row);
    return flaw?.kind === kind && (of === undefined || flaw.of === of);
  };
}
