import { deliveryAreas } from '../../market/datasets/areas';
import type { Unanswered } from '../../market/integrity/findings';
import type { AskedValues } from '../../market/integrity/integrity';
import { areaNames, attributeName, fromNames, toNames } from '../series/seriesNames';
import type { TextColumn } from '../columns/columns';
import type { Table } from '../columns/table';

const areaColumns = ['deliveryArea', 'areaFrom', 'areaTo'];
const areaAttributes = [...areaNames, ...fromNames, ...toNames];

/**
 * What was asked for by name and stands nowhere in the table. Nothing is said of a parameter that no
 * column speaks of: which attributes an answer carries is not documented.
 */
export function unanswered(table: Table, asked: readonly AskedValues[]): Unanswered[] {
  // As they are: a million order ids would be given codes for nothing.
  const columns = table.columns.flatMap((column) => (column.kind === 'text' ? [column] : []));
  return asked.flatMap((one) => {
    const received = [...new Set(textsFor(columns, one))];
    const said = new Set(received.map(folded));
    const absent = one.values.filter((value) => !said.has(folded(value)));
    if (received.length === 0 || absent.length === 0) return [];
    const instead = absent.length === one.values.length ? received : [];
    return [{ asked: one, absent, instead, isCertain: isSpeltAlike(one, instead) }];
  });
}

const folded = (text: string) => text.trim().toLowerCase();

/** What the table says of a parameter; empty where it says nothing. */
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
  return [...own.flatMap(parts), ...units.flatMap(currencies)];
}

/** Capacities name the two ends of a path in columns of their own. */
const endOf: Readonly<Record<string, readonly string[]>> = {
  daFrom: ['areaFrom'],
  daTo: ['areaTo'],
};

const textsIn = (column: TextColumn) => column.texts().slice(1);

/** Values of an attribute that repeats within a series stand in one text. */
const parts = (column: TextColumn) =>
  textsIn(column).flatMap((text) => [...new Set([text, ...text.split(', ')])]);

/** `EUR` of `EUR/MWh`; other units name no currency. */
const currencies = (column: TextColumn) =>
  textsIn(column).flatMap((unit) => /^([A-Z]{3})\//.exec(unit)?.[1] ?? []);

const offered = new Set(deliveryAreas.map(({ value }) => value));

/**
 * Whether what came instead is another value and not another spelling of the asked one. Names of
 * areas and interconnectors are not documented, so only areas that are offered are known by both.
 */
function isSpeltAlike({ kind, values }: AskedValues, instead: readonly string[]): boolean {
  if (kind === 'text') return instead.length === 0;
  return (
    kind !== 'deliveryArea' ||
    [...values, ...instead].every((area) => offered.has(area)) ||
    instead.length === 0
  );
}
