import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { datasets } from '#src/market/datasets/datasets';
import { testResults } from '../../scripts/checkout.mjs';
import {
  acceptSuggestion,
  askFor,
  chooseContract,
  compareWithAnother,
  fetchRange,
  frameHeaded,
  openDataset,
  showView,
  statusOf,
  treeItem,
  until,
} from './resultView';
import { openWindow, themes, type EditorWindow, type Theme } from './support';

/**
 * Not a test: what people see at four sizes in four themes, as pictures in test-results/gallery, to be looked at one
 * by one. `GALLERY_SUBJECTS`, `GALLERY_SIZES`, and `GALLERY_THEMES` (`+` between two) limit it.
 */
const only = (name: string): readonly string[] | null => process.env[`GALLERY_${name}`]?.split('+') ?? null;
const sizes = ['1400x900', '1000x700', '700x800', '600x600', '700x450'] as const;
const drawnThemes = themes.filter((theme) => only('THEMES')?.includes(theme) ?? true);
const drawnSizes = sizes.filter((size) => only('SIZES')?.includes(size) ?? size !== '700x450');
const folder = join(testResults, 'gallery');

let window: EditorWindow;
beforeAll(async () => {
  window = await openWindow({ name: 'gallery' });
  // The welcome view is open only in the first window.
  await window.command('Market Data: Show Sample Prices');
  await result();
  // Otherwise, the start view would stay.
  await window.command('View: Show Explorer');
  await window.command('View: Close All Editors');
  await window.command('Market Data: Focus on Datasets View');
});
afterAll(() => window.close());

/** `name` is where the picture goes, without the theme and the size; `open` is done before each and undone by Escape. */
type Draw = (name: string, open?: () => Promise<void>) => Promise<void>;

async function setSize(size: string): Promise<void> {
  const [width = 0, height = 0] = size.split('x').map(Number);
  await window.page.setViewportSize({ width, height });
}

/** Draws what is in the window now at every size. */
const drawIn =
  (theme: Theme): Draw =>
  async (name, open) => {
    for (const size of drawnSizes) {
      await setSize(size);
      await window.page.waitForTimeout(400);
      await open?.();
      if (open) await window.page.waitForTimeout(300);
      const path = join(folder, name, `${theme.toLowerCase().replaceAll(' ', '-')}-${size}.png`);
      mkdirSync(dirname(path), { recursive: true });
      await window.page.screenshot({ path });
      if (open) await window.page.keyboard.press('Escape');
    }
    await setSize('1400x900');
  };

async function result(): Promise<Frame> {
  // The tab of the subject before may still be closing.
  await window.page.waitForTimeout(1000);
  const frame = await window.resultFrame();
  await statusOf(frame);
  return frame;
}

/** Begins a query of prices. With a text, it's areas and a day, which run. */
async function openTyped(text = ''): Promise<Locator> {
  const step = window.prompt.getByText('(1/2)');
  await until(() => treeItem(window, 'Day-ahead prices').click(), step, 'visible');
  if (text === '') return step;
  await window.prompt.getByRole('textbox').fill(text);
  await acceptSuggestion(window, step);
  return step;
}

