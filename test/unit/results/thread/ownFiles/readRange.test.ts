import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as zlib from 'node:zlib';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nothingKnown } from '#src/protocol/workerMessages';
import { writeTable } from '#src/exports/writers';
import { codecs, encodings, footer, pageHeader } from '#src/exports/parquet/metadata';
import { datasets } from '#src/market/datasets/datasets';
import type { RecordKind } from '#src/market/records/recordKinds';
import type { RangeFormat } from '#src/range/manifest';
import { writeDayFile } from '#src/results/thread/dayFile';
import { derived } from '#src/results/thread/workerResult';
import { dayPeriod, marketZone } from '#src/market/time/deliveryDay';
import { ResultStore } from '#src/results/store/resultStore';
import { SpoolFolder } from '#src/results/store/spoolFolder';
import type { WorkerLink } from '#src/results/store/workerLink';
import type { Table } from '#src/table/columns/table';
import { everythingOf, sampleOrigin } from '#test/unit/exports/sampleSource';
import { readBody } from '#test/unit/table/readBody';
import { propertyRuns } from '#test/unit/propertyRuns';
import { builtThread } from '../builtThread';

const root = mkdtempSync(join(tmpdir(), 'range-'));
let link: WorkerLink;
let made = 0;

beforeAll(async () => {
  link = await builtThread(root);
});
afterAll(() => link.dispose());

const options = { onProgress: () => undefined, signal: new AbortController().signal };

/** A file with the rows of the table. */
async function save(format: RangeFormat, table: Table, body = ''): Promise<string> {
  const bytes: Uint8Array[] = [];
  const out = { write: (part: Uint8Array) => Promise.resolve(void bytes.push(Buffer.from(part))) };
  await writeTable(format, everythingOf(table, Buffer.from(body)), out, options);
  return written(Buffer.concat(bytes), format);
}

function written(bytes: Uint8Array | string, format: string): string {
  made += 1;
  const path = join(root, `part-${made}.${format}`);
  writeFileSync(path, bytes);
  return path;
}

const dayOf = (index: number) => new Date(Date.UTC(2026, 2, 1 + index)).toISOString().slice(0, 10);

/** Reads each file as a day of its own. */
async function read(
  format: RangeFormat,
  record: RecordKind,
  paths: readonly string[],
  maxTableBytes = 1e9,
  columns: readonly string[] = [],
) {
  made += 1;
  const as = `opened ${made}`;
  const days = paths.map((path, index) => ({ day: dayOf(index), paths: [path] }));
  const answer = await link.derive(
    as,
    'range',
    { as, record, format, days, columns, maxTableBytes },
    () => undefined,
  );
  if ('tooLarge' in answer) return answer;
  const { rows } = await link.ask(as, 'typedRows', { from: 0, to: answer.state.rows });
  return { as, ...answer, rows };
}

/** In Parquet, fields that aren't documented are text, whatever they were. */
const isText = ({ key }: { key: string }, table: Table, format: RangeFormat) =>
  format === 'parquet' && !table.fixed.some((column) => column.key === key);

const typed = (table: Table, format: RangeFormat) =>
  Array.from({ length: table.rows }, (_, row) =>
    Object.fromEntries(
      table.columns.map((column) => [
        column.key,
        isText(column, table, format) ? column.text(row) : column.cell(row),
      ]),
    ),
  );

/** The rows by key, as they were read. */
async function rowsRead(format: RangeFormat, record: RecordKind, paths: readonly string[]) {
  const answer = await read(format, record, paths);
  if ('tooLarge' in answer) throw new Error('too large');
  const keys = answer.state.columns.map(({ key }) => key);
  return {
    ...answer,
    rows: answer.rows.map((row) => Object.fromEntries(row.map((cell, at) => [keys[at] ?? '', cell]))),
  };
}

const refusal = async (format: RangeFormat, record: RecordKind, path: string) =>
  read(format, record, [path]).then(
    () => 'read',
    (error: unknown) => (error instanceof Error ? error.message : 'no error'),
  );

