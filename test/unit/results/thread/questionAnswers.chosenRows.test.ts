import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { noCompanionFiles } from '#src/protocol/companionFiles';
import type { ExportOrder, Origin } from '#src/protocol/exportOrder';
import type { ExportFormat } from '#src/protocol/formats';
import type { TableForm, Filter } from '#src/protocol/rowsQuestion';
import { datasets } from '#src/market/datasets/datasets';
import type { RecordKind } from '#src/market/records/recordKinds';
import { answerTo } from '#src/results/thread/questionAnswers';
import { WorkerResult } from '#src/results/thread/workerResult';
import type { ExportedFile, ThreadQuestion } from '#src/protocol/workerMessages';
import { NumberText, parseExactly } from '#src/table/columns/numberText';
import { operatorNames } from '#src/protocol/filterOperators';
import {
  periodKey,
  type Cell,
  type ChosenRows,
  type PageAnswer,
  type RowsAnswer,
} from '#src/protocol/tableTypes';
import { isEpoch } from '#src/market/records/epochs';
import { sheetOrder } from '#src/exports/xlsx/sheetOrder';
import { csvRecords } from '../../exports/csvRecords';
import { readParquet } from '../../exports/parquet/readParquet';
import { sampleOrigin } from '../../exports/sampleSource';
import { readWorkbook } from '../../exports/xlsx/readWorkbook';
import { propertyRuns } from '../../propertyRuns';
import { contextOf } from './threadContext';

const folder = mkdtempSync(join(tmpdir(), 'chosen-rows-'));
const fixtureOf = (id: string) =>
  readFileSync(join(import.meta.dirname, '..', '..', '..', 'fixtures', `${id}.json`));

/** The same rows with their numbers in the table. */
const pageOf = async (result: WorkerResult, question: ChosenRows) => {
  const page = { about: 'rows', question } as ThreadQuestion;
  return (await answerTo(result, page, contextOf(result))) as PageAnswer;
};

let files = 0;
const newFile = (suffix: string) => join(folder, `${(files += 1)}.${suffix}`);

const loaded: WorkerResult[] = [];
afterAll(() => Promise.all(loaded.map(({ spool }) => spool?.remove())));

async function load(body: Buffer, record: RecordKind): Promise<WorkerResult> {
  const path = newFile('json');
  writeFileSync(path, body);
  const [result] = await WorkerResult.load(record, path, 1e9);
  loaded.push(result);
  return result;
}

/** The rows as callers of `marketData.result.rows` get them. */
const rowsOf = async (result: WorkerResult, question: ChosenRows) =>
  (await answerTo(result, { about: 'typedRows', question }, contextOf(result))) as RowsAnswer;

async function exported(result: WorkerResult, format: ExportFormat, rows: ChosenRows): Promise<string> {
  return (await exportedFile(result, format, rows)).path;
}

async function exportedFile(
  result: WorkerResult,
  format: ExportFormat,
  rows: ChosenRows | undefined,
  differing: {
    readonly origin?: Origin;
    readonly provenance?: boolean;
    readonly deliveryColumns?: boolean;
  } & TableForm = {},
) {
  const path = newFile(format);
  const { origin = sampleOrigin, provenance = false, ...how } = differing;
  const beside = { ...noCompanionFiles, provenance };
  const question = { order: { format, rows, formulaGuard: false, beside, ...how }, path, origin };
  const file = (await answerTo(result, { about: 'export', question }, contextOf(result))) as ExportedFile;
  return { ...file, path };
}

/** A cell as read back: its text or JSON value; nothing if it is missing. */
type Word = string | object | null;

const wordOf = (value: unknown): Word => {
  if (value === null || value === undefined) return null;
  if (value instanceof NumberText) return value.text;
  if (typeof value === 'string' || typeof value === 'object') return value;
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
};

const parquetRows = async (path: string) => (await readParquet(readFileSync(path), {})).rows;

/** The last cell of each row of a Parquet file, with its key. */
const lastCells = async (path: string) => (await parquetRows(path)).map((row) => Object.entries(row).at(-1));

const readers: Readonly<
  Record<'csv' | 'ndjson' | 'parquet' | 'xlsx', (path: string) => Promise<[string[], Word[][]]>>
