import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtCli } from '../unit/cli/builtCli';
import { sampleBody } from '../unit/exports/seeded/sampleBody';
import { exportedTo } from './exportedFile';
import { dayOf, marketZone } from '#src/market/time/deliveryDay';
import { datasets } from '#src/market/datasets/datasets';
import { recordShapes, type RecordKind } from '#src/market/records/recordKinds';
import { startSandbox } from '#src/sandbox/startSandbox';
import { hasSpark, python } from './pythonRuns';
import { changedService, fetchSampleRange, sampleRange } from './sampleRanges';
import { sentRows, type SentCell, type SentRow } from './sentCells';

/** How many of the first rows are compared: what is wrong is wrong in all of them, or in a column's type. */
const mostRows = 1000;

const folder = mkdtempSync(join(tmpdir(), 'cells-'));
const forms = {
  parquet: { format: 'parquet' },
  ndjson: { format: 'ndjson' },
  csv: { format: 'csv', formulaGuard: false },
  excel: { format: 'csv', formulaGuard: false, dialect: 'excel' },
} as const;

const engines = ['pandas', 'polars', 'pyarrow', 'duckdb', 'dask', 'pyspark'] as const;

/** A cell as `read_cells.py` writes it. */
type ReadCell = string | boolean | null;
type Read = Record<string, Record<string, ReadCell>[]>;

/** The days of a range whose fields change twice, with the fields of each record, and others sent in place of some. */
const changes: Readonly<Record<string, string>> = {
  '2026-03-28': '"first":1,"both":"a",',
  '2026-03-29': '"second":true,"Value":1.50,"both":"b",',
  '2026-03-30': '"second":7,"third":"x",',
};

