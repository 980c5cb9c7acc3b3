import { gunzipSync } from 'node:zlib';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import type { ExportSource } from '../../../src/exports/exportSource';
import { writeTable } from '../../../src/exports/writers';
import type { ExportFormat } from '../../../src/exports/formats';
import { recordShapes } from '../../../src/market/records/recordKinds';
import { parseExactly } from '../../../src/table/columns/numberText';
import { addRecord } from '../../../src/table/body/recordRows';
import { Table } from '../../../src/table/columns/table';

const tableOf = (records: readonly string[]) => {
  const table = new Table(recordShapes.hubToHubCapacity);
  for (const record of records) addRecord(table, 'hubToHubCapacity', parseExactly(record));
  return table;
};

interface Written {
  text: string;
  bytes: Buffer;
  pieces: number[];
  progress: number[];
}

async function write(format: ExportFormat, table: Table): Promise<Written> {
  const parts: Buffer[] = [];
  const progress: number[] = [];
  const source: ExportSource = {
    table,
    body: async function* () {
      yield await Promise.resolve(Buffer.alloc(3 << 20, 0x20));
    },
  };
  const sink = {
    write: (bytes: Uint8Array) => {
      parts.push(Buffer.from(bytes));
      return Promise.resolve();
    },
  };
  await writeTable(format, source, sink, {
    onProgress: (rows) => progress.push(rows),
    signal: new AbortController().signal,
  });
  const bytes = Buffer.concat(parts);
  return { text: bytes.toString(), bytes, pieces: parts.map(({ length }) => length), progress };
}

/** Nanoseconds come as they are stored; a `Date` would not show the last digits. */
async function readParquet({ bytes }: Written) {
  const file = new Uint8Array(bytes).buffer;
  const compressors = { GZIP: (input: Uint8Array) => new Uint8Array(gunzipSync(input)) };
  const parsers = { timestampFromNanoseconds: (nanoseconds: bigint) => nanoseconds };
  return {
    rows: await parquetReadObjects({ file, compressors, parsers }),
    facts: parquetMetadata(file),
  };
}

const odd = tableOf([
  '{"areaFrom":"NO1","outCapacity":"=cmd","deliveryStart":"2026-03-29T03:00:00.1234567+02:00"}',
  '{"areaFrom":"NO2","outCapacity":1e3,"deliveryStart":"soon","border":"=1+1"}',
  '{"areaFrom":"NO3","outCapacity":{"a":[1.50,"x"]},"border":true}',
]);

describe('cells of another type than their column', () => {
  it('keep their text in CSV, and no text becomes a formula in a column of numbers', async () => {
    const { text } = await write('csv', odd);
    expect(text.split('\r\n')).toEqual([
      'areaFrom,areaTo,deliveryStart,deliveryEnd,publicationTime,inCapacity,outCapacity,border,internal',
      "NO1,,2026-03-29T01:00:00.1234567Z,,,,'=cmd,,",
      "NO2,,soon,,,,1e3,'=1+1,",
      'NO3,,,,,,"{""a"":[1.50,""x""]}",true,',
      '',
    ]);
  });

  it('are JSON of their own type in NDJSON, every column on every line', async () => {
    const { text } = await write('ndjson', odd);
    const empty = '"areaTo":null,';
    const [first, , third, end] = text.split('\n');
    expect([third, first, end]).toEqual([
      `{"areaFrom":"NO3",${empty}"deliveryStart":null,"deliveryEnd":null,"publicationTime":null,"inCapacity":null,"outCapacity":{"a":[1.50,"x"]},"border":true,"internal":null}`,
      `{"areaFrom":"NO1",${empty}"deliveryStart":"2026-03-29T01:00:00.1234567Z","deliveryEnd":null,"publicationTime":null,"inCapacity":null,"outCapacity":"=cmd","border":null,"internal":null}`,
      '',
    ]);
  });

  it('turn their Parquet column into texts, without losing any', async () => {
    const { rows } = await readParquet(await write('parquet', odd));
    expect(
      rows.map(({ deliveryStart, outCapacity, border }) => [deliveryStart, outCapacity, border] as unknown[]),
    ).toEqual([
      ['2026-03-29T01:00:00.1234567Z', '=cmd', null],
      ['soon', '1e3', '=1+1'],
      [null, '{"a":[1.50,"x"]}', 'true'],
    ]);
  });
});