/** What is opened, and the pictures of it. */
const subjects: Readonly<Record<string, (draw: Draw) => Promise<void>>> = {
  ...Object.fromEntries(
    datasets.map(({ id, title }) => [
      id,
      async (draw: Draw) => {
        if (id === 'dayahead-prices') await askFor(window, title(), ['NO1,DK1,SE3', 'today']);
        else await openDataset(window, id);
        const frame = await result();
        await draw(`${id}-chart`);
        await showView(frame, 'Table');
        await draw(`${id}-table`);
        if (id !== 'dayahead-prices' && id !== 'intraday-orders') return;
        await showView(frame, 'Request');
        await draw(`${id}-request`);
        await showView(frame, 'Table');
        await frame.getByRole('button', { name: 'Export', exact: true }).click();
        await frame.getByRole('dialog', { name: 'Export' }).waitFor();
        await draw(`${id}-export`);
        await window.page.keyboard.press('Enter');
        await frame.getByRole('dialog', { name: 'Export' }).waitFor({ state: 'hidden' });
        await draw(`${id}-exported`);
      },
    ]),
  ),
  async dialogs(draw) {
    await askFor(window, 'Day-ahead prices', ['NO1,DK1', 'today']);
    const frame = await result();
    await draw('calendar', () => frame.getByRole('button', { name: /^Delivery day/ }).click());
    await draw('areas', () => frame.getByRole('button', { name: /^Areas/ }).click());
    await draw('more-actions', () => frame.getByRole('button', { name: 'More Actions' }).click());
    const options = frame.getByRole('button', { name: 'View Options' });
    const openOptions = async () => {
      if (await options.isVisible()) await options.click();
    };
    await draw('chart-options', openOptions);
    await showView(frame, 'Table');
    await draw('table-options', openOptions);
    await draw('columns', async () => {
      if (!(await frame.getByRole('button', { name: /^Columns/ }).isVisible())) await openOptions();
      await frame.getByRole('button', { name: /^Columns/ }).click();
    });
  },
  async legendMenu(draw) {
    await askFor(window, 'Day-ahead prices', ['NO1,DK1,SE3', 'today']);
    const frame = await result();
    const openMenu = () => frame.getByRole('button', { name: /^SE3/ }).click({ button: 'right' });
    await draw('legend-menu', openMenu);
    await openMenu();
    await frame.getByRole('menuitem', { name: 'SE3 minus NO1' }).click();
    await draw('legend-difference');
  },
  async comparison(draw) {
    await askFor(window, 'Day-ahead prices', ['NO1,DK1', 'today']);
    await compareWithAnother(await result(), 'Difference');
    await window.answer('yesterday');
    await statusOf(await frameHeaded(window, /vs\.|minus/));
    await draw('comparison');
  },
  async range(draw) {
    await fetchRange(window, 'Day-ahead prices', ['NO1', '2026-01-01 to 2026-02-28', '']);
    await window.notification(/delivery days: /);
    await window.page.getByRole('button', { name: 'Open', exact: true }).click();
    const frame = await window.resultFrame();
    await frame.getByRole('grid', { name: 'Delivery days' }).waitFor();
    await window.command('Notifications: Clear All Notifications');
    await draw('range-days');
    await frame.getByRole('tab', { name: 'Chart' }).click();
    await draw('range-chart');
  },
  async orders(draw) {
    await openDataset(window, 'intraday-orders');
    const frame = await result();
    await frame.getByText('Based on the rows received so far…').waitFor({ state: 'hidden' });
    await chooseContract(frame, 60);
    await frame.getByRole('slider', { name: 'Time' }).fill('100');
    await draw('depth');
    await frame.getByRole('button', { name: 'Events' }).click();
    await draw('events');
  },
  async flowSeries(draw) {
    await askFor(window, 'UK interconnector flows', ['', ''], ['BE', 'UK', 'Sending', '']);
    await result();
    await draw('flows-of-one');
  },
  // Last, because prompts offer what was typed before.
  async empty(draw) {
    await askFor(window, 'Day-ahead prices', ['NO1', '2031-01-01']);
    await result();
    await draw('empty');
  },
  async notPublished(draw) {
    await openTyped('NO1 today+2d');
    await result();
    await draw('not-published');
  },
  async prompts(draw) {
    const { prompt } = window;
    const step = await openTyped();
    await draw('prompt-areas');
    await prompt.getByRole('textbox').fill('NO1 SE33');
    await window.page.keyboard.press('Enter');
    await prompt.getByText('Press Enter again to send it.').waitFor();
    await draw('prompt-unknown-area');
    await prompt.getByRole('textbox').fill('NO1 SE3');
    await acceptSuggestion(window, step);
    await prompt.getByText('(2/2)').waitFor();
    await draw('prompt-period');
    await window.page.keyboard.press('Escape');
  },
};

it.each(Object.keys(subjects).filter((name) => only('SUBJECTS')?.includes(name) ?? true))(
  'draws %s',
  async (name) => {
    const drawSubject = subjects[name];
    for (const theme of drawnThemes) {
      await window.theme(theme);
      try {
        await drawSubject?.(drawIn(theme));
      } finally {
        await window.page.screenshot({ path: join(folder, 'last.png') });
        await setSize('1400x900');
      }
      await window.command('View: Close All Editors');
      await window.command('Market Data: Focus on Datasets View');
    }
  },
);
