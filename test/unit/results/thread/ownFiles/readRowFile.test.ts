import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeTable } from '#src/exports/writers';
import { datasets } from '#src/market/datasets/datasets';
import type { RecordKind } from '#src/market/records/recordKinds';
import { rowFormats, type RowFormat } from '#src/protocol/formats';
import type { FormatOptions } from '#src/protocol/exportOrder';
import type { Cell } from '#src/protocol/tableTypes';
import type { WorkerLink } from '#src/results/store/workerLink';
import { paced } from '#src/table/columns/slices';
import type { Table } from '#src/table/columns/table';
import { deliveryColumns } from '#src/table/rows/deliveryColumns';
import { everythingOf } from '#test/unit/exports/sampleSource';
import { propertyRuns } from '#test/unit/propertyRuns';
import { builtThread } from '../builtThread';
import { readBody } from '#test/unit/table/readBody';

const root = mkdtempSync(join(tmpdir(), 'rows-'));
let link: WorkerLink;
let made = 0;

beforeAll(async () => {
  link = await builtThread(root);
});
afterAll(() => link.dispose());

const options = { onProgress: () => undefined, signal: new AbortController().signal };

function written(content: string | Uint8Array, format: string): string {
  made += 1;
  const path = join(root, `table-${made}.${format}`);
  writeFileSync(path, content);
  return path;
}

async function exported(table: Table, format: RowFormat, how: FormatOptions): Promise<string> {
  const parts: Buffer[] = [];
  const out = { write: (bytes: Uint8Array) => Promise.resolve(void parts.push(Buffer.from(bytes))) };
  const added = how.deliveryColumns ? await paced(deliveryColumns(table, undefined), options.signal) : [];
  const source = { ...everythingOf(table), columns: [...table.columns, ...added] };
  await writeTable(format, source, out, { ...options, ...how });
  return written(Buffer.concat(parts), format);
}

async function opened(path: string, format: RowFormat, record: RecordKind, maxTableBytes = 1e9) {
  made += 1;
  const as = `opened ${made}`;
  const { state } = await link.derive(
    as,
    'rowFile',
    { as, record, format, path, maxTableBytes },
    () => undefined,
  );
  const keys = state.columns.map(({ key }) => key);
  const { rows } = await link.ask(as, 'rows', {
    from: 0,
    to: state.rows,
  });
  return { as, state, keys, rows };
}

const refusal = (path: string, format: RowFormat, record: RecordKind, maxTableBytes?: number) =>
  opened(path, format, record, maxTableBytes).then(
    () => 'opened',
    (error: unknown) => (error instanceof Error ? error.message : 'no error'),
  );

/**
 * The cells as the view gets them. Parquet keeps neither zeros at the end of decimals nor the sign of zero; neither
 * it nor CSV says what undocumented fields were.
 */
const cellsOf = (table: Table, format: RowFormat) =>
  Array.from({ length: table.rows }, (_, row) =>
    table.columns.map((column): Cell => {
      const isTime = column.kind === 'numeric' && column.type === 'time';
      const cell = column.kind === 'numeric' && !isTime ? column.text(row) : column.cell(row);
      return comparable(cell, format);
    }),
  );

const number = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const commaNumber = /^-?\d+,\d+([eE][+-]?\d+)?$/;
function comparable(cell: Cell, format: RowFormat): Cell {
  if (format !== 'ndjson' && typeof cell === 'boolean') return String(cell);
  if (typeof cell !== 'string') return cell;
  if (format === 'csv' && commaNumber.test(cell)) return cell.replace(',', '.');
  return format === 'parquet' && number.test(cell) ? Number(cell) + 0 : cell;
}

const fixture = (id: string) => readFileSync(`test/fixtures/${id}.json`, 'utf8');

/** The response with other texts and numbers in place of those that were sent, in turns. */
function changed(body: string, texts: readonly string[], numbers: readonly string[]): string {
  let at = 0;
  const next = <Each>(list: readonly Each[]) => list[(at += 1) % list.length];
  const marked = JSON.stringify(JSON.parse(body), (key, value: unknown) => {
    if (typeof value === 'number') return `number ${next(numbers)}`;
    const isTime = /time|start|end$/i.test(key);
    const isName = key === 'name' || key === 'role';
    return typeof value === 'string' && !isTime && !isName ? next(texts) : value;
  });
  return marked.replace(/"number ([^"]*)"/g, '$1');
}

const oddTexts = fc.constantFrom(
  '',
  "'",
  "'=1",
  "''=1",
  '=1+1',
  '-',
  '"',
  '","',
  'a;=b',
  '\t=',
  'x\r\n=y',
  '\r',
  'å 日',
  '12',
  '1,5',
  ' x ',
  "a,'=1;'=2",
);
const texts = fc.array(fc.oneof(oddTexts, fc.string({ unit: 'grapheme', maxLength: 12 })), {
  minLength: 1,
  maxLength: 20,
});
const numbers = fc.array(
  fc.oneof(
    fc.constantFrom('12.10', '-0', '0', '-500', '9007199254740993', '1e3', '0.1', '1.5'),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  ),
  { minLength: 1, maxLength: 20 },
);

