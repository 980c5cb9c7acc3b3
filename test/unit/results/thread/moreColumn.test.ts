import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactText } from '#src/exports/exactCell';
import { columnKind } from '#src/exports/parquet/columnKind';
import { isMisfit } from '#src/exports/parquet/misfits';
import type { RecordKind } from '#src/market/records/recordKinds';
import { dayPeriod, marketZone } from '#src/market/time/deliveryDay';
import type { DayFileQuestion } from '#src/protocol/workerMessages';
import { writeDayFile } from '#src/results/thread/dayFile';
import { dayFingerprint } from '#src/results/thread/ownFiles/dayFingerprint';
import { readRange } from '#src/results/thread/ownFiles/readRange';
import { derived } from '#src/results/thread/workerResult';
import type { TableColumn } from '#src/table/columns/columns';
import type { Table } from '#src/table/columns/table';
import { sampleOrigin } from '../../exports/sampleSource';
import { propertyRuns } from '../../propertyRuns';
import { readBody } from '../../table/readBody';

const folder = mkdtempSync(join(tmpdir(), 'more-'));
const options = { signal: new AbortController().signal, onProgress: () => undefined };
const day = dayPeriod('2026-03-28', marketZone);
const maxTableBytes = 1e9;
let made = 0;

type Format = Exclude<DayFileQuestion['format'], 'json'>;

interface Written {
  readonly table: Table;
  readonly path: string;
  readonly columns: readonly string[];
}

/** Writes the file of a day with this response; without `columns`, as the first of its range. */
async function write(
  format: Format,
  body: string,
  columns?: readonly string[],
  record: RecordKind = 'publicOrder',
): Promise<Written> {
  const { table, verdict } = readBody(body, record);
  expect(verdict.kind).toBe('records');
  const path = join(folder, `${(made += 1)}.${format}`);
  const asked = { start: null, end: null, values: [] };
  const pieces = [{ result: '', period: day, asked }];
  const question = { format, path, record, day, origin: sampleOrigin, pieces, columns };
  return { ...(await writeDayFile(question, () => derived(table), options)), table, path };
}

async function opened(
  format: Format,
  files: readonly Written[],
  record: RecordKind = 'publicOrder',
): Promise<Table> {
  const days = files.map(({ path }, at) => ({ day: `2026-03-0${at + 1}`, paths: [path] }));
  const question = { as: '', record, format, days, columns: files[0]?.columns ?? [], maxTableBytes };
  const read = await readRange(question, options);
  if ('tooLarge' in read) throw new Error(read.tooLarge);
  return read.table;
}

const fingerprint = (format: Format, { path }: Written) =>
  dayFingerprint({ record: 'publicOrder', format, path, maxTableBytes }, options.signal);

/**
 * Cells that aren't null, by key. Parquet has the numbers and times that fit their columns, but not how they were
 * written.
 */
function rowsOf(table: Table, format: Format): Record<string, string>[] {
  const cellOf = (column: TableColumn, row: number): string | null => {
    if (column.kind === 'text') return column.text(row);
    const isNumber = column.kind === 'numeric' && column.type !== 'time' && table.isFixed(column);
    if (isNumber && format === 'parquet' && !isMisfit(column, columnKind(column, true), row)) {
      const value = column.value(row);
      if (Number.isSafeInteger(value) || column.type === 'number') return String(value + 0);
    }
    const text = exactText(column, row) ?? column.text(row);
    return format === 'parquet' && column.type === 'time' ? (text?.replace(/0+Z$/, 'Z') ?? null) : text;
  };
  return Array.from({ length: table.rows }, (_, row) =>
    Object.fromEntries(
      table.columns.flatMap((column) => {
        const cell = cellOf(column, row);
        return cell === null ? [] : [[column.key, cell]];
      }),
    ),
  );
}

const big = '9007199254740993';
const documented = {
  price: fc.constantFrom('1', '-0', '12.10', '"dear"', '1e300', big, '1e999', 'null'),
  quantity: fc.constantFrom('5', '1.5', big, '-99999999999999999999', 'true', '1e3', '12.00'),
  side: fc.constantFrom('"SELL"', '7', '{"a":[1.50]}', '"{}"'),
  deliveryStart: fc.constantFrom('"2026-03-28T10:00:00Z"', '"2026-03-28T11:00:00,5+01:00"', '"soon"', '5'),
  createdTime: fc
    .tuple(fc.stringMatching(/^[0-9]{1,9}$/), fc.constantFrom('Z', '+02:00'))
    .map(([digits, zone]) => `"2026-03-28T10:00:00.${digits}${zone}"`),
};
const sentValues = fc.constantFrom(
  ...['1', '12.10', '"x"', '"1"', 'true', 'null', '{"a":[1.50]}', '[]', '1e999', '123456789012345678901'],
);

