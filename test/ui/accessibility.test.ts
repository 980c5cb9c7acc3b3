import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findDataset } from '#src/market/datasets/datasets';
import { promptedParts } from '#src/market/query/queryParts';
import type { Answer } from '../host/support/faultServer';
import { openOwnService, type OwnService } from './sharedWindow';
import {
  chooseContract,
  compareWithAnother,
  frameHeaded,
  keepOpen,
  openDataset,
  showView,
  statusOf,
} from './resultView';
import { defaultVersion, themes, type EditorWindow, type Theme } from './support';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const views = ['Chart', 'Table', 'JSON', 'Request'] as const;

type Rules = NonNullable<RunOptions['runOnly']>;
const everything: Rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];
/** The rules that a theme can break: names and roles are the same in all of them. */
const ofColors: Rules = {
  type: 'rule',
  values: ['color-contrast', 'link-in-text-block'],
};
/** The oldest version has other themes, and nothing else that this file looks at. */
const isOldest = defaultVersion === 'oldest';
let rules: Rules = everything;

/** What the document of a view calls each theme. */
const kinds: Readonly<Record<Theme, string>> = {
  Light: 'vscode-light',
  Dark: 'vscode-dark',
  'Dark High Contrast': 'vscode-high-contrast',
  'Light High Contrast': 'vscode-high-contrast-light',
};
let kind = kinds.Light;

declare global {
  /** In the page, once its script has run there. */
  var axe: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> };
}

