import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { snippet } from '../../src/exports/snippets/snippets';
import { anyDay, asked, askedDay, now, specialDays, zones } from '../unit/exports/snippetDays';
import { oddConnection, run } from '../unit/exports/snippetRuns';
import { propertyRuns } from '../unit/propertyRuns';

const folder = mkdtempSync(join(tmpdir(), 'days-'));
const connection = oddConnection('http://127.0.0.1:1', 'basic');

it("days in copied Python code start and end like the product's, even when clocks change", async () => {
  const today = { startTime: 'today', endTime: 'today' };
  for (const zone of zones) {
    const text = snippet('python', asked(connection, 'dayahead-prices', today, zone));
    writeFileSync(join(folder, `${zone.replaceAll('/', '_')}.py`), text);
  }
  const days = [
    ...zones.flatMap((zone) => specialDays.map((day) => askedDay(zone, now, day))),
    ...fc.sample(anyDay, propertyRuns(500)),
  ];
  writeFileSync(join(folder, 'days.json'), JSON.stringify(days));
  const { code, out, err } = await run('python', [join(import.meta.dirname, 'day_bounds.py'), folder]);
  expect(code, err).toBe(0);
  expect(JSON.parse(out)).toEqual(days.map(({ start, end }) => [start, end]));
  const hours = ([start = '', end = '']: string[]) => (Date.parse(end) - Date.parse(start)) / 3_600_000;
  expect((JSON.parse(out) as string[][]).slice(0, specialDays.length).map(hours)).toEqual([
    23, 25, 24, 24, 24,
  ]);
});
