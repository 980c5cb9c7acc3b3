import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleBody } from '../unit/exports/seeded/sampleBody';
import { exportedTo } from './exportedFile';
import { dayOf, marketZone } from '../../src/market/time/deliveryDay';
import { datasets } from '../../src/market/datasets/datasets';
import { recordShapes } from '../../src/market/records/recordKinds';
import { hasSpark, python } from './pythonRuns';
import { sentRows, type SentCell } from './sentCells';

/** How many of the first rows are compared: what is wrong is wrong in all of them, or in a column's type. */
const mostRows = 3000;

const folder = mkdtempSync(join(tmpdir(), 'cells-'));
const forms = {
  parquet: { format: 'parquet' },
  ndjson: { format: 'ndjson' },
  csv: { format: 'csv', formulaGuard: false },
  excel: { format: 'csv', formulaGuard: false, dialect: 'excel' },
} as const;

const engines = ['pandas', 'polars', 'pyarrow', 'duckdb', 'dask', 'pyspark'] as const;

/** A cell as `read_cells.py` writes it. */
type ReadCell = string | boolean | null | undefined;

/** Whether a cell that was read has the value that was sent. */
function isSame(read: ReadCell, sent: SentCell, type: string, form: keyof typeof forms): boolean {
  if (sent === null || read === null || read === undefined) return (read ?? null) === sent;
  if (typeof sent === 'boolean') return String(read).toLowerCase() === String(sent);
  const text = String(read);
  if (typeof sent === 'object') {
    return Number(form === 'excel' ? text.replace(',', '.') : text) === Number(sent.number);
  }
  if (type !== 'time') return text === sent;
  // A text without a zone, as from a table that has none, is UTC.
  const zoned = /Z|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`;
  return Date.parse(zoned) === Date.parse(sent);
}

describe.each(engines.filter((engine) => engine !== 'pyspark' || hasSpark))('%s reads', (engine) => {
  it.each(datasets)('every cell of $id as the service sent it, from every format', async (dataset) => {
    const { id, record } = dataset;
    const { body } = sampleBody(id);
    const sent = sentRows(body, record).slice(0, mostRows);
    expect(sent.length).toBeGreaterThan(20);
    const place = join(folder, engine, id);
    mkdirSync(place, { recursive: true });
    const files = [];
    for (const [form, options] of Object.entries(forms)) {
      const path = join(place, `${form}.${options.format}`);
      writeFileSync(path, await exportedTo(body, record, mostRows, options));
      files.push(`${form}=${path}`);
    }
    const script = join(import.meta.dirname, 'read_cells.py');
    const { code, out, err } = await python([script, engine, ...files], { cwd: place });
    expect(code, err).toBe(0);
    const read = JSON.parse(out) as Record<keyof typeof forms, Record<string, ReadCell>[]>;
    const types = new Map(recordShapes[record].columns.map(({ name, type }) => [name, type]));
    for (const form of Object.keys(forms) as (keyof typeof forms)[]) {
      expect(read[form].length, form).toBe(sent.length);
      const wrong = sent.flatMap((row, at) =>
        Object.entries(row).flatMap(([name, cell]) => {
          const found = read[form][at]?.[name];
          return isSame(found, cell, types.get(name) ?? 'text', form)
            ? []
            : [{ form, at, name, cell, found }];
        }),
      );
      expect(wrong.slice(0, 5)).toEqual([]);
      for (const [at, row] of read[form].entries()) {
        const sentAt = sent[at]?.['startTime'] ?? sent[at]?.['deliveryStart'];
        const start = typeof sentAt === 'string' ? sentAt : '';
        expect(Date.parse(String(row['localTime']))).toBe(Date.parse(start));
        expect(String(row['deliveryDay']).slice(0, 10)).toBe(dayOf(Date.parse(start), marketZone));
      }
    }
  });
});