> = {
  csv: (path) => {
    const [header = [], ...rows] = csvRecords(readFileSync(path, 'utf8'));
    return Promise.resolve([header.map(String), rows]);
  },
  ndjson: (path) => {
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    const rows = lines.map((line) => parseExactly(line) as Record<string, unknown>);
    return Promise.resolve([Object.keys(rows[0] ?? {}), rows.map((row) => Object.values(row).map(wordOf))]);
  },
  parquet: async (path) => {
    const rows = await parquetRows(path);
    const keys = Object.keys(rows[0] ?? {}).filter((key) => key !== '_more');
    const cells = rows.map(({ _more: more, ...row }) => {
      const others = new Map(Object.entries(parseExactly(typeof more === 'string' ? more : '{}') as object));
      return keys.map((key) => {
        const value = (row[key] ?? others.get(key)) as unknown;
        return value instanceof Date ? value.toISOString() : wordOf(value);
      });
    });
    return [keys, cells];
  },
  xlsx: async (path) => {
    const { header, rows } = await readWorkbook(readFileSync(path));
    const words = rows.map((row) =>
      row.map((cell) => (cell?.value instanceof Date ? cell.value.toISOString() : wordOf(cell?.value))),
    );
    return [header, words];
  },
};

/** The headers of a workbook, which it has instead of the columns' keys. */
function headersOf({ table }: WorkerResult, keys: readonly string[]): string[] {
  const shown = new Map(table.describe().map((column) => [column.key, column]));
  return keys.map((key) => {
    const { title, type, unit } = shown.get(key) ?? { title: table.column(key)?.title ?? key };
    const note = type === 'time' || (type && isEpoch({ key, type })) ? 'UTC' : unit;
    return note ? `${title} (${note})` : title;
  });
}

/** Whether the value that was read back is that of the cell. */
function isCell(word: Word, cell: Cell, type: string): boolean {
  if (cell === null || word === null) return word === cell;
  if (type === 'time' && typeof cell === 'number') return Date.parse(word as string) === cell;
  // An epoch is a date in a workbook.
  if (typeof cell === 'number') return Number(word) === cell || Date.parse(word as string) === cell;
  if (typeof word === 'object') return JSON.stringify(word) === JSON.stringify(parseExactly(String(cell)));
  return word === String(cell);
}

const range = fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 12 }));

/**
 * A question about the table's columns; a filter has a value of one of its rows, so that it often keeps some.
 */
const questionsOf = ({ table }: WorkerResult): fc.Arbitrary<ChosenRows> => {
  const keys = [...table.columns.map(({ key }) => key), ...(table.column('startTime') ? [periodKey] : [])];
  const column = fc.constantFrom(...keys);
  const cell = (key: string) =>
    fc.nat({ max: table.rows - 1 }).map((row) => table.column(key)?.cell(row) ?? null);
  const filter: fc.Arbitrary<Filter> = column.chain((key) =>
    fc.record({ column: fc.constant(key), op: fc.constantFrom(...operatorNames), value: cell(key) }),
  );
  return fc.record(
    {
      sort: fc.array(fc.record({ column, descending: fc.boolean() }), { maxLength: 2 }),
      filter: fc.oneof(
        { weight: 2, arbitrary: fc.constant<Filter[]>([]) },
        { weight: 1, arbitrary: fc.array(filter, { maxLength: 2 }) },
      ),
      columns: fc.shuffledSubarray(keys, { minLength: 1 }),
      from: fc.nat({ max: 5 }),
      to: fc.nat({ max: 15 }),
      ranges: fc.array(range, { maxLength: 4 }),
    },
    { requiredKeys: [] },
  );
};

/** The chosen rows out of all rows after filter and sort. */
const chosenOf = <Row>(rows: readonly Row[], { from = 0, to = Infinity, ranges }: ChosenRows): Row[] =>
  rows.filter(
    (_, place) =>
      place >= from &&
      place < to &&
      (!ranges || ranges.some(([start, end]) => place >= start && place < end)),
  );

const all = ({ from: _from, to: _to, ranges: _ranges, ...question }: ChosenRows) => question;