it.each(['parquet', 'ndjson'] as const)(
  'columns that have another name in %s are shown with the name that the service sent',
  async (format) => {
    const values = '"values":[{"startTime":"2026-03-28T10:00:00Z","value":1}]';
    const { table } = readBody(`[{"Day":"a","day":"b","Value":"c","unit":"x",${values}}]`, 'timeSeries');
    const path = join(root, `renamed.${format}`);
    const { columns } = await writeDayFile(
      {
        format,
        path,
        record: 'timeSeries',
        day: dayPeriod('2026-03-28', marketZone),
        origin: sampleOrigin,
        pieces: [
          {
            result: '',
            period: dayPeriod('2026-03-28', marketZone),
            asked: { start: null, end: null, values: [] },
          },
        ],
        columns: undefined,
      },
      () => derived(table),
      options,
    );
    const answer = await read(format, 'timeSeries', [path], 1e9, columns);
    if ('tooLarge' in answer) throw new Error('too large');
    const keys = answer.state.columns.map(({ key }) => key);
    expect(keys).toEqual(table.columns.map(({ key }) => key));
    const row = Object.fromEntries(keys.map((key, at) => [key, answer.rows[0]?.[at]]));
    expect(row).toMatchObject({ Day: 'a', day: 'b', Value: 'c', value: 1 });
  },
);

