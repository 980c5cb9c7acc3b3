import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Cell, Column } from '#src/protocol/tableTypes';
import { copyFormats } from '#view/table/copy/copyFormats';
import { odd, run } from '../unit/exports/runCopies';

const columns: Column[] = [
  { key: 'startTime', title: 'Start', type: 'time' },
  { key: 'value', title: 'Value', type: 'number' },
  { key: 'createdTimeEpoch', title: 'Created', type: 'integer' },
  { key: 'border', title: 'Border', type: 'boolean' },
  { key: `attribute.${odd}`, title: 'Odd', type: 'text' },
  { key: 'mixed', title: 'Mixed', type: 'number' },
  { key: 'alike', title: 'Alike', type: 'number' },
  { key: 'local', title: 'Local', type: 'time' },
  { key: 'huge', title: 'Huge', type: 'integer' },
];
const start = Date.UTC(2026, 2, 29, 1);
const rows: Cell[][] = [
  [start, '12.10', '9007199254740993', true, odd, 'not yet', 'NaN', '2026-03-29T02:00:00', '1'],
  [null, null, null, null, null, null, null, null, null],
  [start + 900_000, '-0', '-1', false, '', '1.5', '1_000', 'now', '12345678901234567890'],
  [start + 1, '1e3', '0', null, '\'"\\\r\n', '2', '1.50', start, '-1'],
];

/** What the frame contains, as Python writes it. */
const tell = `
import json
print(json.dumps({
    "types": [str(kind) for kind in df.dtypes],
    "names": list(df.columns),
    "cells": [[None if pd.isna(cell) else str(cell) for cell in df[name]] for name in df],
}))
`;

// Importing pandas for the first time can take longer than other tests.
it('copied DataFrame code gives the cells exactly, with types that analysis can use', async () => {
  const form = copyFormats.pandas;
  const cells = rows.map((row) => form.row(row, columns)).join(form.between);
  const text = form.head() + cells + form.foot(columns, rows);
  expect(text).toContain('12.10');
  const file = join(mkdtempSync(join(tmpdir(), 'frames-')), 'frame.py');
  writeFileSync(file, text + tell);
  const { code, out, err } = await run('python', ['-W', 'error', file]);
  expect(code, err).toBe(0);
  const {
    types,
    names,
    cells: read,
  } = JSON.parse(out) as Record<'types' | 'names', string[]> & {
    cells: (string | null)[][];
  };
  expect(names).toEqual(columns.map(({ key }) => key));
  expect(types).toEqual([
    'datetime64[us, UTC]',
    'float64',
    'Int64',
    'boolean',
    ...Array<string>(5).fill('object'),
  ]);
  expect(read).toEqual([
    ['2026-03-29 01:00:00+00:00', null, '2026-03-29 01:15:00+00:00', '2026-03-29 01:00:00.001000+00:00'],
    ['12.1', null, '-0.0', '1000.0'],
    ['9007199254740993', null, '-1', '0'],
    ['True', null, 'False', null],
    [odd, null, '', '\'"\\\r\n'],
    ['not yet', null, '1.5', '2'],
    ['NaN', null, '1_000', '1.5'],
    ['2026-03-29T02:00:00', null, 'now', '2026-03-29 01:00:00+00:00'],
    ['1', null, '12345678901234567890', '-1'],
  ]);
}, 60_000);
