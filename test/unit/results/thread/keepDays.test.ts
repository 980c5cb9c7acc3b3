import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { writeNdjson } from '../../../../src/exports/ndjson';
import { keepDays } from '../../../../src/results/thread/range/keepDays';
import { newDeliveryDays } from '../../../../src/results/thread/range/rangeFile';
import { paced } from '../../../../src/table/columns/slices';
import type { Table } from '../../../../src/table/columns/table';
import { everythingOf } from '../../exports/sampleSource';
import { propertyRuns } from '../../propertyRuns';
import { readBody } from '../../table/readBody';

const options = { onProgress: () => undefined, signal: new AbortController().signal };

async function linesOf(table: Table): Promise<string[]> {
  const parts: Buffer[] = [];
  const write = (bytes: Uint8Array) => Promise.resolve(void parts.push(Buffer.from(bytes)));
  await writeNdjson(everythingOf(table), { write }, options);
  return Buffer.concat(parts).toString('utf8').split('\n').slice(0, -1);
}

it('keeps the rows of the wanted days as they were, whatever their values, and all rows before', async () => {
  const value = fc.oneof(
    fc.constant('null'),
    fc.integer({ min: 0, max: 3 }).map(String),
    fc.constantFrom('12.10', '1e3', '-0', '12345678901234567890', '"text"', 'true', '[1]', '{"a":"b"}'),
  );
  const row = fc.record({
    day: fc.constantFrom('a', 'b', 'c', null),
    value,
    time: fc.constantFrom('"2026-03-29T00:00:00Z"', '"2026-03-29T00:00:00.1234567Z"', 'null', '7'),
    text: value,
    flag: fc.constantFrom('true', 'false', 'null', '1'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 40 }),
      fc.nat(40),
      fc.subarray(['a', 'b', 'c']),
      async (rows, before, wanted) => {
        const values = rows.map(
          ({ value: number, time, text, flag }) =>
            `{"startTime":${time},"endTime":null,"value":${number},"note":${text},"flag":${flag}}`,
        );
        const { table } = readBody(`[{"unit":"MW","values":[${values.join(',')}]}]`, 'timeSeries');
        const first = Math.min(before, table.rows);
        const days = newDeliveryDays();
        rows.forEach(({ day }, at) => days.set(at, day));
        const lines = await linesOf(table);
        await paced(keepDays(table, days, first, wanted));
        const isKept = (at: number) => at < first || wanted.includes(rows[at]?.day ?? '');
        expect(await linesOf(table)).toEqual(lines.filter((_, at) => isKept(at)));
        expect(Array.from({ length: table.rows }, (_, at) => days.text(at))).toEqual(
          rows.flatMap(({ day }, at) => (isKept(at) ? [day] : [])),
        );
      },
    ),
    { numRuns: propertyRuns(200) },
  );
});
