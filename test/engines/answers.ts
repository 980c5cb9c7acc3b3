import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findDataset } from '../../src/market/datasets/datasets';
import { questionOf } from '../../src/exports/programs/questions';

type Row = Readonly<Record<string, unknown>>;

/** The rows of a range of NDJSON files, in order. */
export function rowsOf(root: string, isAsked: (day: string) => boolean = () => true): Row[] {
  const days = readdirSync(root).filter((name) => name.startsWith('day=') && isAsked(name.slice(4)));
  const texts = days.sort().map((day) => readFileSync(join(root, day, 'part-0.ndjson'), 'utf8'));
  return texts.flatMap((text) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Row),
  );
}

const clock = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Oslo', dateStyle: 'short' });

/** The answer to the question about a dataset, as programs print it, computed row by row. */
export function answerOf(id: string, rows: readonly Row[]): string {
  const dataset = findDataset(id);
  if (!dataset) throw new Error(id);
  const { groups, measures, required } = questionOf(dataset);
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const found = new Map<string, Row[]>();
  const isNumber = (column: string) => measures.some((measure) => measure.column === column);
  for (const row of rows) {
    const isThere = (column: string) =>
      isNumber(column) ? typeof row[column] === 'number' : typeof row[column] === 'string';
    if (!required.every(isThere)) continue;
    const key = groups.map(({ column, of }) => {
      if (of === undefined) return text(row[column]);
      const day = clock.format(new Date(text(row[column])));
      return of === 'month' ? day.slice(0, 7) : day;
    });
    found.set(key.join(','), [...(found.get(key.join(',')) ?? []), row]);
  }
  const lines = [...found].map(([key, inGroup]) => {
    const told = measures.map(({ column, how }) => {
      const values = inGroup.map((row) => {
        const value = Number(row[column]);
        if (how !== 'energy' || row['unit'] !== 'MW') return value;
        return (value * (Date.parse(text(row['endTime'])) - Date.parse(text(row['startTime'])))) / 3_600_000;
      });
      const sum = values.reduce((total, value) => total + value, 0);
      if (how === 'count') return values.length;
      if (how === 'max') return values.reduce((most, value) => Math.max(most, value), -Infinity);
      return how === 'mean' ? sum / values.length : sum;
    });
    return [
      key,
      ...told.map((value) => String(Number.isInteger(value) ? value : Number(value.toPrecision(12)))),
    ].join(',');
  });
  const head = [...groups, ...measures].map(({ name }) => name).join(',');
  const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));
  return `${[head, ...lines.sort(byBytes)].join('\n')}\n`;
}
