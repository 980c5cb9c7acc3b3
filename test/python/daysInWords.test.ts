import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { copiedRequest } from '#src/exports/copiedRequests/copiedRequest';
import { anyDay, asked, changingDays } from '../unit/exports/copiedRequests/daysInWords';
import { oddConnection, run } from '../unit/exports/runCopies';
import { propertyRuns } from '../unit/propertyRuns';

const folder = mkdtempSync(join(tmpdir(), 'days-'));
const connection = oddConnection('http://127.0.0.1:1', 'basic');

it("days in copied Python code start and end like the product's, even when clocks change", async () => {
  const today = { startTime: 'today', endTime: 'today' };
  writeFileSync(
    join(folder, 'copied_request.py'),
    copiedRequest('python', asked(connection, 'dayahead-prices', today)),
  );
  const days = [...changingDays, ...fc.sample(anyDay, propertyRuns(500))];
  writeFileSync(join(folder, 'days.json'), JSON.stringify(days));
  const { code, out, err } = await run('python', [join(import.meta.dirname, 'day_bounds.py'), folder]);
  expect(code, err).toBe(0);
  expect(JSON.parse(out)).toEqual(days.map(({ start, end }) => [start, end]));
});
