import { deliveryAreas } from '../../market/datasets/areas';
import type { Unanswered } from '../../market/integrity/findings';
import type { AskedValues } from '../../market/integrity/integrity';
import { areaNames, attributeName, fromNames, toNames } from '../series/seriesNames';
import type { TextColumn } from '../columns/columns';
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

/** Whether the table names any value of a parameter. If not, there is no telling what was received for it. */
export const isNamed = (table: Table, one: AskedValues): boolean =>
  textsFor(textColumns(table), one).length > 0;

/** Doesn't make the columns distinct, which would be wasted on a million order ids. */
const textColumns = (table: Table): TextColumn[] =>
  table.columns.flatMap((column) => (column.kind === 'text' ? [column] : []));

const folded = (text: string) => text.trim().toLowerCase();

/** The table's values for a parameter; empty if it has none. */
function textsFor(columns: readonly TextColumn[], { name, kind }: AskedValues): string[] {
  const named = (names: readonly string[]) =>
    columns.filter((column) => names.includes(attributeName(column) ?? ''));
  if (kind === 'deliveryArea') {
    const ends = [fromNames, toNames].find((names) => names.includes(name));
    const areas = columns.filter(({ key }) => (endOf[name] ?? areaColumns).includes(key));
    return [...named(ends ?? areaAttributes), ...areas].flatMap(parts);
  }
  const own = named([name.toLowerCase(), name.toLowerCase().replace(/name$/, '')]);
  const units = kind === 'currency' ? columns.filter(({ key }) => key === 'unit') : [];
  const texts = [...own.flatMap(parts), ...units.flatMap(currencies)];
  return kind === 'currency' ? texts.map((text) => currencyNames.get(text.toLowerCase()) ?? text) : texts;
}

/** Capacities name the two ends of a path in separate columns. */
const endOf: Readonly<Record<string, readonly string[]>> = {
  daFrom: ['areaFrom'],
  daTo: ['areaTo'],
};

const textsIn = (column: TextColumn) => column.texts().slice(1);

/** Values of an attribute that repeats within a series are joined in one text. */
const parts = (column: TextColumn) =>
  textsIn(column).flatMap((text) => [...new Set([text, ...text.split(', ')])]);

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
const currencies = (column: TextColumn) =>
  textsIn(column).flatMap((unit) => {
    const name = /^\s*([^\s\d/]+)\s*(?:\/|\bper\b)/i.exec(unit)?.[1];
    if (name === undefined) return [];
    const isCurrency = currencyCodes.has(name.toUpperCase()) || currencyNames.has(name.toLowerCase());
    return isCurrency ? [name.toUpperCase()] : [];
  });

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
