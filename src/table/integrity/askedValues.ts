import { deliveryAreas } from '../../market/datasets/areas';
import type { Unanswered } from '../../market/integrity/findings';
import type { AskedValues } from '../../market/integrity/integrity';
import { areaNames, attributeName, fromNames, toNames } from '../series/seriesNames';
import type { TextColumn } from '../columns/columns';
import { slices, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';

const areaColumns = ['deliveryArea', 'areaFrom', 'areaTo'];
const areaAttributes = [...areaNames, ...fromNames, ...toNames];

/**
 * Requested values that appear nowhere in the table. Parameters without a matching column are
 * ignored, because the attributes of a response are not documented.
 */
export function unanswered(table: Table, asked: readonly AskedValues[]): Unanswered[] {
  const columns = textColumns(table);
  return asked.flatMap((one) => {
    const received = [...new Set(textsFor(columns, one))];
    const said = new Set(received.map(folded));
    const absent = one.values.filter((value) => !said.has(folded(value)));
    if (received.length === 0 || absent.length === 0) return [];
    const instead = absent.length === one.values.length ? received : [];
    return [{ asked: one, absent, instead, isCertain: differsBeyondSpelling(one, instead) }];
  });
}

/**
 * Whether every record names a value of a parameter. If one doesn't, there is no telling what was received for
 * it.
 */
export function* isNamed(table: Table, one: AskedValues): Sliced<boolean> {
  const sources = sourcesFor(textColumns(table), one).map(({ column, read }) => ({
    column,
    isNaming: column.texts().map((text, code) => code > 0 && read(text).length > 0),
  }));
  const { recordStarts, rows } = table;
  const isOfRows = recordStarts.length === 0;
  let named = sources.length > 0;
  yield* slices(isOfRows ? rows : recordStarts.length, (from, to) => {
    for (let at = from; at < to && named; at += 1) {
      const row = isOfRows ? at : (recordStarts[at] as number);
      named = sources.some(({ column, isNaming }) => isNaming[column.code(row)] === true);
    }
  });
  return named;
}

/** Doesn't make the columns distinct, which would be wasted on a million order ids. */
const textColumns = (table: Table): TextColumn[] =>
  table.columns.flatMap((column) => (column.kind === 'text' ? [column] : []));

const folded = (text: string) => text.trim().toLowerCase();

/** A column that may contain values for a parameter, and which values a text of it contains. */
interface Source {
  readonly column: TextColumn;
  readonly read: (text: string) => readonly string[];
}

/** The columns with values for a parameter; none if the table has none. */
function sourcesFor(columns: readonly TextColumn[], { name, kind }: AskedValues): Source[] {
  const named = (names: readonly string[]) =>
    columns.filter((column) => names.includes(attributeName(column) ?? ''));
  if (kind === 'deliveryArea') {
    const ends = [fromNames, toNames].find((names) => names.includes(name));
    const areas = columns.filter(({ key }) => (endOf[name] ?? areaColumns).includes(key));
    return [...named(ends ?? areaAttributes), ...areas].map((column) => ({ column, read: parts }));
  }
  const own = named([name.toLowerCase(), name.toLowerCase().replace(/name$/, '')]);
  if (kind !== 'currency') return own.map((column) => ({ column, read: parts }));
  const code = (text: string) => currencyNames.get(text.toLowerCase()) ?? text;
  return [
    ...own.map((column) => ({ column, read: (text: string) => parts(text).map(code) })),
    ...columns
      .filter(({ key }) => key === 'unit')
      .map((column) => ({ column, read: (text: string) => currencyOf(text).map(code) })),
  ];
}

/** The table's values for a parameter. */
const textsFor = (columns: readonly TextColumn[], one: AskedValues): string[] =>
  sourcesFor(columns, one).flatMap(({ column, read }) => textsIn(column).flatMap(read));

/** Capacities name the two ends of a path in separate columns. */
const endOf: Readonly<Record<string, readonly string[]>> = {
  daFrom: ['areaFrom'],
  daTo: ['areaTo'],
};

const textsIn = (column: TextColumn) => column.texts().slice(1);

/** Values of an attribute that repeats within a series are joined in one text. */
const parts = (text: string) => [...new Set([text, ...text.split(', ')])];

const currencyCodes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Symbols and names that stand for one currency only, unlike `kr`. */
const currencyNames: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
  ['£', 'GBP'],
  ['zł', 'PLN'],
  ['lei', 'RON'],
]);

/**
 * The currency of a unit such as `EUR/MWh`, `€ / MWh`, or `Euro per MWh`; units without a second part contain
 * none.
 */
function currencyOf(unit: string): string[] {
  const name = /^\s*([^\s\d/]+)\s*(?:\/|\bper\b)/i.exec(unit)?.[1];
  if (name === undefined) return [];
  const isCurrency = currencyCodes.has(name.toUpperCase()) || currencyNames.has(name.toLowerCase());
  return isCurrency ? [name.toUpperCase()] : [];
}

const offered = new Set(deliveryAreas.map(({ value }) => value));

/**
 * Whether the received values certainly differ from the requested ones by more than spelling. Names of areas
 * and interconnectors aren't documented, so only areas among the suggestions are certain.
 */
function differsBeyondSpelling({ kind, values }: AskedValues, instead: readonly string[]): boolean {
  if (kind === 'text') return instead.length === 0;
  return (
    kind !== 'deliveryArea' ||
    [...values, ...instead].every((area) => offered.has(area)) ||
    instead.length === 0
  );
}
