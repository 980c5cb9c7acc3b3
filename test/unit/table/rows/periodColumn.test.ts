import { expect, it } from 'vitest';
import { fillPeriods } from '#src/table/rows/periodColumn';
import { namedColumns, sortedRows } from '#src/table/rows/rows';
import { addRecord } from '#src/table/body/recordRows';
import { atOnce } from '../atOnce';
import { minute, seriesRecord, start, tableOf, values } from '../charts/tables';

const texts = (table: ReturnType<typeof tableOf>) =>
  Array.from({ length: table.rows }, (_, row) => namedColumns(table, ['period'])[0]?.text(row));

it("the period column numbers each row's period by its own length, even in rows added later", () => {
  const table = tableOf('timeSeries', [seriesRecord({}, values([1, 2, 3]))]);
  atOnce(fillPeriods(table));
  expect(texts(table)).toEqual(['1', '2', '3']);
  addRecord(table, 'timeSeries', seriesRecord({}, values([1, 2], 15, 60)));
  addRecord(table, 'timeSeries', seriesRecord({}, values([null], 480)));
  atOnce(fillPeriods(table));
  expect(texts(table)).toEqual(['1', '2', '3', '5', '6', null]);
  expect(start % minute).toBe(0);
});

it("the period column can be filtered, but isn't a column of the response", () => {
  const table = tableOf('timeSeries', [seriesRecord({}, values([1, 2, 3]))]);
  atOnce(fillPeriods(table));
  const order = atOnce(sortedRows(table, [], [{ column: 'period', op: '=', value: '2' }]));
  expect([...(order ?? [])]).toEqual([1]);
  expect(table.columns.some(({ key }) => key === 'period')).toBe(false);
  expect(table.describe().some(({ key }) => key === 'period')).toBe(false);
});

it('the period column is replaced by a field of that name from the service, whenever that field appears', () => {
  const own = tableOf('timeSeries', [seriesRecord({}, values([1]), { period: 'mine' })]);
  atOnce(fillPeriods(own));
  expect(texts(own)).toEqual(['mine']);
  const later = tableOf('timeSeries', [seriesRecord({}, values([1]))]);
  atOnce(fillPeriods(later));
  addRecord(later, 'timeSeries', seriesRecord({}, values([2]), { period: 'mine' }));
  expect(later.columns.at(-1)?.text(1)).toBe('mine');
  atOnce(fillPeriods(later));
  expect(texts(later)).toEqual(['1', '1']);
});