/** In NDJSON, most programs refuse a column of numbers and texts. */
function changed(body: string, day: string, format: 'parquet' | 'ndjson'): string {
  const more = body.replaceAll(/(?<=[[,]\s*)\{(?=\s*"type")/g, `{${changes[day] ?? ''}`);
  if (format === 'ndjson') return more;
  return more.replace(/"value":-?[\d.]+/, '"value":"n/a"').replace(/:00(\.0+)?Z"/, ':00.1234567Z"');
}

/** What was sent, by dataset: in the exports, and in the ranges. */
const exported = new Map<string, SentRow[]>();
const inRanges = new Map<string, SentRow[]>();
/** Arguments of `read_cells.py`. */
const files: string[] = [];

beforeAll(async () => {
  const service = await startSandbox();
  const cli = await builtCli();
  for (const { id, record } of datasets) {
    const { body } = sampleBody(id);
    exported.set(id, sentRows(body, record).slice(0, mostRows));
    for (const [form, options] of Object.entries(forms)) {
      const path = join(folder, `${id}-${form}.${options.format}`);
      writeFileSync(path, await exportedTo(body, record, mostRows, options));
      files.push(`${id}:${form}=${path}`);
    }
    const sent: SentRow[] = [];
    const asked = { ...sampleRange(id), to: '2026-03-29' };
    const heard = await changedService(service, (response) => {
      sent.push(...sentRows(response, record));
      return response;
    });
    const range = await fetchSampleRange(cli, folder, asked, heard);
    await heard.close();
    inRanges.set(id, sent);
    files.push(`range of ${id}:parquet=${range.folder}`);
  }
  for (const format of ['parquet', 'ndjson'] as const) {
    const sent: SentRow[] = [];
    const asked = { ...sampleRange('dayahead-prices'), to: '2026-03-30', format };
    const range = await fetchSampleRange(cli, join(folder, format), asked, service, (response, day) => {
      const body = changed(response, day, format);
      sent.push(...sentRows(body, 'timeSeries'));
      return body;
    });
    inRanges.set(`changing ${format}`, sent);
    files.push(`changing:${format}=${range.folder}`);
  }
  await service.close();
}, 300_000);

/** The same for all cells with the same value, however it's written. */
function valueOf(cell: SentCell | undefined, type: string, form = ''): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'object') return valueOf(cell.number, 'number');
  const text = String(cell);
  if (typeof cell === 'boolean' || type === 'boolean') return text.toLowerCase();
  if (type === 'number') {
    const number = Number(form === 'excel' ? text.replace(',', '.') : text);
    return Number.isNaN(number) ? text : String(number);
  }
  if (type !== 'time') return text;
  // A text without a zone, as from a table that has none, is UTC.
  return String(Date.parse(/Z|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`));
}

/** The values of rows in columns, by the types of what was sent. */
function valuesOf(rows: readonly Record<string, SentCell>[], sent: readonly SentRow[], record: RecordKind) {
  const types = new Map<string, string>(recordShapes[record].columns.map(({ name, type }) => [name, type]));
  const names = [...new Set(sent.flatMap((row) => Object.keys(row)))];
  const isNumber = (name: string) => sent.some((row) => typeof row[name] === 'object' && row[name] !== null);
  const kinds = names.map((name) => [name, isNumber(name) ? 'number' : (types.get(name) ?? 'text')] as const);
  return (form = '') =>
    rows.map((row) => kinds.map(([name, type]) => `${name}=${valueOf(row[name], type, form)}`).join('; '));
}

describe.each(engines.filter((engine) => engine !== 'pyspark' || hasSpark))('%s reads', (engine) => {
  let read: Read;
  beforeAll(async () => {
    const script = join(import.meta.dirname, 'read_cells.py');
    const out = join(folder, `${engine}.json`);
    const { code, err } = await python([script, engine, out, ...files], { cwd: folder });
    expect(code, err).toBe(0);
    read = JSON.parse(readFileSync(out, 'utf8')) as Read;
  }, 300_000);

  it.each(datasets)('every cell of $id as the service sent it, from every format', ({ id, record }) => {
    const sent = exported.get(id) ?? [];
    expect(sent.length).toBeGreaterThan(20);
    for (const form of Object.keys(forms)) {
      const rows = read[`${id}:${form}`] ?? [];
      expect(valuesOf(rows, sent, record)(form), form).toEqual(valuesOf(sent, sent, record)());
      for (const [at, row] of rows.entries()) {
        const sentAt = sent[at]?.['startTime'] ?? sent[at]?.['deliveryStart'];
        const start = typeof sentAt === 'string' ? sentAt : '';
        expect(Date.parse(String(row['localTime']))).toBe(Date.parse(start));
        expect(String(row['deliveryDay']).slice(0, 10)).toBe(dayOf(Date.parse(start), marketZone));
      }
    }
  });

  it.each(datasets)('every cell of a range of $id, in whatever order', ({ id, record }) => {
    const sent = inRanges.get(id) ?? [];
    expect(sent.length).toBeGreaterThan(20);
    const rows = read[`range of ${id}:parquet`] ?? [];
    expect(valuesOf(rows, sent, record)().sort()).toEqual(valuesOf(sent, sent, record)().sort());
  });

  it.each(['parquet', 'ndjson'])('every cell of a range in %s whose fields change twice', (format) => {
    const sent = inRanges.get(`changing ${format}`) ?? [];
    expect(sent.length).toBeGreaterThan(200);
    const rows = (read[`changing:${format}`] ?? []).map(({ _more, ...row }) => {
      const more = typeof _more === 'string' ? (JSON.parse(_more) as Record<string, ReadCell | number>) : {};
      const texts = Object.entries(more).map(([name, value]) => [
        name,
        typeof value === 'number' ? String(value) : value,
      ]);
      return { ...row, ...(Object.fromEntries(texts) as Record<string, ReadCell>) };
    });
    expect(valuesOf(rows, sent, 'timeSeries')().sort()).toEqual(valuesOf(sent, sent, 'timeSeries')().sort());
  });
});
