import { recordShapes, type RecordKind } from '../../market/records/recordKinds';
import { NumberText, toJsonText } from '../columns/numberText';
import type { TableColumn } from '../columns/columns';
import type { Table } from '../columns/table';
import { wordsOf } from '../../text/serviceWords';

/** A parsed JSON object. Only own properties are read, because `constructor` may be a field's name. */
type JsonObject = Record<string, unknown>;

/** Whether the parsed value is a JSON object: not an array, null, or a number kept as text. */
export function isObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText)
  );
}

const own = (record: JsonObject, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/**
 * The members of a documented list, which may be missing or null. Anything else in its place, and members that
 * aren't objects, are counted as misfits.
 */
function membersOf(table: Table, list: unknown): readonly unknown[] {
  if (list === null || list === undefined) return [];
  if (!Array.isArray(list)) {
    table.addMisfit(list);
    return [];
  }
  for (const member of list) if (!isObject(member)) table.addMisfit(member);
  return list;
}

/** Fields of a record by kind, as sets, because every field of every record is checked. */
const setsOf = (list: 'known' | 'own'): { [Kind in RecordKind]: ReadonlySet<string> } => ({
  timeSeries: new Set(recordShapes.timeSeries[list]),
  priceCurve: new Set(recordShapes.priceCurve[list]),
  publicOrder: new Set(recordShapes.publicOrder[list]),
  hubToHubCapacity: new Set(recordShapes.hubToHubCapacity[list]),
});
const known = setsOf('known');
const ownFields = setsOf('own');

/** Writes a value into some rows of the column. */
type Fill = (column: TableColumn | undefined, value: unknown) => void;

/** Fills rows `from` to `to` (exclusive). */
const into =
  (from: number, to: number): Fill =>
  (column, value) =>
    column?.fill(from, to, value);

function spreadUnknown(
  table: Table,
  record: JsonObject,
  known: ReadonlySet<string>,
  level: string,
  fill: Fill,
): void {
  for (const name of Object.keys(record)) {
    if (!known.has(name)) fill(table.unknown(name, level, record[name]), record[name]);
  }
}

/**
 * `attributes` become columns keyed by name, or by role if there is no name. Values of a key that
 * repeats within one record are joined with ", ".
 */
function spreadAttributes(table: Table, attributes: unknown, fill: Fill): void {
  const byName = new Map<string, unknown[]>();
  for (const attribute of membersOf(table, attributes)) {
    if (!isObject(attribute)) continue;
    const name = [own(attribute, 'name'), own(attribute, 'role')].find(
      (text) => typeof text === 'string' && text !== '',
    );
    const value = own(attribute, 'value');
    if (typeof name !== 'string') {
      if (Object.values(attribute).some((member) => member !== null)) table.addMisfit(attribute);
      continue;
    }
    const values = byName.get(name) ?? [];
    if (value !== null && value !== undefined) values.push(value);
    byName.set(name, values);
  }
  for (const [name, values] of byName) {
    const column = table.attribute(name);
    if (values.length === 1) fill(column, values[0]);
    else if (values.length > 1) fill(column, values.map(asText).join(', '));
  }
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : toJsonText(value));

/** Fields of an element of `values`, one column each. */
export const valueFields = recordShapes.timeSeries.inner;
const pointFields = ['price', 'volume'];
const curveFields = ['sellCurves', 'buyCurves'];
/** Fields of an element of a curve's `values` besides its points. */
const periodFields = recordShapes.priceCurve.inner.filter((name) => !curveFields.includes(name));
/** What all rows of such a record share, and the columns with its own start and end. */
const heads = {
  timeSeries: {
    fields: ['type', 'SubType', 'unit', 'resolution', 'category', 'scale', 'createdTime'],
    start: 'seriesStartTime',
    end: 'seriesEndTime',
    level: 'series',
  },
  priceCurve: {
    fields: ['type', 'subType', 'category', 'resolution', 'createdTime'],
    start: 'curveStartTime',
    end: 'curveEndTime',
    level: 'curve',
  },
};
const valueKnown = new Set(valueFields);
const pointKnown = new Set(pointFields);
const periodKnown = new Set(recordShapes.priceCurve.inner);

/** One row per value. A series without values still has one row with empty time and value. */
function addTimeSeries(table: Table, record: JsonObject): void {
  const from = table.rows;
  const columns = valueFields.map((name) => table.column(name));
  let row = from;
  for (const value of membersOf(table, own(record, 'values'))) {
    if (isObject(value)) {
      columns.forEach((column, index) => column?.set(row, own(value, valueFields[index] ?? '')));
      spreadUnknown(table, value, valueKnown, 'values', into(row, row + 1));
    }
    row += 1;
  }
  fillHead(table, 'timeSeries', record, Math.max(row, from + 1));
}

/**
 * Copies the fields of a record into its rows, which are those after the table's last one, up to `to` (exclusive).
 * Returns the columns that it wrote to.
 */
function fillHead(table: Table, kind: keyof typeof heads, record: JsonObject, to: number): TableColumn[] {
  const from = table.rows;
  const columns: TableColumn[] = [];
  const { fields, start, end, level } = heads[kind];
  const fill: Fill = (column, value) => {
    if (!column || value === null || value === undefined) return;
    column.fillNext(from, to, value);
    columns.push(column);
  };
  for (const name of fields) fill(table.column(name), own(record, name));
  fill(table.column(start), own(record, 'startTime'));
  fill(table.column(end), own(record, 'endTime'));
  spreadAttributes(table, own(record, 'attributes'), fill);
  spreadUnknown(table, record, known[kind], level, fill);
  table.recordStarts.push(from);
  table.rows = to;
  return columns;
}

/** One row per curve point, sell before buy within a period. */
function addPriceCurve(table: Table, record: JsonObject): void {
  const [price, volume] = pointFields.map((name) => table.column(name));
  let row = table.rows;
  for (const period of membersOf(table, own(record, 'values'))) {
    if (!isObject(period)) continue;
    const periodFrom = row;
    for (const [side, field] of [
      ['sell', 'sellCurves'],
      ['buy', 'buyCurves'],
    ] as const) {
      for (const point of membersOf(table, own(period, field))) {
        table.column('side')?.set(row, side);
        if (isObject(point)) {
          price?.set(row, own(point, 'price'));
          volume?.set(row, own(point, 'volume'));
          spreadUnknown(table, point, pointKnown, 'point', into(row, row + 1));
        }
        row += 1;
      }
    }
    const fill = into(periodFrom, row);
    for (const name of periodFields) fill(table.column(name), own(period, name));
    spreadUnknown(table, period, periodKnown, 'values', fill);
  }
  fillHead(table, 'priceCurve', record, row);
}

/** One row per record, with the fields in the API's order. */
function addFlat(table: Table, record: JsonObject, kind: 'publicOrder' | 'hubToHubCapacity'): void {
  const row = table.rows;
  for (const name of known[kind]) table.column(name)?.set(row, own(record, name));
  spreadUnknown(table, record, known[kind], 'record', into(row, row + 1));
  table.rows = row + 1;
}

const addRows: { [Kind in RecordKind]: (table: Table, record: JsonObject) => void } = {
  timeSeries: addTimeSeries,
  priceCurve: addPriceCurve,
  publicOrder: (table, record) => addFlat(table, record, 'publicOrder'),
  hubToHubCapacity: (table, record) => addFlat(table, record, 'hubToHubCapacity'),
};

/** Whether a field contains nothing that could be data. No documented field is an object. */
const isNothing = (value: unknown): boolean =>
  value === null || (isObject(value) && Object.keys(value).length === 0);

/**
 * Whether the object is a record of this kind: it has a value in one of the kind's own fields. A record
 * without values still has the names of its fields, but so may an error, which has a message.
 */
function isRecordOf(kind: RecordKind, object: JsonObject): boolean {
  const names = Object.keys(object);
  const own = names.filter((name) => ownFields[kind].has(name));
  if (own.some((name) => !isNothing(object[name]))) return true;
  if (own.length === 0 && !recordShapes[kind].shared.some((name) => Object.hasOwn(object, name)))
    return false;
  return wordsOf(object) === undefined;
}

/**
 * The service's own words in a value that was sent in place of a record; `undefined` if there are none, or if
 * it is a record after all.
 */
export function wordsInPlaceOf(kind: RecordKind, value: unknown): string | undefined {
  return isObject(value) && isRecordOf(kind, value) ? undefined : wordsOf(value);
}

/**
 * Adds one record of the response to the table. Returns false and adds nothing if the value is not
 * such a record, for example because it is an error.
 */
export function addRecord(table: Table, kind: RecordKind, record: unknown): boolean {
  if (!isObject(record) || !isRecordOf(kind, record)) return false;
  addRows[kind](table, record);
  table.records += 1;
  return true;
}

/**
 * Adds a series whose values were already written to the rows after the table's last one, up to `to` (exclusive).
 * Returns the columns of its other fields.
 */
export function addSeriesHead(table: Table, record: JsonObject, to: number): readonly TableColumn[] {
  table.records += 1;
  return fillHead(table, 'timeSeries', record, to);
}

/** Fields in which series differ that are alike otherwise, and the columns of their values. */
export const varyingHeadFields = {
  startTime: heads.timeSeries.start,
  endTime: heads.timeSeries.end,
  createdTime: 'createdTime',
};