describe.each(rowFormats)('a table that was exported as %s', (format) => {
  it.each(datasets)('opens with the cells that were exported: $id', async ({ id, record }) => {
    const how = fc.record(
      {
        deliveryColumns: fc.boolean(),
        dialect: format === 'csv' ? fc.constant('excel' as const) : fc.constant(undefined),
        formulaGuard: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(texts, numbers, how, async (someTexts, someNumbers, options) => {
        const body = changed(fixture(id), someTexts, someNumbers);
        const { table, verdict } = readBody(body, record);
        expect(verdict.kind).toBe('records');
        const { keys, rows } = await opened(await exported(table, format, options), format, record);
        expect(keys).toEqual(table.columns.map(({ key }) => key));
        expect(rows.map((row) => row.map((cell) => comparable(cell, format)))).toEqual(
          cellsOf(table, format),
        );
      }),
      { numRuns: propertyRuns(3) },
    );
  });

  it('is rejected with one sentence if it needs too much memory', async () => {
    const { table } = readBody(fixture('intraday-orders'), 'publicOrder');
    const path = await exported(table, format, {});
    expect(await refusal(path, format, 'publicOrder', 1)).toContain('marketData.maxResultMegabytes');
  });
});

describe("a file that isn't a table of ours", () => {
  it.each<[string, RowFormat, string | Uint8Array, string]>([
    [
      'a quotation mark without a second one, far from the end',
      'csv',
      `startTime,value\r\n"${'1,2\r\n'.repeat(200_000)}`,
      "Line 2 isn't a valid row",
    ],
    ['a column twice', 'csv', 'startTime,value,value\r\n,1,2\r\n', "Line 1 isn't a valid row"],
    ['a row with too few fields', 'csv', 'startTime,value\r\n1\r\n', "Line 2 isn't a valid row"],
    ['quotes in the middle of a field', 'csv', 'startTime,value\r\n"a"b,1\r\n', 'Line 2'],
    ['quotes that never end', 'csv', 'startTime,value\r\n"a,1\r\n', 'Line 2'],
    ['text that is not UTF-8', 'csv', Buffer.from('startTime,value\r\n\xe5,1\r\n', 'latin1'), 'Line 2'],
    ['other columns', 'csv', 'a,b\r\n1,2\r\n', 'Line 1'],
    ['an array', 'ndjson', '[1]\n', 'Line 1'],
    ['something else', 'parquet', 'PAR1', 'readable Parquet file'],
  ])('is rejected with advice: %s', async (_, format, content, words) => {
    const message = await refusal(written(content, format), format, 'timeSeries');
    expect(message).toContain(words);
    expect(message).toContain('Export the result again');
  });

  const marks = fc.constantFrom('"', ',', ';', '\r', '\n', '=', "'", '{', '}', ':', '1', 'a', '\u00e5', '\0');
  it.each([
    ['csv', 'startTime,value\r\n'],
    ['ndjson', '{"startTime":null,"value":1}\n'],
  ] as const)('never ends the thread, whatever follows the first line: %s', async (format, first) => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: marks, maxLength: 200 }), async (text) => {
        const message = await refusal(written(first + text, format), format, 'timeSeries');
        expect(message).toMatch(/^(opened$|Line \d+ isn't a valid row)/);
      }),
      { numRuns: propertyRuns(20) },
    );
  });
});

it.each(rowFormats)('blocks that differ only in an undocumented field stay series: %s', async (format) => {
  const block = (blockName: string, from: number, to: number) => ({
    type: 'price',
    blockName,
    attributes: [{ name: 'deliveryArea', value: 'UK' }],
    values: [{ startTime: hourOf(from), endTime: hourOf(to), value: 1 }],
  });
  const hourOf = (hour: number) => new Date(Date.UTC(2026, 9, 1, hour)).toISOString();
  const blocks = [block('Base', 0, 24), block('Night', 0, 8), block('Peak', 8, 20), block('Late', 8, 12)];
  const { table } = readBody(JSON.stringify(blocks), 'timeSeries');
  const { as, state } = await opened(await exported(table, format, {}), format, 'timeSeries');
  expect(state.records).toBe(4);
  const findings = await link.ask(as, 'integrity', {});
  expect(findings.find(({ kind }) => kind === 'series')?.count).toBe(4);
  expect(findings.some(({ kind }) => kind === 'overlaps')).toBe(false);
});

it('a byte order mark that an editor has added changes nothing', async () => {
  const text = "startTime,value,unit\r\n2026-03-29T00:00:00Z,12.10,'=1\r\n";
  const of = async (content: string) => (await opened(written(content, 'csv'), 'csv', 'timeSeries')).rows;
  expect(await of(`\ufeff${text}`)).toEqual(await of(text));
});

it('a row has no record as the service sent it, and nothing to say about that', async () => {
  const path = written('startTime,value\r\n2026-03-29T00:00:00Z,1\r\n', 'csv');
  const { as } = await opened(path, 'csv', 'timeSeries');
  expect(await link.ask(as, 'record', { row: 0 })).toEqual({ found: null });
});

it('a field named like an added column stays, unless the added columns are at the end', async () => {
  const keys = async (head: string) =>
    (await opened(written(`${head}\r\n`, 'csv'), 'csv', 'timeSeries')).keys.slice(12);
  expect(await keys('startTime,value,period')).toEqual(['period']);
  expect(await keys('startTime,value,deliveryDay,quality')).toEqual(['deliveryDay', 'quality']);
  expect(await keys('startTime,value,quality,deliveryDay,period,localTime')).toEqual(['quality']);
});