/** What axe finds in the view, in words. */
async function findings(frame: Frame): Promise<string[]> {
  await frame.locator(`body[data-vscode-theme-kind="${kind}"]`).waitFor();
  // Colors on their way to others are not those that a reader sees.
  await frame.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const moving = document.getAnimations().filter((each) => each.effect?.getTiming().iterations === 1);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
  await frame.evaluate(axe);
  const results = await frame.evaluate((runOnly) => {
    // More rows and lines look like the first ones, and each takes as long again to check.
    const alike = ['tbody tr:nth-child(n + 5)', '[role=treeitem]:nth-of-type(n + 12)'];
    return globalThis.axe.run({ include: ['body'], exclude: alike }, { runOnly });
  }, rules);
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

const oddDay = '2026-03-20';
/** Of that day, only one hour with a value and one without. */
const oddHours = [0, 5].map((hour) => ({
  startTime: new Date(Date.UTC(2026, 2, 20, hour)).toISOString(),
  endTime: new Date(Date.UTC(2026, 2, 20, hour + 1)).toISOString(),
  value: hour === 0 ? null : 5,
}));
const odd = [{ type: 'volume', unit: 'MW', resolution: 'PT1H', attributes: [], values: oddHours }];

/** A response with capacities that never ends. */
async function* endless(): AsyncGenerator<Buffer> {
  for (let sent = 0; ; sent += 1) {
    const at = new Date(Date.UTC(2026, 10, 20) + sent * 60_000).toISOString();
    const record = { areaFrom: 'NO1', areaTo: 'SE3', publicationTime: at, inCapacity: sent };
    yield Buffer.from(`${sent === 0 ? '[' : ','}${JSON.stringify(record)}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

let own: OwnService;
let window: EditorWindow;

const asOffered = (id: string) => {
  const dataset = findDataset(id);
  if (!dataset) throw new Error(id);
  return { title: dataset.title(), questions: promptedParts(dataset).first.length };
};

/** The view of a result that is open, brought to the front by its tab. */
async function view(title: RegExp): Promise<Frame> {
  await window.page.getByRole('tab', { name: title }).first().click();
  return frameHeaded(window, title);
}

/** Queries yesterday, to compare it with today's result in front. */
async function dayBefore(frame: Frame, as: 'Overlay' | 'Difference'): Promise<void> {
  await compareWithAnother(frame, as);
  await window.answer('today-1d');
}

beforeAll(async () => {
  own = await openOwnService('accessibility');
  ({ window } = own);
  const answers: readonly (readonly [dataset: string, answer: Answer, texts?: string[]])[] = [
    ['dayahead-turnover', { json: odd }, [oddDay]],
    ['regulation-down-volumes', { status: 500, json: 'Database is down.' }],
    ['uk-auction-prices', { status: 204 }],
    ['hub-to-hub-capacities', { status: 200, body: endless() }],
  ];
  for (const [id, answer, texts] of isOldest ? answers.slice(0, 2) : answers) {
    const { title, questions } = asOffered(id);
    await own.ask(id, texts ?? Array<string>(questions).fill(''), answer);
    const frame = await frameHeaded(window, new RegExp(`^${title}`));
    if (answer.body) continue;
    await statusOf(frame);
    await keepOpen(frame);
  }
  await window.commandAndPick('Market Data: Select Connection', 'sandbox');
  if (!isOldest) {
    await openDataset(window, 'intraday-orders');
    const depth = await frameHeaded(window, /^Intraday orders/);
    await statusOf(depth);
    await chooseContract(depth, 1);
  }
  await openDataset(window, 'dayahead-prices');
  const frame = await frameHeaded(window, /^Day-ahead prices/);
  await statusOf(frame);
  if (isOldest) return;
  await dayBefore(frame, 'Overlay');
  await frame.getByRole('list', { name: 'Added results' }).getByRole('listitem').waitFor();
  await dayBefore(frame, 'Difference');
  await frameHeaded(window, /vs\./);
}, 300_000);

/** What a click opens, and Escape closes. */
const opened: readonly (readonly [name: string, open: (frame: Frame) => Promise<void>])[] = [
  [
    'export',
    async (frame) => {
      await frame.getByRole('button', { name: 'Export', exact: true }).click();
      const dialog = frame.getByRole('dialog', { name: 'Export' });
      await dialog.getByText(/^\d+ rows, /).waitFor();
      await window.screenshot(`export-${rules === everything ? 'first' : 'other'}`);
    },
  ],
  ['zones', (frame) => frame.getByRole('combobox', { name: 'Time zone' }).focus()],
  [
    'delivery day',
    async (frame) => {
      await frame.getByRole('button', { name: /^Delivery day/ }).click();
      const dialog = frame.getByRole('dialog', { name: 'Delivery day' });
      await dialog
        .getByRole('gridcell')
        .first()
        .click({ modifiers: ['Shift'] });
      await dialog.getByRole('textbox', { name: 'Type a Day' }).fill('-7d');
    },
  ],
  [
    'areas',
    async (frame) => {
      await frame.getByRole('button', { name: /^Areas/ }).click();
      await frame.getByRole('dialog', { name: 'Areas' }).getByRole('option').nth(1).focus();
    },
  ],
  ['columns', (frame) => frame.getByRole('button', { name: /^Columns/ }).click()],
  [
    'values',
    async (frame) => {
      const folded = frame.getByRole('button', { name: /^Unit / });
      if (await folded.isVisible()) await folded.click();
      await frame.getByRole('combobox', { name: 'Filter Unit' }).press('Alt+ArrowDown');
      await frame.getByRole('listbox', { name: 'Values' }).getByRole('option').first().waitFor();
      await window.page.keyboard.press('ArrowDown');
    },
  ],
  [
    'selected cells',
    async (frame) => {
      await frame.getByRole('gridcell').nth(1).click();
      for (const key of ['Shift+ArrowDown', 'Shift+ArrowRight']) {
        await window.page.keyboard.press(key);
      }
    },
  ],
  [
    'selected rows',
    async (frame) => {
      await frame.getByRole('rowheader').nth(2).click();
      await frame
        .getByRole('rowheader')
        .nth(4)
        .click({ modifiers: ['Control'] });
      await frame.getByText(/^2 rows selected/).waitFor();
    },
  ],
  [
    'row',
    async (frame) => {
      await frame.getByRole('gridcell').nth(1).click();
      await window.page.keyboard.press('Enter');
      await frame.getByRole('complementary', { name: 'Row details' }).waitFor();
    },
  ],
];

/** The high-contrast themes are the same in both versions; each has its own light and dark themes. */
const themesHere = isOldest ? themes.slice(0, 2) : themes;

describe.each(themesHere)('in %s', (theme) => {
  beforeAll(async () => {
    rules = theme === themes[0] && !isOldest ? everything : ofColors;
    kind = kinds[theme];
    await window.theme(theme);
  });

  it('the icon of a tab stands out from the tab', async () => {
    const tab = window.page.getByRole('tab', { name: /^Day-ahead prices/ }).first();
    // Which part of the tab draws the icon differs between versions.
    const picture = () =>
      tab.evaluate((whole) =>
        [...whole.querySelectorAll('*')]
          .flatMap((part) => [getComputedStyle(part), getComputedStyle(part, '::before')])
          .map(({ backgroundImage }) => backgroundImage)
          .join(),
      );
    await expect.poll(picture).toContain(theme.startsWith('Dark') ? 'tab-dark' : 'tab-light');
  });

  it('no view has accessibility violations, even with a second day in the chart', async () => {
    const frame = await view(/^Day-ahead prices(?!:)/);
    for (const each of views) {
      await showView(frame, each);
      expect([each, await findings(frame)]).toEqual([each, []]);
    }
  });

  it('no menu, dialog, or selection has accessibility violations', async () => {
    const frame = await view(/^Day-ahead prices(?!:)/);
    await showView(frame, 'Table');
    for (const [name, open] of opened) {
      await open(frame);
      expect([name, await findings(frame)]).toEqual([name, []]);
      await window.page.keyboard.press('Escape');
    }
  });

  it.skipIf(isOldest)('no comparison has accessibility violations', async () => {
    const frame = await view(/vs\./);
    // The JSON and request of a comparison are texts in the colors of the other views.
    for (const each of rules === everything ? views : (['Chart', 'Table'] as const)) {
      await showView(frame, each);
      expect([each, await findings(frame)]).toEqual([each, []]);
    }
  });

  const others: readonly (readonly [what: string, title: RegExp])[] = [
    ['an error of the service', /^Regulation volumes/],
    ['no data', /^UK auction prices/],
    ['the depth of a contract', /^Intraday orders/],
    ['a download in progress', /^Hub-to-hub/],
  ];
  it.each(isOldest ? others.slice(0, 1) : others)(
    'there are no accessibility violations: %s',
    async (_, title) => {
      expect(await findings(await view(title))).toEqual([]);
    },
  );

  it('the list of missing intervals has no accessibility violations', async () => {
    const frame = await view(/^Day-ahead turnover/);
    const missing = frame.getByRole('button', { name: /^\d+ missing$/ });
    await missing.click();
    await frame.getByRole('region', { name: 'Missing intervals' }).getByRole('row').nth(1).waitFor();
    expect(await findings(frame)).toEqual([]);
  });
});

// No theme changes this, and no version either, because the browser is the same.
it.skipIf(isOldest)("at 200 % zoom, nothing is cut off: what doesn't fit can be scrolled to", async () => {
  await window.page.setViewportSize({ width: 700, height: 450 });
  const frame = await view(/^Day-ahead prices(?!:)/);
  for (const each of ['Chart', 'Table'] as const) {
    await showView(frame, each);
    const panel = frame.getByRole('tabpanel', { name: each });
    const cut = () => panel.evaluate((made) => made.scrollHeight - made.clientHeight);
    await expect.poll(cut).toBe(0);
    const { y = 0, height = 0 } = (await panel.boundingBox()) ?? {};
    // All of the chart is in view, although another result is overlaid; the table is scrolled to.
    expect(height).toBeGreaterThanOrEqual(each === 'Chart' ? 230 : 340);
    if (each === 'Chart') expect(y + height).toBeLessThanOrEqual(450);
  }
  const tooWide = await frame.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(tooWide).toBe(0);
});