describe('the files of delivery days', () => {
  for (const { id, record } of datasets) {
    const body = readFileSync(`test/fixtures/${id}.json`, 'utf8');

    it.each(['parquet', 'ndjson', 'json'] as const)(
      `give back every cell of ${id} from %s`,
      async (format) => {
        const { table } = readBody(body, record);
        const path = await save(format, table, body);
        const once = await rowsRead(format, record, [path]);
        expect(once.state).toMatchObject({ rows: table.rows, records: table.records });
        expect(once.rows).toEqual(typed(table, format));
        expect(once.state.columns.map(({ key, title, type }) => [key, title, type])).toEqual(
          table.columns.map((column) => [
            column.key,
            column.title,
            isText(column, table, format) ? 'text' : column.type,
          ]),
        );
        const twice = await rowsRead(format, record, [path, path]);
        expect(twice.rows).toEqual([...typed(table, format), ...typed(table, format)]);
        expect(twice.state.records).toBe(2 * table.records);
      },
    );
  }

  it('give back unusual values: fine times, long numbers, other types, and a field with a name of ours', async () => {
    const order = (more: string) => `{"id":"a","updatedTime":"2026-03-29T00:00:00.1234Z",${more}}`;
    const body = `[${[
      order('"price":12.10,"quantity":9007199254740993,"_more":"own","further":1.50'),
      order('"price":123456789012345678901,"quantity":123456789012345678901234'),
      order('"price":"none","quantity":1.5,"side":{"a":[1e3]},"createdTime":"2026-03-29T00:00:00.12345678Z"'),
      order('"price":null,"deliveryStart":"soon","revisionNumber":true'),
    ].join(',')}]`;
    const { table } = readBody(body, 'publicOrder');
    const fromLines = await rowsRead('ndjson', 'publicOrder', [await save('ndjson', table)]);
    expect(fromLines.rows).toEqual(typed(table, 'ndjson'));
    const columns = await rowsRead('parquet', 'publicOrder', [await save('parquet', table)]);
    expect(columns.rows).toEqual(typed(table, 'parquet'));
  });

  it('may have been written again by another program, compressed in a way that Node has', async () => {
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const { table } = readBody(readFileSync('test/fixtures/intraday-orders.json'), 'publicOrder');
    const path = await save('parquet', table);
    const again = join(root, 'again.parquet');
    const duckdb = await (await DuckDBInstance.create()).connect();
    await duckdb.run(`COPY (FROM read_parquet('${path}')) TO '${again}' (FORMAT parquet, COMPRESSION zstd)`);
    duckdb.closeSync();
    if ('zstdDecompressSync' in zlib) {
      expect((await rowsRead('parquet', 'publicOrder', [again])).rows).toEqual(typed(table, 'parquet'));
    } else {
      expect(await refusal('parquet', 'publicOrder', again)).toMatch(
        /compressed with ZSTD, .* Use Snappy or gzip instead\./,
      );
    }
  });

  it('are rejected if another program converted times to numbers, whose unit is unknown', async () => {
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const path = join(root, 'numbers.parquet');
    const duckdb = await (await DuckDBInstance.create()).connect();
    const written = (times: string) =>
      duckdb.run(
        `COPY (SELECT 'a' AS id, ${times} AS deliveryStart, NULL::INTEGER AS updatedTime) TO '${path}' (FORMAT parquet)`,
      );
    await written("TIMESTAMPTZ '2026-03-29 00:00:00+00'");
    const { rows } = await rowsRead('parquet', 'publicOrder', [path]);
    expect(rows[0]).toMatchObject({ deliveryStart: Date.UTC(2026, 2, 29), updatedTime: null });
    await written('1774742400000');
    expect(await refusal('parquet', 'publicOrder', path)).toMatch(
      /Column "deliveryStart" has the type INT64\. Write the file again with the type TIMESTAMP for this column\./,
    );
    duckdb.closeSync();
  });

  it('may have different columns', async () => {
    const one = readBody('[{"id":"a","first":1}]', 'publicOrder').table;
    const other = readBody('[{"id":"b","second":"x"}]', 'publicOrder').table;
    const paths = [await save('ndjson', one), await save('ndjson', other)];
    const { rows } = await rowsRead('ndjson', 'publicOrder', paths);
    expect(rows.map(({ id, first, second }) => [id, first, second])).toEqual([
      ['a', 1, null],
      ['b', null, 'x'],
    ]);
  });

  it('tell which series a row belongs to, so that gaps between days are found', async () => {
    const day = (date: string, value: number) =>
      `[{"type":"price","attributes":[{"name":"deliveryArea","value":"NO1"}],"values":[{"startTime":"${date}T00:00:00Z","endTime":"${date}T01:00:00Z","value":${value}}]}]`;
    const paths: string[] = [];
    for (const date of ['2026-03-01', '2026-03-02']) {
      paths.push(await save('parquet', readBody(day(date, 1)).table));
    }
    const { as, state } = await rowsRead('parquet', 'timeSeries', paths);
    expect(state.records).toBe(2);
    const [start, end] = [Date.UTC(2026, 2, 1), Date.UTC(2026, 2, 3)];
    const known = { ...nothingKnown, asked: { start, end, due: end, values: [] } };
    const findings = await link.ask(as, 'integrity', {}, { known });
    expect(findings.find(({ kind }) => kind === 'missing')?.count).toBe(46);
    expect(findings.find(({ kind }) => kind === 'series')?.count ?? 1).toBe(1);
  });

  it.each(['parquet', 'ndjson', 'json'] as const)(
    'that need too much memory end at their day: %s',
    async (format) => {
      const body = readFileSync('test/fixtures/intraday-orders.json', 'utf8');
      const { table } = readBody(body, 'publicOrder');
      const path = await save(format, table, body);
      const one = await read(format, 'publicOrder', [path]);
      if ('tooLarge' in one) throw new Error('too large');
      const limit = Math.ceil(one.state.memory * 1.1);
      const fits = await read(format, 'publicOrder', [path], limit);
      expect('tooLarge' in fits).toBe(false);
      const many = Array.from({ length: 200 }, () => path);
      const answer = await read(format, 'publicOrder', many, limit);
      expect(answer).toHaveProperty('tooLarge');
      expect(await read(format, 'publicOrder', [path], 1)).toEqual({ tooLarge: dayOf(0) });
    },
  );

  it('are no longer read as soon as they are canceled, and leave the thread to others', async () => {
    const path = await save('ndjson', readBody('[{"id":"a"}]', 'publicOrder').table);
    const days = Array.from({ length: 5000 }, (_, index) => ({ day: dayOf(index), paths: [path] }));
    const controller = new AbortController();
    const question = {
      as: 'cancelled',
      record: 'publicOrder',
      format: 'ndjson',
      days,
      columns: [],
      maxTableBytes: 1e9,
    } as const;
    const reading = link.derive(question.as, 'range', question, () => undefined, {
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    await expect(reading).rejects.toThrow();
    expect(await rowsRead('ndjson', 'publicOrder', [path])).toMatchObject({ state: { rows: 1 } });
  });
});

it.each(['parquet', 'ndjson', 'json'] as const)(
  'a file with the same rows as another file has the same fingerprint, and a damaged file has none: %s',
  async (format) => {
    const store = new ResultStore(
      link,
      new SpoolFolder(root),
      () => 1e9,
      () => undefined,
    );
    const of = async (path: string) =>
      store.fingerprintOfDay({ format, path, record: 'publicOrder' }, { signal: options.signal });
    const saved = async (...bodies: string[]) => {
      const body = `[${bodies.join(',')}]`;
      return of(await save(format, readBody(body, 'publicOrder').table, body));
    };
    const [one, other] = ['{"id":"a","price":1}', '{"id":"b","createdTime":"2026-03-29T00:00:00Z"}'];
    const usual = await saved(one, other);
    expect(usual).toMatch(/^v1:sha256:[0-9a-f]{64}$/);
    expect(await saved(other.replace('29', '30'), one)).toBe(usual);
    expect(await saved(one, one)).not.toBe(usual);
    await expect(of(written('{"a', format))).rejects.toThrow(/^(Line 1|This isn't|The response)/);
  },
);

describe("files that aren't what they should be", () => {
  const orders = () => readBody(readFileSync('test/fixtures/intraday-orders.json'), 'publicOrder').table;

  it.each(['parquet', 'ndjson', 'json'] as const)(
    'are rejected with the day and a reason: %s',
    async (format) => {
      for (const bytes of [
        '',
        'PAR1',
        'PAR1PAR1',
        'hello\n',
        '[1,2',
        '{"a":1}\n',
        Buffer.alloc(4096, 0xff),
      ]) {
        const message = await refusal(format, 'publicOrder', written(bytes, format));
        // An empty file of lines has no rows, which is no error.
        if (format === 'ndjson' && bytes === '') expect(message).toBe('read');
        else expect(message).toMatch(/^Couldn't read the file for 2026-03-01\. \S/);
      }
    },
  );

  it('are rejected when they have rows of another dataset', async () => {
    const prices = readBody(readFileSync('test/fixtures/dayahead-prices.json')).table;
    const path = await save('parquet', prices);
    expect(await refusal('parquet', 'publicOrder', path)).toBe(
      "Couldn't read the file for 2026-03-01. This Parquet file contains no rows for this dataset. Move the file out of the folder to open the other days, then fetch the day again.",
    );
  });

  it('are rejected when they are folders, links, or missing, without their path', async () => {
    const folder = join(root, 'part-folder.ndjson');
    mkdirSync(folder);
    const link = join(root, 'part-link.ndjson');
    symlinkSync(await save('ndjson', orders()), link);
    for (const format of ['ndjson', 'json', 'parquet'] as const) {
      for (const path of [folder, link, join(root, 'nowhere')]) {
        const message = await refusal(format, 'publicOrder', path);
        expect(message).toMatch(/^Couldn't read the file for 2026-03-01/);
        expect(message).not.toContain(root);
      }
    }
  });

  it('never end the thread, wherever a Parquet file is cut or damaged', async () => {
    const whole = readFileSync(await save('parquet', orders()));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 }),
        fc.boolean(),
        async (cut, changes, isCut) => {
          const bytes = Buffer.from(isCut ? whole.subarray(0, cut) : whole);
          for (const [at, byte] of changes) bytes[at] = byte;
          const message = await refusal('parquet', 'publicOrder', written(bytes, 'parquet'));
          expect(message).toMatch(/^(read$|Couldn't read the file for 2026-03-01\. )/);
        },
      ),
      { numRuns: propertyRuns(20, 1200) },
    );
    expect(
      (await rowsRead('ndjson', 'publicOrder', [await save('ndjson', orders())])).state.rows,
    ).toBeGreaterThan(0);
  });

  it('never end the thread when a line of JSON is nested as deep as it can be', async () => {
    const deep = `{"id":${'['.repeat(1e6)}${']'.repeat(1e6)}}`;
    expect(await refusal('ndjson', 'publicOrder', written(`${deep}\n`, 'ndjson'))).toMatch(
      /Line 1 isn't a valid row/,
    );
  });

  it('never end the thread when a few bytes declare a billion values', async () => {
    // Definition levels of one page: a run of 2^30 ones.
    const levels = Buffer.from([0x80, 0x80, 0x80, 0x80, 0x08, 1]);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(levels.length);
    const bytes = Buffer.concat([length, levels]);
    const body = zlib.gzipSync(bytes);
    const page = { bytes, rows: 8, encoding: encodings.plain, isDictionary: false };
    const header = pageHeader(page, body);
    const size = header.length + body.length;
    const chunk = {
      key: 'id',
      kind: 'text' as const,
      rows: 8,
      nulls: 0,
      bounds: undefined,
      dictionaryOffset: undefined,
      dataOffset: 4,
      codec: codecs.gzip,
      uncompressed: size,
      compressed: size,
    };
    const end = footer([{ key: 'id', kind: 'text' }], 8, [[chunk]], sampleOrigin);
    const file = Buffer.concat([Buffer.from('PAR1'), header, body, end]);
    expect(await refusal('parquet', 'publicOrder', written(file, 'parquet'))).toBe(
      "Couldn't read the file for 2026-03-01. This isn't a readable Parquet file. Move the file out of the folder to open the other days, then fetch the day again.",
    );
    expect(await read('parquet', 'publicOrder', [await save('parquet', orders())])).not.toHaveProperty(
      'tooLarge',
    );
  });

  describe('that declare more than they can contain', () => {
    const unreadable = /This isn't a readable Parquet file/;

    /** A file that declares row groups of so many rows, and has so many bytes without any page. */
    const declaring = (groups: readonly number[], bytes = 0) => {
      const chunkOf = (rows: number) => ({
        ...{ key: 'startTime', kind: 'time' as const, rows, nulls: 0, bounds: undefined },
        ...{ dictionaryOffset: undefined, dataOffset: 4, codec: codecs.gzip },
        ...{ uncompressed: 0, compressed: 0 },
      });
      const rows = groups.reduce((sum, count) => sum + count, 0);
      const columns = [{ key: 'startTime', kind: 'time' as const }];
      const end = footer(
        columns,
        rows,
        groups.map((count) => [chunkOf(count)]),
        sampleOrigin,
      );
      return written(Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(bytes), end]), 'parquet');
    };

    it("are rejected without being read if they wouldn't fit in memory", async () => {
      const millions = Array.from({ length: 60 }, () => 1_000_000);
      expect(await refusal('parquet', 'timeSeries', declaring(millions))).toMatch(unreadable);
      // If its first page were read, it would be unreadable.
      const table = await read('parquet', 'timeSeries', [declaring(millions, 1_000_000)], 256e6);
      expect(table).toEqual({ tooLarge: '2026-03-01' });
    });

    it('are rejected at once if they have too many row groups', async () => {
      const groups = Array.from({ length: 20_000 }, () => 0);
      expect(await refusal('parquet', 'timeSeries', declaring(groups))).toMatch(unreadable);
      expect(await refusal('parquet', 'timeSeries', declaring(groups.slice(0, 4000)))).toBe('read');
    });
  });
});
