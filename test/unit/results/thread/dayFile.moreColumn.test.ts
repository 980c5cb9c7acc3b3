import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moreText } from '#src/exports/exactCell';
import { columnKind } from '#src/exports/parquet/columnKind';
import { isMisfit } from '#src/exports/parquet/misfits';
import { moreColumn, type RecordKind } from '#src/market/records/recordKinds';
import { dayPeriod, marketZone } from '#src/market/time/deliveryDay';
import type { DayFileQuestion } from '#src/protocol/workerMessages';
import { columnNames } from '#src/range/columnNames';
import { writeDayFile } from '#src/results/thread/dayFile';
import { derived } from '#src/results/thread/workerResult';
import { parsedExactly, toJsonText } from '#src/table/columns/numberText';
import type { Table } from '#src/table/columns/table';
import { readParquet } from '../../exports/parquet/readParquet';
import { sampleOrigin, unwatched } from '../../exports/sampleSource';
import { propertyRuns } from '../../propertyRuns';
import { readBody } from '../../table/readBody';

const folder = mkdtempSync(join(tmpdir(), 'more-'));
const day = dayPeriod('2026-03-28', marketZone);
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
  return { ...(await writeDayFile(question, () => derived(table), unwatched())), table, path };
}

/** The rows of the file, by the names of its columns, with the text of the last one. */
async function rowsIn(format: Format, path: string): Promise<Record<string, unknown>[]> {
  if (format === 'ndjson') {
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    return lines.map((line) => parsedExactly(line) as Record<string, unknown>);
  }
  return (await readParquet(readFileSync(path), {})).rows;
}

/** By their names, of which one may be `__proto__`. */
const membersOf = (value: unknown) => new Map<string, unknown>(Object.entries(value ?? {}));
const membersIn = (json: unknown) => membersOf(typeof json === 'string' ? parsedExactly(json) : undefined);

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
  it("have every value that was sent in its column or, if it has none or doesn't fit there, in the last one", async () => {
    const bodies = responses([...plainNames, ...oddNames]);
    await fc.assert(
      fc.asyncProperty(bodies, bodies, async (one, other) => {
        const first = await write(format, one);
        const next = await write(format, other, first.columns);
        const names = columnNames(first.columns);
        for (const { table, path } of [first, next]) {
          for (const [row, read] of (await rowsIn(format, path)).entries()) {
            const cells = membersOf(read);
            const more = membersIn(cells.get(moreColumn));
            for (const column of table.columns) {
              const { key } = column;
              const sent = membersIn(moreText([column], row)).get(key);
              const name = names.get(key);
              const kind = columnKind(column, table.isFixed(column));
              const isMisfitting = kind !== 'text' && isMisfit(column, kind, row);
              if (sent === undefined) expect(more.get(key) ?? null).toBeNull();
              else if (name === undefined || (format === 'parquet' && isMisfitting)) {
                expect(toJsonText(more.get(key))).toBe(toJsonText(sent));
              } else {
                expect(cells.get(name)).not.toBeNull();
                const isTime = column.kind === 'numeric' && column.type === 'time';
                if (format === 'ndjson' && !isTime)
                  expect(toJsonText(cells.get(name))).toBe(toJsonText(sent));
              }
            }
          }
        }
      }),
      { numRuns: propertyRuns(25, 500) },
    );
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
});
