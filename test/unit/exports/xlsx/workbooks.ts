import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { datasets } from '#src/market/datasets/datasets';
import { epochInstant } from '#src/market/records/epochs';
import type { RecordKind } from '#src/market/records/recordKinds';
import type { TableColumn } from '#src/table/columns/columns';
import type { Table } from '#src/table/columns/table';
import { readBody } from '../../table/readBody';
import { everythingOf, written } from '../sampleSource';

/** A table and its workbook, for programs that read it back. */
export interface Workbook {
  readonly name: string;
  readonly table: Table;
  readonly bytes: Buffer;
}

/** Cells that are easily taken for something else. */
const odd = [
  {
    id: '=1+1',
    contractId: '007',
    state: 'TRUE',
    action: '2026-03-29',
    price: 12.5,
    quantity: 1,
    deliveryStart: '2026-03-29T01:00:00+01:00',
    createdTime: '2026-03-29T00:00:00.5Z',
  },
  { id: '@SUM(A1)', contractId: '1e5', state: "'quoted", action: ' both ends ', price: -0.01 },
  { id: '+1', contractId: '-1', state: '"<&>"', action: 'two\nlines', price: 1000000 },
  { id: 'snake_case', contractId: 'ÅØÆ 😀', state: 'a;b,c', action: '1,5', price: -0, quantity: 7 },
];

async function workbook(name: string, kind: RecordKind, body: Buffer): Promise<Workbook> {
  const { table } = readBody(body, kind);
  return { name, table, bytes: await written('xlsx', everythingOf(table)) };
}

/** One of each dataset, and one with odd cells. */
export const workbooks = (): Promise<Workbook[]> =>
  Promise.all([
    ...datasets.map(({ id, record }) =>
      workbook(
        id,
        record,
        readFileSync(join(import.meta.dirname, '..', '..', '..', 'fixtures', `${id}.json`)),
      ),
    ),
    workbook('odd', 'publicOrder', Buffer.from(JSON.stringify(odd).replace('"price":0,', '"price":-0.0,'))),
  ]);

/** The cells of a table by row and column, each as a person should see it. */
export const shownCells = ({ table }: Workbook): string[][] =>
  Array.from({ length: table.rows }, (_, row) => table.columns.map((column) => shownCell(column, row)));

function shownCell(column: TableColumn, row: number): string {
  const value = column.kind === 'numeric' ? column.value(row) : Number.NaN;
  const instant = column.type === 'time' ? value : epochInstant(value, column);
  if (instant !== null && !Number.isNaN(instant)) return timeText(instant);
  const text = column.text(row) ?? '';
  // These formats have no exponents.
  if (!Number.isNaN(value) && /e/i.test(text)) {
    const [digits = '', exponent = 0] = String(value).split('e');
    return value.toFixed(Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent)));
  }
  return text;
}

/** The time without what is zero, so that it doesn't matter which of it a column shows. */
export const timeText = (epochMs: number): string =>
  new Date(epochMs)
    .toISOString()
    .replace('T', ' ')
    .replace(/(:00)?(\.000)?Z$/, '')
    .replace('Z', '');

/** `timeText` of a time as a spreadsheet shows it; other texts as they are. */
export const withoutZeros = (text: string): string =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d(\.\d{3})?)?$/.test(text) ? timeText(Date.parse(`${text}Z`)) : text;
