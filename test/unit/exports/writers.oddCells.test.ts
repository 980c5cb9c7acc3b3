import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { writeTable } from '#src/exports/writers';
import type { ExportFormat } from '#src/protocol/formats';
import { recordShapes } from '#src/market/records/recordKinds';
import { parseExactly } from '#src/table/columns/numberText';
import { addRecord } from '#src/table/body/recordRows';
import { Table } from '#src/table/columns/table';
import { readParquet } from './parquet/readParquet';
import { everythingOf, piecesOf, sourceOf, unwatched, written } from './sampleSource';

const tableOf = (records: readonly string[]) => {
  const table = new Table(recordShapes.hubToHubCapacity);
  for (const record of records) addRecord(table, 'hubToHubCapacity', parseExactly(record));
  return table;
};

async function write(format: ExportFormat, table: Table) {
  const progress: number[] = [];
  const onProgress = (rows: number) => progress.push(rows);
  const source = everythingOf(table, Buffer.alloc(3 << 20, 0x20));
  const parts = await piecesOf((sink) => writeTable(format, source, sink, { ...unwatched(), onProgress }));
  return { bytes: Buffer.concat(parts), pieces: parts.map(({ length }) => length), progress };
}

const textOf = async (format: ExportFormat, table: Table) => (await write(format, table)).bytes.toString();
const parquetOf = async (table: Table) => readParquet((await write('parquet', table)).bytes);

const odd = tableOf([
  '{"areaFrom":"NO1","outCapacity":"=cmd","deliveryStart":"2026-03-29T03:00:00.1234567+02:00"}',
  '{"areaFrom":"NO2","outCapacity":1e3,"deliveryStart":"soon","border":"=1+1"}',
  '{"areaFrom":"NO3","outCapacity":{"a":[1.50,"x"]},"border":true}',
]);

describe('cells whose type differs from that of their column', () => {
  it('keep their text in CSV, and no text becomes a formula in a column of numbers', async () => {
    const text = await textOf('csv', odd);
    expect(text.split('\r\n')).toEqual([
      'areaFrom,areaTo,deliveryStart,deliveryEnd,publicationTime,inCapacity,outCapacity,border,internal',
      "NO1,,2026-03-29T01:00:00.1234567Z,,,,'=cmd,,",
      "NO2,,soon,,,,1e3,'=1+1,",
      'NO3,,,,,,"{""a"":[1.50,""x""]}",true,',
      '',
    ]);
  });

  it('are JSON of their own type in NDJSON, every column on every line', async () => {
    const text = await textOf('ndjson', odd);
    const empty = '"areaTo":null,';
    const [first, , third, end] = text.split('\n');
    expect([third, first, end]).toEqual([
      `{"areaFrom":"NO3",${empty}"deliveryStart":null,"deliveryEnd":null,"publicationTime":null,"inCapacity":null,"outCapacity":{"a":[1.50,"x"]},"border":true,"internal":null}`,
      `{"areaFrom":"NO1",${empty}"deliveryStart":"2026-03-29T01:00:00.1234567Z","deliveryEnd":null,"publicationTime":null,"inCapacity":null,"outCapacity":"=cmd","border":null,"internal":null}`,
      '',
    ]);
  });

  it('are null in Parquet, except times that are too fine, and as sent in the last column', async () => {
    const { rows, facts } = await parquetOf(odd);
    expect(
      rows.map(
        ({ deliveryStart, outCapacity, border, _more }) =>
          [deliveryStart, outCapacity, border, _more] as unknown[],
      ),
    ).toEqual([
      [
        1774746000123456n,
        null,
        null,
        '{"deliveryStart":"2026-03-29T03:00:00.1234567+02:00","outCapacity":"=cmd"}',
      ],
      [null, 1000n, null, '{"deliveryStart":"soon","border":"=1+1"}'],
      [null, null, true, '{"outCapacity":{"a":[1.50,"x"]}}'],
    ]);
    expect(facts.schema.at(-1)?.name).toBe('_more');
  });

  it('are nested JSON in NDJSON, wherever a text was expected', async () => {
    const nested = tableOf([
      '{"areaFrom":{"code":"NO1","no":[1.50]},"tags":["a",1.50],"areaTo":"[1]"}',
      '{"areaFrom":"{\\"code\\":1}","tags":"[\\"a\\",1.50]","areaTo":7}',
      '{"areaFrom":null,"tags":null}',
    ]);
    const lines = (await textOf('ndjson', nested)).trimEnd().split('\n');
    expect(lines[0]).toContain('"areaFrom":{"code":"NO1","no":[1.50]},"areaTo":"[1]",');
    expect(lines[0]).toMatch(/"tags":\["a",1\.50\]\}$/);
    expect(lines[1]).toContain(String.raw`"areaFrom":"{\"code\":1}","areaTo":7,`);
    expect(JSON.parse(lines[1]!)).toMatchObject({ tags: '["a",1.50]' });
    expect(JSON.parse(lines[2]!)).toMatchObject({ areaFrom: null, areaTo: null, tags: null });
    const { rows } = await parquetOf(nested);
    expect(rows.map(({ areaFrom, tags }) => [areaFrom ?? null, tags ?? null] as unknown[])).toEqual([
      ['{"code":"NO1","no":[1.50]}', '["a",1.50]'],
      ['{"code":1}', '["a",1.50]'],
      [null, null],
    ]);
  });

  it('never turn nested JSON into a formula in CSV if semicolons are separators', async () => {
    const nested = tableOf(['{"outCapacity":{"a":"x;=1+1;y"},"tags":["x;=1+1"],"inCapacity":-1e1}']);
    const text = await textOf('csv', nested);
    expect(text.split('\r\n')[1]).toBe(`,,,,,-1e1,"{""a"":""x;'=1+1;y""}",,,"[""x;'=1+1""]"`);
  });
});

