import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { run } from '../unit/exports/runCopies';
import { shownCells, withoutZeros, workbooks, type Workbook } from '../unit/exports/xlsx/workbooks';

interface Read {
  readonly frozen: string;
  readonly bold: boolean;
  readonly complete: boolean;
  readonly rows: ([type: string, text: string, format: string] | null)[][];
}

let books: Workbook[];
let read: Record<string, Read>;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'workbooks-'));
  books = await workbooks();
  for (const { name, bytes } of books) writeFileSync(join(folder, `${name}.xlsx`), bytes);
  const { code, out, err } = await run('python', [join(import.meta.dirname, 'read_workbooks.py'), folder]);
  expect(code, err).toBe(0);
  read = JSON.parse(out) as typeof read;
});

/** A cell as shown: a number with the decimals of its format. */
function shown([type, text, format]: readonly [string, string, string]): string {
  if (type === 'd') return withoutZeros(text);
  return type === 'n' ? Number(text).toFixed(Math.max(0, format.length - 2)) : text;
}

it('openpyxl, and so pandas, reads the cells as sent, and none as a formula', () => {
  for (const book of books) {
    const rows = read[book.name]?.rows ?? [];
    expect(
      rows.map((row) => row.map((cell) => (cell ? shown(cell) : ''))),
      book.name,
    ).toEqual(shownCells(book));
    expect(rows.flat().filter((cell) => cell?.[0] === 'f')).toEqual([]);
  }
});

it('openpyxl finds the header and the properties', () => {
  for (const { name } of books) {
    expect(read[name], name).toMatchObject({ frozen: 'A2', bold: true, complete: true });
  }
});