/** Responses with orders that have some of these fields besides documented ones. */
const responses = (names: readonly string[]) =>
  fc
    .array(
      fc.tuple(
        fc.record(documented, { requiredKeys: [] }),
        fc.uniqueArray(fc.tuple(fc.constantFrom(...names), sentValues), { selector: ([name]) => name }),
      ),
      { minLength: 1, maxLength: 6 },
    )
    .map((orders) => {
      const texts = orders.map(([known, others], at) => {
        const members = [['id', `"${at}"`], ...Object.entries(known), ...others];
        return `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
      });
      return `[${texts.join(',')}]`;
    });

const plainNames = ['quality', '1', '__proto__', 'constructor', 'a "b"', 'attribute.x', 'sent'];
const oddNames = ['Price', 'day', 'Month', '_more', '_MORE', '_more_2'];

describe.each(['parquet', 'ndjson'] as const)('files of a range in %s', (format) => {
  it("give back every cell that was sent, also of fields that came later and values that didn't fit", async () => {
    const bodies = responses([...plainNames, ...oddNames]);
    await fc.assert(
      fc.asyncProperty(bodies, bodies, bodies, async (one, other, last) => {
        const first = await write(format, one);
        const files = [first, await write(format, other, first.columns)];
        files.push(await write(format, last, first.columns));
        const sent = files.flatMap(({ table }) => rowsOf(table, format));
        expect(rowsOf(await opened(format, files), format)).toEqual(sent);
      }),
      { numRuns: propertyRuns(25, 500) },
    );
  });

  it('have the same fingerprint whichever fields have columns', async () => {
    const bodies = responses(plainNames);
    await fc.assert(
      fc.asyncProperty(bodies, bodies, async (one, other) => {
        const { columns } = await write(format, one);
        const [settled, first] = [await write(format, other, columns), await write(format, other)];
        expect(await fingerprint(format, settled)).toBe(await fingerprint(format, first));
      }),
      { numRuns: propertyRuns(15, 300) },
    );
  });

  it('have other fingerprints once a value differs, in whatever column, but not its time of creation', async () => {
    const order = (members: string) =>
      `[{"id":"a","createdTime":"2026-03-28T10:00:00Z",${members}},{"id":"b"}]`;
    const { columns } = await write(format, '[{"id":"a","sent":1}]');
    const of = async (body: string) => fingerprint(format, await write(format, body, columns));
    const usual = await of(order('"price":1,"quantity":1,"sent":1,"later":1'));
    const others = [
      '"price":2,"quantity":1,"sent":1,"later":1',
      '"price":1,"quantity":1.5,"sent":1,"later":1',
    ];
    others.push('"price":1,"quantity":1,"sent":2,"later":1', '"price":1,"quantity":1,"sent":1,"later":2');
    others.push('"price":1,"quantity":1,"sent":1');
    for (const other of others) expect(await of(order(other))).not.toBe(usual);
    const again = order('"price":1,"quantity":1,"later":1,"sent":1').replace('T10', 'T11');
    expect(
      await of(
        `[${again
          .slice(1, -1)
          .split(/(?<=\}),/)
          .reverse()
          .join(',')}]`,
      ),
    ).toBe(usual);
  });

  it('give back an attribute that came later as an attribute', async () => {
    const values =
      '"values":[{"startTime":"2026-03-28T10:00:00Z","endTime":"2026-03-28T11:00:00Z","value":1}]';
    const record = 'timeSeries';
    const first = await write(format, `[{"unit":"x",${values}}]`, undefined, record);
    const attributes = '"attributes":[{"name":"status","value":"P"}]';
    const next = await write(format, `[{"unit":"x",${attributes},${values}}]`, first.columns, record);
    const { columns } = await opened(format, [first, next], record);
    const status = columns.find(({ key }) => key === 'attribute.status');
    expect([status?.title, status?.text(0), status?.text(1)]).toEqual([
      next.table.column('attribute.status')?.title,
      null,
      'P',
    ]);
  });
});

it('times finer than a microsecond are times in programs that read a range, and as sent when it is opened', async () => {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const times = ['2026-03-10T07:00:00.1234567Z', '2026-03-10T07:00:01.7654329Z'];
  const body = JSON.stringify([{ id: 'a', createdTime: times[0], updatedTime: times[1] }]);
  const file = await write('parquet', body);
  const duckdb = await (await DuckDBInstance.create()).connect();
  const read = await duckdb.runAndReadAll(
    `SELECT epoch_us(createdTime) AS created, epoch_us(updatedTime) AS updated, _more FROM '${file.path}'`,
  );
  duckdb.closeSync();
  const start = BigInt(Date.parse('2026-03-10T07:00:00Z')) * 1000n;
  expect(read.getRowObjectsJS()).toEqual([
    {
      created: start + 123_456n,
      updated: start + 1_765_432n,
      _more: `{"createdTime":"${times[0]}","updatedTime":"${times[1]}"}`,
    },
  ]);
  const table = await opened('parquet', [file]);
  expect(['createdTime', 'updatedTime'].map((key) => table.column(key)?.text(0))).toEqual(times);
});

it('a text in the last column that is no object of ours makes a Parquet file unreadable, not a wrong table', async () => {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const path = join(folder, 'other.parquet');
  const duckdb = await (await DuckDBInstance.create()).connect();
  await duckdb.run(`COPY (SELECT 'a' AS id, '[1]' AS _more) TO '${path}' (FORMAT parquet)`);
  duckdb.closeSync();
  expect(readFileSync(path).length).toBeGreaterThan(0);
  const question = { record: 'publicOrder', format: 'parquet', path, maxTableBytes } as const;
  await expect(dayFingerprint(question, options.signal)).rejects.toThrow(
    "This isn't a readable Parquet file.",
  );
  await expect(dayFingerprint({ ...question, maxTableBytes: 1 }, options.signal)).rejects.toThrow(
    'marketData.maxResultMegabytes',
  );
});