describe.each(datasets.map(({ id, record }) => [id, record] as const))('chosen rows of %s', (id, record) => {
  it.each(['csv', 'ndjson', 'parquet', 'xlsx'] as const)(
    'are in %s as the table shows them',
    async (format) => {
      const result = await load(fixtureOf(id), record);
      await fc.assert(
        fc.asyncProperty(questionsOf(result), async (question) => {
          const inOrder = format === 'xlsx' ? sheetOrder(result.table.columns) : result.table.columns;
          const keys = question.columns ?? inOrder.map(({ key }) => key);
          const shown = await rowsOf(result, { ...all(question), columns: keys }).catch(() => null);
          fc.pre(shown !== null); // a comparison that a column doesn't have
          const expected = chosenOf(shown.rows, question);
          const [readKeys, rows] = await readers[format](await exported(result, format, question));
          expect(rows).toHaveLength(expected.length);
          const named = format === 'xlsx' ? headersOf(result, keys) : keys;
          if (rows.length > 0) expect(readKeys).toEqual(named);
          rows.forEach((row, place) =>
            row.forEach((word, at) => {
              const cell = expected[place]?.[at] ?? null;
              const type = result.table.column(keys[at] ?? '')?.type ?? '';
              if (!isCell(word, cell, type)) expect([keys[at], word]).toEqual([keys[at], cell]);
            }),
          );
        }),
        { numRuns: propertyRuns(8, 500) },
      );
    },
  );

  it('are in JSON in the order sent', async () => {
    const result = await load(fixtureOf(id), record);
    const keys = result.table.columns.map(({ key }) => key);
    await fc.assert(
      fc.asyncProperty(questionsOf(result), async ({ columns: _, ...question }) => {
        const shown = await pageOf(result, all(question)).catch(() => null);
        fc.pre(shown !== null);
        const origins = chosenOf(shown.origins, question).sort((one, other) => one - other);
        const part = await load(readFileSync(await exported(result, 'json', question)), record);
        const cells = (read: WorkerResult, row: number) =>
          keys.map((key) => read.table.column(key)?.text(row) ?? null);
        expect(Array.from({ length: part.table.rows }, (_, row) => cells(part, row))).toEqual(
          origins.map((row) => cells(result, row)),
        );
      }),
      { numRuns: propertyRuns(8, 500) },
    );
  });
});

