import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quarterHoursToday, rowCount, showView, statusOf } from '../resultView';
import { openWindow, type EditorWindow } from '../support';

describe('a result tab', () => {
  /** Of the sample prices: two areas, the whole day. */
  const rows = 2 * quarterHoursToday();
  let window: EditorWindow;
  beforeAll(async () => {
    window = await openWindow({ name: 'result-tabs' });
    await window.command('Market Data: Focus on Datasets View');
  });
  afterAll(() => window.close());

  it('is one click away from a fresh window', async () => {
    await window.page.getByRole('button', { name: 'Show Sample Prices' }).click();
    expect(await statusOf(await window.resultFrame())).toMatch(new RegExp(`^${rows} rows, complete`));
  });

  it('has the same rows, in the same order, when it is shown again and after a reload of the window', async () => {
    const header = (frame: Frame) => frame.getByRole('columnheader', { name: /^Value/ });
    const expectSame = async () => {
      await window.page.getByRole('tab', { name: /Day-ahead prices/ }).click();
      const frame = await window.resultFrame();
      expect(await statusOf(frame)).toMatch(new RegExp(`^${rows} rows, complete`));
      await frame.getByRole('tab', { name: 'Table', selected: true }).waitFor();
      await expect.poll(() => rowCount(frame)).toBe(String(rows + 1));
      await expect.poll(() => header(frame).getAttribute('aria-sort')).toBe('ascending');
    };
    const frame = await window.resultFrame();
    await showView(frame, 'Table');
    await header(frame).getByRole('button').click();
    await expect.poll(() => header(frame).getAttribute('aria-sort')).toBe('ascending');
    await window.command('File: New Untitled Text File');
    await expectSame();
    await expect.poll(() => window.writtenState()).toContain('"view":"table"');
    await window.reload();
    await expectSame();
  });
});
