import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { csvRecords } from '../csvRecords';
import { has, run } from '../runCopies';
import { shownCells, withoutZeros, workbooks } from './workbooks';

const folder = mkdtempSync(join(tmpdir(), 'workbooks-'));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * LibreOffice's numbers for comma, quote, UTF-8, and the first line. Then: no column formats, no language,
 * only the necessary quotes, cells as shown, no formulas.
 */
const asCsv = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,true,false';

describe.skipIf(!has('soffice'))('LibreOffice', () => {
  it('opens workbooks of every dataset, and shows what was sent', { timeout: 300_000 }, async () => {
    const books = await workbooks();
    const paths = books.map(({ name, bytes }) => {
      const path = join(folder, `${name}.xlsx`);
      writeFileSync(path, bytes);
      return path;
    });
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const args = [profile, '--headless', '--convert-to', asCsv, '--outdir', folder, ...paths];
    const { code, err } = await run('soffice', args, { LC_ALL: 'C.UTF-8' });
    expect(code, err).toBe(0);
    for (const book of books) {
      const [header, ...rows] = csvRecords(readFileSync(join(folder, `${book.name}.csv`), 'utf8'));
      expect(header, book.name).toHaveLength(book.table.columns.length);
      const shown = rows.map((row) =>
        row.map((cell) =>
          /^(TRUE|FALSE)$/.test(cell ?? '') ? cell!.toLowerCase() : withoutZeros(cell ?? ''),
        ),
      );
      const sent = shownCells(book).map((row) =>
        row.map((cell) => (/^(TRUE|FALSE)$/.test(cell) ? cell.toLowerCase() : cell)),
      );
      expect(shown, book.name).toEqual(sent);
    }
  });
});