describe('Parquet', () => {
  it('stores times finer than a millisecond as nanoseconds, fractions as doubles', async () => {
    const written = await write(
      'parquet',
      tableOf([
        '{"publicationTime":"2026-03-29T03:00:00.1234567+02:00","inCapacity":1.5}',
        '{"publicationTime":"1969-12-31T23:59:59Z","inCapacity":-2}',
      ]),
    );
    const { facts, rows } = await readParquet(written);
    expect(rows.map((row): unknown => row.inCapacity)).toEqual([1.5, -2]);
    const chunk = facts.row_groups[0]!.columns.find(
      ({ meta_data }) => meta_data?.path_in_schema[0] === 'publicationTime',
    );
    expect(facts.schema[5]?.logical_type).toMatchObject({ type: 'TIMESTAMP', unit: 'NANOS' });
    expect(chunk?.meta_data?.statistics?.null_count).toBe(0n);
    expect(rows.map((row): unknown => row.publicationTime)).toEqual([1774746000123456700n, -1000000000n]);
  });

  it('contains null counts and bounds, so that readers can skip row groups', async () => {
    const { facts } = await readParquet(
      await write(
        'parquet',
        tableOf([
          '{"inCapacity":-9007199254740993,"outCapacity":0.5}',
          '{"inCapacity":9223372036854775807,"outCapacity":-0.0}',
          '{"areaTo":"NO1"}',
        ]),
      ),
    );
    const statistics = (place: number) => facts.row_groups[0]?.columns[place]?.meta_data?.statistics;
    expect(statistics(5)).toMatchObject({
      null_count: 1n,
      min_value: -9007199254740993n,
      max_value: 9223372036854775807n,
    });
    expect(statistics(6)).toMatchObject({ null_count: 1n, min_value: -0, max_value: 0.5 });
    expect(statistics(1)).toMatchObject({ null_count: 2n });
    expect(statistics(2)?.min_value).toBeUndefined();
  });

  it('without rows still contains the columns', async () => {
    const { rows, facts } = await readParquet(await write('parquet', tableOf([])));
    expect([rows, facts.num_rows, facts.schema.length]).toEqual([[], 0n, 10]);
  });
});

const count = 90_000;
const oddText = (i: number) => [null, `å "${i}", 😀`, `=${i}`, `NO${i}`][i % 4] ?? null;
const many = tableOf(
  Array.from({ length: count }, (_, i) =>
    JSON.stringify({ areaFrom: oddText(i), areaTo: `NO${i % 5}`, border: i % 2 === 0, inCapacity: i }),
  ),
);
const expected = (row: number) => ({
  areaFrom: oddText(row),
  areaTo: `NO${row % 5}`,
  border: row % 2 === 0,
});

const csvText = (i: number) => ['', `"å ""${i}"", 😀"`, `'=${i}`, `NO${i}`][i % 4];

describe('many rows with as many different texts', () => {
  it('are read back unchanged from NDJSON, CSV, and Parquet', async () => {
    const lines = (await write('ndjson', many)).text.trimEnd().split('\n');
    const cells = (await write('csv', many)).text.split('\r\n');
    const { rows } = await readParquet(await write('parquet', many));
    expect([lines.length, rows.length]).toEqual([count, count]);
    for (let row = 0; row < count; row += 331) {
      expect(JSON.parse(lines[row]!)).toMatchObject({ ...expected(row), inCapacity: row });
      expect(cells[row + 1]?.startsWith(`${csvText(row)},NO${row % 5},`)).toBe(true);
      expect(rows[row]).toMatchObject({ ...expected(row), inCapacity: BigInt(row) });
    }
  });

  it.each<ExportFormat>(['json', 'csv', 'ndjson', 'parquet'])(
    '%s are written in pieces of at most a megabyte, with progress',
    async (format) => {
      const { pieces, progress } = await write(format, many);
      expect(Math.max(...pieces)).toBeLessThanOrEqual(1 << 20);
      expect(progress.at(-1)).toBe(count);
    },
  );

  it.each<ExportFormat>(['csv', 'ndjson', 'parquet'])(
    '%s can be cancelled while they are written',
    async (format) => {
      const controller = new AbortController();
      setImmediate(() => controller.abort(new Error('Not wanted.')));
      const body = async function* () {
        yield await Promise.resolve(Buffer.from('[]'));
      };
      const run = writeTable(
        format,
        { table: many, body },
        { write: () => Promise.resolve() },
        { onProgress: () => undefined, signal: controller.signal },
      );
      await expect(run).rejects.toThrow('Not wanted.');
    },
  );
});

it('a text of several megabytes is written completely although it is larger than a block', async () => {
  const text = 'ø'.repeat(3_000_000);
  const table = tableOf([JSON.stringify({ areaFrom: text, areaTo: 'NO1' }), '{"areaTo":"NO2"}']);
  const { text: csv, pieces } = await write('csv', table);
  expect(csv.split('\r\n')[1]).toBe(`${text},NO1,,,,,,,`);
  expect(Math.max(...pieces)).toBeLessThanOrEqual(1 << 20);
  const { rows } = await readParquet(await write('parquet', table));
  expect(rows.map(({ areaFrom, areaTo }) => [areaFrom === text, areaTo] as unknown[])).toEqual([
    [true, 'NO1'],
    [false, 'NO2'],
  ]);
});
