import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayAheadPrices } from '#src/sandbox/market/dayAheadPrices';
import { seriesText } from '#src/sandbox/market/sampleSeries';
import { compareWithAnother, frameHeaded, openFromExplorer, showView, statusOf } from '../resultView';
import { openWindow, type EditorWindow } from '../support';

const parameters = {
  deliveryarea: 'NO1',
  currency: 'EUR',
  startTime: '2026-03-19T23:00:00Z',
  endTime: '2026-03-20T23:00:00Z',
};
/** What the sample service responds to this query. */
const body = `[${[...dayAheadPrices(parameters, { now: Date.now(), gaps: false, orders: undefined })].map(seriesText).join(',')}]`;

let window: EditorWindow;
beforeAll(async () => {
  window = await openWindow({
    name: 'savedResponses',
    // Written before the window opens, which may take seconds to notice later files.
    files: saved('prices.json', body),
  });
});
afterAll(() => window.close());

/** A response in the workspace, and its provenance beside it, by path. */
function saved(name: string, text: string): Record<string, string> {
  const sha256 = createHash('sha256').update(text).digest('hex');
  const known = { version: 1, dataset: 'dayahead-prices', connection: 'sandbox', parameters, sha256 };
  const requestedAt = '2026-03-20T12:00:00Z';
  return {
    [`saved/${name}`]: text,
    [`saved/${name}.provenance.json`]: JSON.stringify({ ...known, requestedAt }),
  };
}

describe('a saved response', () => {
  it('opens from the explorer as a result that names its file, and is compared with the service in one click', async () => {
    await openFromExplorer(window, 'saved', 'prices.json');
    const frame = await frameHeaded(window, /^Day-ahead prices$/);
    expect(await statusOf(frame)).toBe('96 rows, complete');
    await frame
      .getByRole('img', { name: /Day-ahead|price/i })
      .first()
      .waitFor();
    await frame.getByText('prices.json').waitFor();
    await frame.getByText('Sample data').waitFor();
    expect(await frame.getByRole('button', { name: /Day$/ }).count()).toBe(0);
    await window.screenshot('file');
    await showView(frame, 'Request');
    await frame.getByText('saved/prices.json').waitFor();
    await window.screenshot('file-request');
    await compareWithAnother(frame, 'Difference');
    await window.pick('Current Response');
    const compared = await frameHeaded(window, /sandbox vs\. prices\.json/);
    expect(await statusOf(compared)).toBe('96 intervals: 0 changed, 0 added, 0 missing');
    await window.screenshot('file-compared');
  });

  it('runs its query again in a tab beside the file', async () => {
    await openFromExplorer(window, 'saved', 'prices.json');
    const frame = await frameHeaded(window, /^Day-ahead prices$/);
    await frame.getByRole('button', { name: 'Run Again' }).click();
    const tabs = (name: RegExp) => window.page.getByRole('tab', { name }).count();
    await expect.poll(() => tabs(/^Day-ahead prices · NO1 · 20 Mar 2026(?!.* vs\. )/)).toBe(1);
    // The file has been opened twice, in one tab; the comparison has a tab of its own.
    expect(await tabs(/^prices\.json/)).toBe(1);
  });
});
