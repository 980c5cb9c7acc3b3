import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchRange } from '../resultView';
import { openWindow, type EditorWindow } from '../support';

interface Manifest {
  days: Record<
    string,
    {
      state: string;
      outcome: string;
      rows: number;
      requestedAt: string;
      integrity: { kind: string; count: number }[];
    }
  >;
}

let window: EditorWindow;
beforeAll(async () => {
  window = await openWindow({ name: 'ranges' });
}, 120_000);
afterAll(() => window.close());

const folder = () => join(window.workspace, 'market-data', 'range', 'dayahead-turnover');
const manifestPath = () => join(folder(), '..', '_dayahead-turnover.manifest.json');
const manifest = () => JSON.parse(readFileSync(manifestPath(), 'utf8')) as Manifest;
/** The file with what was sent for a day. */
function responseOf(day: string): string {
  const responses = join(folder(), '..', '_dayahead-turnover.responses');
  const name = readdirSync(responses).find((each) => each.startsWith(`day=${day}.`));
  if (name === undefined) throw new Error(`${day} has no response.`);
  return join(responses, name);
}
const calendar = (frame: Frame) => frame.getByRole('grid', { name: 'Delivery days' });
const legend = (frame: Frame) => frame.getByRole('list', { name: 'Days by outcome' });

describe('a range of delivery days', () => {
  it('is fetched by pressing Enter a few times, with the suggested days', async () => {
    await fetchRange(window, 'Day-ahead turnover', ['', '']);
    await window.notification('30 delivery days: 30 fetched.');
    expect(Object.keys(manifest().days)).toHaveLength(30);
  });

  it('shows in a calendar which of its days are incomplete', async () => {
    const changed = manifest();
    const days = Object.keys(changed.days);
    rmSync(join(folder(), `day=${days[3]!}`), { recursive: true });
    const { requestedAt } = changed.days[days[8]!]!;
    rmSync(join(folder(), `day=${days[8]!}`), { recursive: true });
    rmSync(responseOf(days[8]!));
    const nothing = { rows: 0, placed: 0, bytes: 0, sha256: '', integrity: [], requestedAt };
    changed.days[days[8]!] = { state: 'failed', outcome: 'timeout', ...nothing };
    changed.days[days[15]!]!.integrity.push({ kind: 'missing', count: 4 });
    writeFileSync(manifestPath(), JSON.stringify(changed));
    const kept = [20, 22].map((at) => ({
      path: responseOf(days[at]!),
      bytes: readFileSync(responseOf(days[at]!)),
    }));
    rmSync(kept[0]!.path);
    writeFileSync(kept[1]!.path, 'not what was sent');
    await window.page.getByRole('button', { name: 'Open', exact: true }).click();
    const frame = await window.resultFrame();
    await calendar(frame).waitFor();
    await frame.getByRole('tab', { name: 'Days', selected: true }).waitFor();
    expect(await frame.getByRole('gridcell').count()).toBe(30);
    expect(await legend(frame).innerText()).toMatch(
      /25 complete\s+1 with findings\s+1 row file missing\s+1 response changed\s+1 response missing\s+1 failed/,
    );
    // The file that other programs read isn't needed to open its day.
    expect(await frame.getByRole('status').first().innerText()).toContain('3 days not complete');
    await window.screenshot('days-lacking');
    for (const { path, bytes } of kept) writeFileSync(path, bytes);
  });

  it('is found in the workspace without browsing, in a list that says what it lacks', async () => {
    await window.command('View: Close All Editors');
    await window.command('Market Data: Open Range of Delivery Days…');
    await window.prompt.getByText('market-data/range/dayahead-turnover').waitFor();
    await window.prompt.getByText(/ to .* · 1 failed · last run /).waitFor();
    await window.prompt.getByText('Other Folder…').waitFor();
    await window.screenshot('ranges-found');
    await window.pick('Day-ahead turnover');
    await calendar(await window.resultFrame()).waitFor();
  });
});