describe('Parquet', () => {
  it('stores times in microseconds, and never later than they were sent', async () => {
    const { facts, rows } = await parquetOf(
      tableOf([
        '{"publicationTime":"2026-03-29T03:00:00.123456+02:00"}',
        '{"publicationTime":"1969-12-31T23:59:59.9995000Z"}',
        '{"publicationTime":"9999-12-31T23:59:59.999999Z"}',
        '{"publicationTime":"2026-03-29T03:00:00.1234567Z"}',
        '{"publicationTime":"1969-12-31T23:59:59,9995009Z"}',
      ]),
    );
    const chunk = facts.row_groups[0]!.columns.find(
      ({ meta_data }) => meta_data?.path_in_schema[0] === 'publicationTime',
    );
    expect(facts.schema[5]?.logical_type).toMatchObject({ type: 'TIMESTAMP', unit: 'MICROS' });
    expect(chunk?.meta_data?.statistics).toMatchObject({
      null_count: 0n,
      min_value: -500n,
      max_value: 253402300799999999n,
    });
    expect(rows.map(({ publicationTime, _more }) => [publicationTime, _more] as unknown[])).toEqual([
      [1774746000123456n, null],
      [-500n, null],
      [253402300799999999n, null],
      [1774753200123456n, '{"publicationTime":"2026-03-29T03:00:00.1234567Z"}'],
      [-500n, '{"publicationTime":"1969-12-31T23:59:59,9995009Z"}'],
    ]);
  });

  it('contains null counts and bounds, so that readers can skip row groups', async () => {
    const { facts } = await parquetOf(
      tableOf([
        '{"inCapacity":-9007199254740993,"outCapacity":5}',
        '{"inCapacity":9223372036854775807,"outCapacity":-0.0}',
        '{"areaTo":"NO1"}',
      ]),
    );
    const statistics = (place: number) => facts.row_groups[0]?.columns[place]?.meta_data?.statistics;
    expect(statistics(5)).toMatchObject({
      null_count: 1n,
      min_value: -9007199254740993n,
      max_value: 9223372036854775807n,
    });
    expect(statistics(6)).toMatchObject({ null_count: 1n, min_value: 0n, max_value: 5n });
    expect(statistics(1)).toMatchObject({ null_count: 2n });
    expect(statistics(2)?.min_value).toBeUndefined();
  });

  it.each([
    ['9223372036854775807', 9223372036854775807n],
    ['-9223372036854775808', -9223372036854775808n],
    ['9007199254740993', 9007199254740993n],
    ['1e3', 1000n],
    ['12.00', 12n],
    ['9223372036854775808', null],
    ['99999999999999999999', null],
    ['1.5', null],
    ['1e999', null],
    ['"5"', null],
    ['true', null],
  ])('never changes the integer %s', async (text, value) => {
    const { rows } = await parquetOf(tableOf([`{"inCapacity":${text}}`]));
    expect(rows[0]?.inCapacity ?? null).toBe(value);
    expect(rows[0]?._more).toBe(value === null ? `{"inCapacity":${text}}` : null);
  });

  it.each([
    ['12.10', 12.1],
    ['1e300', 1e300],
    ['123456789012345680000', 123456789012345680000],
    ['0.3333333333333333333333333333', 1 / 3],
    ['-0.0', -0],
    ['9007199254740993', null],
    ['12345678901234567890', null],
    ['1e999', null],
    ['"12.10"', null],
  ])('never changes the whole digits of the number %s', async (text, value) => {
    const { table } = sourceOf(`[{"price":${text}}]`);
    const { rows } = await parquetOf(table);
    expect(rows[0]?.price ?? null).toBe(value);
    expect(rows[0]?._more).toBe(value === null ? `{"price":${text}}` : null);
  });

  it('rounds only decimals, and without a trace, as docs/exports.md says of its example', async () => {
    const said = /There is one exception: decimals beyond those of a double, as in `(0\.\d+)`/;
    const [, text = ''] = said.exec(readFileSync('docs/exports.md', 'utf8')) ?? [];
    const { table } = sourceOf(`[{"price":${text}}]`);
    const { rows } = await parquetOf(table);
    expect(rows[0]).toMatchObject({ price: Number(text), _more: null });
    expect(String(Number(text))).not.toBe(text);
    expect(await textOf('csv', table)).toContain(text);
  });

  it('gives fields of the service that have the name of its own column another name, and says the sent one', async () => {
    const fields = '"_more":"theirs","_MORE":"too","_more_2":"as sent"';
    const { rows, facts } = await parquetOf(tableOf([`{"areaTo":"NO1",${fields},"inCapacity":"x"}`]));
    const more = { _more_3: 'theirs', _MORE_4: 'too', _more_2: 'as sent', _more: '{"inCapacity":"x"}' };
    expect(rows[0]).toMatchObject(more);
    const origin: unknown = JSON.parse(facts.key_value_metadata?.[0]?.value ?? '');
    expect(origin).toMatchObject({ sentNames: { _more_3: '_more', _MORE_4: '_MORE' } });
  });

  it('without rows still contains the columns', async () => {
    const { rows, facts } = await parquetOf(tableOf([]));
    expect([rows, facts.num_rows, facts.schema.length]).toEqual([[], 0n, 11]);
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
    const lines = (await textOf('ndjson', many)).trimEnd().split('\n');
    const cells = (await textOf('csv', many)).split('\r\n');
    const { rows } = await parquetOf(many);
    expect([lines.length, rows.length]).toEqual([count, count]);
    for (let row = 0; row < count; row += 331) {
      expect(JSON.parse(lines[row]!)).toMatchObject({ ...expected(row), inCapacity: row });
      expect(cells[row + 1]?.startsWith(`${csvText(row)},NO${row % 5},`)).toBe(true);
      expect(rows[row]).toMatchObject({ ...expected(row), inCapacity: BigInt(row) });
    }
  });

  it.each<ExportFormat>(['json', 'csv', 'ndjson', 'parquet', 'xlsx'])(
    '%s are written in pieces of at most a megabyte, with progress',
    async (format) => {
      const { pieces, progress } = await write(format, many);
      expect(Math.max(...pieces)).toBeLessThanOrEqual(1 << 20);
      expect(progress.at(-1)).toBe(count);
    },
  );

  it.each<ExportFormat>(['csv', 'ndjson', 'parquet', 'xlsx'])(
    '%s can be canceled while they are written',
    async (format) => {
      const controller = new AbortController();
      setImmediate(() => controller.abort(new Error('Not wanted.')));
      const run = written(format, everythingOf(many), { signal: controller.signal });
      await expect(run).rejects.toThrow('Not wanted.');
    },
  );
});

it('a text of several megabytes is written completely although it is larger than a block', async () => {
  const text = 'ø'.repeat(3_000_000);
  const table = tableOf([JSON.stringify({ areaFrom: text, areaTo: 'NO1' }), '{"areaTo":"NO2"}']);
  const { bytes, pieces } = await write('csv', table);
  expect(bytes.toString().split('\r\n')[1]).toBe(`${text},NO1,,,,,,,`);
  expect(Math.max(...pieces)).toBeLessThanOrEqual(1 << 20);
  const { rows } = await parquetOf(table);
  expect(rows.map(({ areaFrom, areaTo }) => [areaFrom === text, areaTo] as unknown[])).toEqual([
    [true, 'NO1'],
    [false, 'NO2'],
  ]);
});
