import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowCount, until } from '../resultView';
import { openWindow, themes, type EditorWindow } from '../support';

const day = { startTime: 'yesterday', endTime: 'yesterday' };
const areas = (deliveryarea: string) => ({ deliveryarea, currency: 'EUR', ...day });
const whole = { complete: true };

/** Five queries of the sample service, all of which are as expected. */
const good = {
  version: 1,
  connection: 'sandbox',
  queries: {
    'prices in the north': {
      dataset: 'dayahead-prices',
      parameters: areas('NO1,SE3'),
      expect: { ...whole, records: 2, columns: { unit: { in: ['EUR/MWh'] }, value: { notNull: true } } },
    },
    turnover: { dataset: 'dayahead-turnover', parameters: day, expect: whole },
    curves: { dataset: 'dayahead-curves', parameters: { date: 'yesterday' }, expect: whole },
    'scheduled flow': {
      dataset: 'intraday-scheduled-flow',
      parameters: { deliveryarea: 'NO1', ...day },
      expect: whole,
    },
    'down volumes': {
      dataset: 'regulation-down-volumes',
      parameters: { deliveryarea: 'NO1', ...day },
      expect: { outcome: 'success' },
    },
  },
};
/** Half of the rows are of an area that isn't expected, and there are more than expected. */
const bad = {
  version: 1,
  connection: 'sandbox',
  queries: {
    'only the north': {
      dataset: 'dayahead-prices',
      parameters: areas('NO1,SE3'),
      expect: { records: 1, columns: { 'attribute.deliveryArea': { in: ['NO1'] } } },
    },
  },
};

let window: EditorWindow;
beforeAll(async () => {
  window = await openWindow({
    name: 'queryTests',
    files: { 'good.market.json': JSON.stringify(good, null, 2) },
  });
});
afterAll(() => window.close());

const messages = () => window.page.getByRole('tree', { name: 'Test Result Messages' });

/** The button of a message, which is in its row: over the text, it would hide the rows that it names. */
async function messageAction(check: RegExp, action: string): Promise<Locator> {
  const row = messages().getByRole('treeitem').filter({ hasText: check });
  await row.click();
  await row.hover();
  await window.screenshot(`message-${action}`);
  return row.getByRole('button', { name: action, exact: true });
}

describe('the Testing view', () => {
  it('checks the five queries of a file with two clicks', async () => {
    const { page } = window;
    let clicks = 0;
    const click = async (target: Locator) => {
      await target.click();
      clicks += 1;
    };
    await click(page.getByRole('tab', { name: /^Testing/ }));
    const file = page.getByRole('treeitem', { name: /^good\.market\.json/ });
    await file.waitFor();
    await click(page.getByRole('button', { name: 'Run Tests' }).first());
    await page.getByRole('treeitem', { name: /^good\.market\.json \(Passed\)/ }).waitFor({ timeout: 30_000 });
    await page.getByText('5/5').first().waitFor();
    expect(clicks).toBeLessThanOrEqual(3);
    await file.locator('.monaco-tl-twistie').click();
    await window.screenshot('passed');
  });

  it('shows the tests of a new file, and says at each failed check what is wrong', async () => {
    const { page } = window;
    writeFileSync(join(window.workspace, 'bad.market.json'), JSON.stringify(bad, null, 2));
    const test = page.getByRole('treeitem', { name: /^bad\.market\.json/ });
    await test.click();
    // The view draws the item anew when the file's queries are known, and forgets that the pointer is over it.
    await until(
      async () => {
        await page.mouse.move(0, 0);
        await test.hover();
      },
      test.getByRole('button', { name: 'Run Test' }),
      'visible',
    );
    await test.getByRole('button', { name: 'Run Test' }).click();
    await page.getByRole('treeitem', { name: /^bad\.market\.json \(Failed\)/ }).waitFor({ timeout: 30_000 });
    await (await messageAction(/^columns\.attribute/, 'Show Rows')).waitFor();
    for (const theme of themes) {
      await window.theme(theme);
      await window.screenshot(`failed-${theme.replaceAll(' ', '-')}`);
    }
  });

  it('shows the rows that a failed check is about, and then all rows again', async () => {
    await (await messageAction(/^columns\.attribute/, 'Show Rows')).click();
    const frame = await window.resultFrame();
    const chip = frame.getByRole('button', {
      name: /^Showing only: rows that fail the check "columns\.attribute/,
    });
    await chip.waitFor();
    const shown = await rowCount(frame);
    await window.screenshot('rows');
    await chip.click();
    await expect.poll(() => rowCount(frame)).toBe(String(2 * (Number(shown) - 1) + 1));
  });

  it('shows the whole result of a check that is about all rows', async () => {
    await window.command('View: Close All Editors');
    await (await messageAction(/^records/, 'Show Result')).click();
    const frame = await window.resultFrame();
    await frame.getByRole('grid').waitFor();
    expect(await frame.getByRole('button', { name: /^Showing only/ }).count()).toBe(0);
  });
});
