import { deliveryAreas } from '../../market/datasets/areas';
import type { Unreceived } from '../../market/integrity/findings';
import type { AskedValues } from '../../market/integrity/integrity';
import { areaNames, attributeName, fromNames, toNames } from '../series/seriesNames';
import type { TextColumn } from '../columns/columns';
import { slices, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';

const areaColumns = ['deliveryArea', 'areaFrom', 'areaTo'];
const areaAttributes = [...areaNames, ...fromNames, ...toNames];

/**
 * Requested values that appear nowhere in the table, and values that were received although others were
 * requested. Parameters without a matching column are ignored, because the attributes of a response are not
 * documented.
 */
export function* unreceived(table: Table, asked: readonly AskedValues[]): Sliced<Unreceived[]> {
  const found: Unreceived[] = [];
  for (const one of asked) {
    const sources = sourcesFor(table, one);
    const received = [...new Set(sources.flatMap(({ column, read }) => textsIn(column).flatMap(read)))];
    if (received.length === 0) continue;
    const said = new Set(received.map(folded));
    const absent = one.values.filter((value) => !said.has(folded(value)));
    const isForeign = absent.length === one.values.length || (yield* hasForeign(table, one, sources));
    const instead = isForeign ? received : [];
    if (absent.length === 0 && !isForeign) continue;
    found.push({ asked: one, absent, instead, isCertain: differsBeyondSpelling(one, instead) });
  }
  return found;
}

/**
 * Whether a record is in another currency than requested, or for none of the requested areas. It isn't documented
 * which of an order's areas a request selects by, nor what the values of other parameters look like.
 */
function* hasForeign(table: Table, one: AskedValues, sources: readonly Source[]): Sliced<boolean> {
  const asked = new Set(one.values.map(folded));
  const isAsked = (text: string) => asked.has(folded(text));
  if (one.kind === 'currency') {
    return sources.some(({ column, read }) =>
      textsIn(column).some((text) => read(text).some((code) => !isAsked(code) && !code.includes(', '))),
    );
  }
  // It isn't documented which of the areas of a flow a delivery area has to be.
  if (one.kind !== 'deliveryArea' || table.column('updatedTime') !== undefined) return false;
  if (one.name === 'deliveryarea' && sources.some(({ column }) => isEnd(column))) return false;
  const names = rowTest(sources, isAny);
  const fits = rowTest(sources, (values) => values.some(isAsked));
  return yield* someRecord(table, (row) => names(row) && !fits(row));
}

const isAny = (values: readonly string[]) => values.length > 0;

/** Whether a row has values in one of the sources for which the test holds. */
function rowTest(sources: readonly Source[], test: (values: readonly string[]) => boolean) {
  const codes = sources.map(({ column, read }) => ({
    column,
    holds: column.texts().map((text, code) => code > 0 && test(read(text))),
  }));
  return (row: number) => codes.some(({ column, holds }) => holds[column.code(row)] === true);
}

/** Whether the column names an end of a flow. */
const isEnd = (column: TextColumn) =>
  [...fromNames, ...toNames].includes(attributeName(column) ?? '') ||
  Object.values(endOf).some((keys) => keys.includes(column.key));

/**
 * Whether every record names a value of a parameter. If one doesn't, there is no telling what was received for
 * it.
 */
export function* isNamed(table: Table, one: AskedValues): Sliced<boolean> {
  const sources = sourcesFor(table, one);
  const names = rowTest(sources, isAny);
  return sources.length > 0 && !(yield* someRecord(table, (row) => !names(row)));
}

/** Whether the test holds for the first row of a record. */
function* someRecord(table: Table, test: (row: number) => boolean): Sliced<boolean> {
  const { recordStarts, rows } = table;
  const isOfRows = recordStarts.length === 0;
  let found = false;
  yield* slices(isOfRows ? rows : recordStarts.length, (from, to) => {
    for (let at = from; at < to && !found; at += 1)
      found = test(isOfRows ? at : (recordStarts[at] as number));
  });
  return found;
}

const folded = (text: string) => text.trim().toLowerCase();

/** A column that may contain values for a parameter, and which values a text of it contains. */
interface Source {
  readonly column: TextColumn;
  readonly read: (text: string) => readonly string[];
}

/** The columns with values for a parameter; none if the table has none. */
function sourcesFor(table: Table, { name, kind }: AskedValues): Source[] {
  // Doesn't make the columns distinct, which would be wasted on a million order ids.
  const columns = table.columns.flatMap((column) => (column.kind === 'text' ? [column] : []));
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
