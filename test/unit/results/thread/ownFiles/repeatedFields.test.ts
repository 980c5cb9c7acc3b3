import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { recordShapes } from '#src/market/records/recordKinds';
import { RowFiles } from '#src/results/thread/ownFiles/rowFiles';
import { Table } from '#src/table/columns/table';
import { rowsOf } from '#test/unit/table/readBody';

const folder = mkdtempSync(join(tmpdir(), 'repeated-fields-'));
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['ndjson' as const, '{"value":999,"value":21.5}\n{"value":2}\n'],
  ['json' as const, '[{"unit":"EUR/MWh","values":[{"value":999,"value":21.5},{"value":2}]}]'],
])('a field twice in a file of others is counted, and its last value is used: %s', async (format, text) => {
  const path = join(folder, `twice.${format}`);
  writeFileSync(path, text);
  const table = new Table(recordShapes.timeSeries);
  const target = {
    table,
    record: 'timeSeries' as const,
    maxTableBytes: 1e9,
    signal: new AbortController().signal,
    sentNames: new Map<string, string>(),
  };
  await new RowFiles(target, true).add(path, format);
  expect(rowsOf(table)).toMatchObject([{ value: '21.5' }, { value: '2' }]);
  expect(table.repeatedFields).toEqual({ records: 1, example: 'value' });
});