describe('an export', () => {
  const orders = () => load(fixtureOf('intraday-orders'), 'publicOrder');
  const textOf = async (result: WorkerResult, format: ExportFormat, rows: ChosenRows) =>
    readFileSync(await exported(result, format, rows), 'utf8');

  const prices = () => load(fixtureOf('dayahead-prices'), 'timeSeries');

  it('as a workbook has the areas before the values, unless its columns are chosen', async () => {
    const headersOf = async (result: WorkerResult, rows: ChosenRows) =>
      (await readWorkbook(readFileSync(await exported(result, 'xlsx', rows)))).header;
    expect((await headersOf(await prices(), {})).slice(0, 4)).toEqual([
      'Start (UTC)',
      'End (UTC)',
      'Delivery area',
      'Value (EUR/MWh)',
    ]);
    expect((await headersOf(await orders(), {})).slice(0, 2)).toEqual(['Delivery area', 'Order']);
    const columns = ['value', 'attribute.deliveryArea'];
    expect(await headersOf(await prices(), { columns })).toEqual(['Value (EUR/MWh)', 'Delivery area']);
  });

  it('ends with delivery day, period, and local time if that is wanted, across a clock change', async () => {
    const value = (from: string, to: string) => ({ startTime: from, endTime: to, value: 1 });
    const body = JSON.stringify([
      {
        values: [
          value('2026-10-24T22:00:00Z', '2026-10-24T22:15:00Z'),
          value('2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z'),
          value('2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z'),
          value('2026-10-25T01:00:00.250Z', '2026-10-25T02:00:00Z'),
          { value: 2 },
        ],
      },
    ]);
    const result = await load(Buffer.from(body), 'timeSeries');
    const rows = { columns: ['value'], sort: [{ column: 'startTime', descending: true }] };
    for (const format of ['csv', 'ndjson', 'parquet', 'xlsx'] as const) {
      const { path } = await exportedFile(result, format, rows, { deliveryColumns: true });
      const [keys, cells] = await readers[format](path);
      expect(keys.slice(1), format).toEqual(
        format === 'xlsx' ? ['Delivery day', 'Period', 'Local time'] : ['deliveryDay', 'period', 'localTime'],
      );
      expect(
        cells.map((row) => row.slice(1)),
        format,
      ).toEqual([
        ['2026-10-25', null, '2026-10-25T02:00:00.250+01:00'],
        ['2026-10-25', '3b', '2026-10-25T02:00:00+01:00'],
        ['2026-10-25', '3a', '2026-10-25T02:00:00+02:00'],
        ['2026-10-25', '1', '2026-10-25T00:00:00+02:00'],
        [null, null, null],
      ]);
    }
  });

  it('has the delivery columns of orders by their delivery, and leaves out what the service names so', async () => {
    const body = JSON.stringify([
      { id: 'a', period: 7, deliveryStart: '2026-03-29T01:00:00Z', deliveryEnd: '2026-03-29T02:00:00Z' },
    ]);
    const result = await load(Buffer.from(body), 'publicOrder');
    const { path } = await exportedFile(result, 'csv', undefined, { deliveryColumns: true });
    const [keys, [cells = []]] = await readers.csv(path);
    expect(keys.slice(-3)).toEqual(['period', 'deliveryDay', 'localTime']);
    expect(cells.slice(-3)).toEqual(['7', '2026-03-29', '2026-03-29T03:00:00+02:00']);
  });

  it('names each column once, even if it is chosen twice', async () => {
    const text = await textOf(await orders(), 'csv', { columns: ['side', 'id', 'side'], to: 1 });
    expect(text).toBe('"side","id"\r\nBUY,I-1\r\n');
  });

  it.each(['json', 'ndjson', 'csv', 'parquet'] as const)(
    'in %s is described correctly: size, hash, records, and rows',
    async (format) => {
      const prices = await load(fixtureOf('dayahead-prices'), 'timeSeries');
      for (const result of [await orders(), prices]) {
        for (const rows of [{}, { ranges: [[0, 2]] }, { from: 1, to: 2 }] as ChosenRows[]) {
          const { path, bytes, sha256, ...counts } = await exportedFile(result, format, rows, {
            provenance: true,
          });
          const written = readFileSync(path);
          expect(bytes).toBe(written.length);
          expect(sha256).toBe(createHash('sha256').update(written).digest('hex'));
          if (format !== 'json') continue;
          const { table } = await load(written, result === prices ? 'timeSeries' : 'publicOrder');
          expect(counts).toEqual({ records: table.records, rows: table.rows });
        }
      }
    },
  );

  it("isn't hashed unless its provenance is wanted, which would take as long as writing it", async () => {
    expect((await exportedFile(await orders(), 'csv', {})).sha256).toBe('');
  });

  const interrupted = { origin: { ...sampleOrigin, outcome: 'unreachable', complete: false } } as const;

  it.each<[string, RecordKind, string, ChosenRows | undefined]>([
    ['records of a response that was interrupted', 'publicOrder', '[{"id":"a"},{"id":"b"},{"id":"c', {}],
    [
      'a series that was interrupted is left out',
      'timeSeries',
      '[{"values":[{"value":1},{"value":2}]},{"values":[{"value":3},{"value":4},{"val',
      {},
    ],
    [
      'only a series that was interrupted was chosen',
      'timeSeries',
      '[{"values":[{"value":1}]},{"values":[{"value":3},{"value":4},{"val',
      { from: 1 },
    ],
    [
      'everything received, as it was received',
      'timeSeries',
      '[{"values":[{"value":1}]},{"values":[{"value":3},{"val',
      undefined,
    ],
    [
      'a curve of which no point is chosen',
      'priceCurve',
      '{"values":[{"sellCurves":[{"price":1}]}]}',
      { ranges: [] },
    ],
  ])('is described correctly: %s', async (_, kind, body, rows) => {
    const result = await load(Buffer.from(body), kind);
    const { path, records, rows: count } = await exportedFile(result, 'json', rows, interrupted);
    const { table } = await load(readFileSync(path), kind);
    expect({ records, rows: count }).toEqual({ records: table.records, rows: table.rows });
  });

  it('with seeded values has the same rows in the same order, with other ids and prices', async () => {
    const result = await orders();
    const made = async (seed: number, rows?: ChosenRows) => {
      const path = newFile('json');
      const order: ExportOrder = { format: 'json', rows, values: { seed }, beside: noCompanionFiles };
      const question = { order, path, origin: sampleOrigin };
      await answerTo(result, { about: 'export', question }, contextOf(result));
      return readFileSync(path);
    };
    const seeded = await made(1);
    expect(await made(1)).toEqual(seeded);
    expect(await made(2)).not.toEqual(seeded);
    const columns = ['deliveryStart', 'state'];
    const shown = (read: WorkerResult) => rowsOf(read, { columns });
    expect(await shown(await load(seeded, 'publicOrder'))).toEqual(await shown(result));
    expect(seeded.toString()).not.toMatch(/9007199254740993|NX_519789/);
    const part = await load(await made(1, { from: 1, to: 2 }), 'publicOrder');
    expect((await shown(part)).rows).toEqual([(await shown(result)).rows[1]]);
  });

  it('of the first records has the requested number of them', async () => {
    const text = await textOf(await orders(), 'json', { sample: 2 });
    expect((JSON.parse(text) as { id: string }[]).map(({ id }) => id)).toEqual(['I-1', 'X-2']);
    expect(await textOf(await orders(), 'json', { sample: 9 })).toBe(fixtureOf('intraday-orders').toString());
  });

  it('of the first values of each series has all series, including those without values', async () => {
    const result = await load(fixtureOf('dayahead-prices'), 'timeSeries');
    const body = JSON.parse(await textOf(result, 'json', { sample: 2 })) as {
      values: { startTime: string }[];
    }[];
    expect(body.map(({ values }) => values.map(({ startTime }) => startTime))).toEqual([
      ['2026-03-29T00:30:00Z', '2026-03-29T00:45:00Z'],
      [],
    ]);
  });

  it('of the first values of a curve has all points of these intervals', async () => {
    const point = (price: number) => ({ price, volume: 1 });
    const value = (hour: number, sell: number, buy: number) => ({
      startTime: `2026-10-25T0${hour}:00:00Z`,
      endTime: `2026-10-25T0${hour + 1}:00:00Z`,
      sellCurves: Array.from({ length: sell }, (_, at) => point(at)),
      buyCurves: Array.from({ length: buy }, (_, at) => point(at)),
    });
    const values = [value(0, 3, 2), value(0, 1, 1), value(1, 0, 2), value(2, 2, 0)];
    const result = await load(Buffer.from(JSON.stringify({ values })), 'priceCurve');
    for (let sample = 1; sample <= values.length; sample += 1) {
      expect(JSON.parse(await textOf(result, 'json', { sample }))).toEqual({
        values: values.slice(0, sample),
      });
    }
  });

  it("says which column doesn't exist", async () => {
    await expect(exported(await orders(), 'csv', { columns: ['nope'] })).rejects.toThrow('Column "nope"');
    await expect(exported(await orders(), 'json', { sort: [{ column: 'nope' }] })).rejects.toThrow('"nope"');
  });

  it("in Parquet ends in what doesn't fit the chosen rows and columns, and in nothing else", async () => {
    const body = Buffer.from('[{"id":"a","quantity":1},{"id":"b","quantity":1.5}]');
    const result = await load(body, 'publicOrder');
    const lastOf = async (rows: ChosenRows) => (await lastCells(await exported(result, 'parquet', rows)))[0];
    expect(await lastOf({ to: 1 })).toEqual(['_more', null]);
    expect(await lastOf({ from: 1 })).toEqual(['_more', '{"quantity":1.5}']);
    expect(await lastOf({ from: 1, columns: ['id', 'price'] })).toEqual(['_more', null]);
  });

  it('in Parquet ends in nothing if its cells were calculated, and has no column after the last', async () => {
    const values = [
      { startTime: '2026-03-29T00:00:00Z', endTime: '2026-03-29T01:00:00Z', value: 1 },
      { startTime: '2026-03-29T01:00:00Z', endTime: '2026-03-29T02:00:00Z', value: 'n/a' },
    ];
    const result = await load(Buffer.from(JSON.stringify([{ unit: 'EUR/MWh', values }])), 'timeSeries');
    const lastOf = async (form: Parameters<typeof exportedFile>[3]) =>
      lastCells((await exportedFile(result, 'parquet', undefined, form)).path);
    expect((await lastOf({ deliveryColumns: true }))[1]).toEqual(['_more', '{"value":"n/a"}']);
    const nothing = ['_more', null];
    expect(await lastOf({ layout: 'wide', deliveryColumns: true })).toEqual([nothing, nothing]);
    expect(await lastOf({ resolution: 'PT60M' })).toEqual([nothing, nothing]);
  });

  it('of all rows as JSON is the whole response, whatever the sort', async () => {
    const result = await orders();
    const body = fixtureOf('intraday-orders').toString();
    expect(await textOf(result, 'json', {})).toBe(body);
    expect(await textOf(result, 'json', { sort: [{ column: 'price' }] })).toBe(body);
    expect(JSON.parse(await textOf(result, 'json', { ranges: [] }))).toEqual([]);
  });
});
