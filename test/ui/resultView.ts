import type { Frame, Locator } from 'playwright-core';
import { findDataset } from '#src/market/datasets/datasets';
import { promptedParts } from '#src/market/query/queryParts';
import { dayOf, dayPeriod, marketZone } from '#src/market/time/deliveryDay';
import type { EditorWindow } from './support';

/**
 * Clicks the dataset in the tree and accepts each suggestion; yesterday for data that arrives as the day
 * goes on, of which there is nothing yet just after midnight.
 */
export async function openDataset(window: EditorWindow, id: string): Promise<void> {
  const dataset = findDataset(id);
  if (!dataset) throw new Error(id);
  const isOut = dataset.publication?.kind === 'dayBefore';
  const texts = promptedParts(dataset).first.map(({ parameters }) =>
    parameters.length === 2 && !isOut ? 'yesterday' : '',
  );
  await askFor(window, dataset.title(), texts);
}

/**
 * Queries a dataset by clicks and prompts: one text per prompt, areas before the time; an empty one accepts the
 * suggestion. `more` are those of the other parameters, which are prompted for before the time.
 */
export async function askFor(
  window: EditorWindow,
  title: string,
  texts: readonly string[],
  more: readonly string[] = [],
): Promise<void> {
  // The tree takes no click while the tabs next to it are being closed.
  await until(
    () => treeItem(window, title).click(),
    window.prompt.getByText(`(1/${texts.length})`),
    'visible',
  );
  const all = [...texts.slice(0, -1), ...more, ...texts.slice(-1)];
  for (const [at, text] of all.entries()) {
    if (more.length > 0 && at === texts.length - 1) await window.pick('More Parameters…');
    const total = at < texts.length - 1 ? texts.length : all.length;
    const step = window.prompt.getByText(`(${at + 1}/${total})`);
    await step.waitFor();
    if (text === '') await acceptSuggestion(window, step);
    else {
      await window.prompt.getByRole('textbox').fill(text);
      // A day is also in what describes other items: the period of tomorrow begins today in UTC.
      const name = new RegExp(`^${escaped(text)}`, 'i');
      await window.prompt.getByRole('option', { name }).first().click();
    }
  }
}

/**
 * Presses Enter until the step is over: a prompt that has just come up takes no key before its items are
 * there.
 */
export const acceptSuggestion = (window: EditorWindow, step: Locator): Promise<void> =>
  until(() => window.page.keyboard.press('Enter'), step, 'hidden');

/** Fetches a range by its prompts: one text for each; an empty one accepts the suggestion. */
export async function fetchRange(
  window: EditorWindow,
  title: string,
  texts: readonly string[],
): Promise<void> {
  await window.command('Market Data: Fetch Range of Delivery Days…');
  await window.pick(title);
  for (const [at, text] of texts.entries()) {
    const step = window.prompt.getByText(`(${at + 1}/${texts.length})`);
    await step.waitFor();
    if (text !== '') await window.prompt.getByRole('textbox').fill(text);
    await acceptSuggestion(window, step);
  }
}

/** Repeats an action, as a person would, if nothing has come of it after a while. */
export async function until(
  act: () => Promise<void>,
  what: Locator,
  state: 'visible' | 'hidden',
): Promise<void> {
  let isDone = false;
  for (let tries = 0; tries < 5 && !isDone; tries += 1) {
    await act();
    isDone = await what.waitFor({ state, timeout: 6_000 }).then(
      () => true,
      () => false,
    );
  }
}

/** Opens a file of a folder from the context menu of the explorer, as a person does. */
export async function openFromExplorer(window: EditorWindow, folder: string, name: string): Promise<void> {
  await window.command('View: Show Explorer');
  const item = (of: string) => window.page.getByRole('treeitem', { name: of, exact: true });
  const file = item(name);
  await item(folder).waitFor();
  if (!(await file.isVisible())) await item(folder).click();
  const entry = window.page.getByRole('menuitem', { name: 'Open Saved Response…' });
  // A comparison with the file names it, too, but not first.
  const tab = window.page.getByRole('tab', { name: new RegExp(`^${escaped(name)}`), selected: true });
  await until(
    async () => {
      await file.click({ button: 'right', timeout: 5000 }).catch(() => undefined);
      // The editor ignores a click on a menu that was opened a moment ago.
      await entry.hover({ timeout: 2000 }).catch(() => undefined);
      await window.page.keyboard.press((await entry.isVisible()) ? 'Enter' : 'Escape');
    },
    tab,
    'visible',
  );
}

/** Keeps the tab in front, which the next query would otherwise reuse. */
export async function keepOpen(frame: Frame): Promise<void> {
  await moreAction(frame, 'Keep Open');
}

/** Chooses an item of the menu at the end of the query. */
export async function moreAction(frame: Frame, name: string): Promise<void> {
  await frame.getByRole('button', { name: 'More Actions' }).click();
  await frame.getByRole('menuitem', { name }).click();
}

/** Compares with what a prompt offers: overlaid in the chart, or as a difference in a tab of its own. */
export async function compareWithAnother(frame: Frame, as: 'Overlay' | 'Difference'): Promise<void> {
  await frame.getByRole('button', { name: 'Compare…' }).click();
  await frame.getByRole('menuitemradio', { name: as }).click();
  await frame.getByRole('menuitem', { name: 'Another Day, Area, or Result…' }).click();
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The tree's item of this title, whatever its state. */
export function treeItem(window: EditorWindow, title: string) {
  return window.page
    .getByRole('tree', { name: 'Datasets' })
    .getByRole('treeitem', { name: new RegExp(`^${escaped(title)}(,|$)`) });
}

/** Chooses a contract of orders by its place in the list, from 1 on, whose depth is then shown; 0 for all of them. */
export async function chooseContract(frame: Frame, place: number): Promise<void> {
  const row = frame.getByRole('grid', { name: 'Contracts' }).getByRole('row').nth(place);
  await row.waitFor();
  if (place === 0) {
    await frame.getByRole('button', { name: 'All Contracts' }).click();
    return;
  }
  await row.click();
  // Until then, the list's headers are there, of which one is named like a button of the depth.
  await frame.getByRole('img', { name: /depth for contract/ }).waitFor();
}

/** The text of the status region when the query has ended. */
export async function statusOf(frame: Frame): Promise<string> {
  const status = frame.getByRole('status');
  const end = Date.now() + 45_000;
  while (Date.now() < end) {
    const text = (await status.innerText({ timeout: 2_000 }).catch(() => '')).trim();
    if (text !== '' && !/^(Receiving|Reading|Waiting|Loading)/.test(text)) return text;
    await frame.page().waitForTimeout(100);
  }
  throw new Error('The query does not end.');
}

/** The frame of the view with this heading, waiting for another tab that may just be closing. */
export async function frameHeaded(window: EditorWindow, heading: RegExp): Promise<Frame> {
  const end = Date.now() + 45_000;
  while (Date.now() < end) {
    const frame = await window.resultFrame();
    const found = await frame
      .getByRole('heading', { level: 1 })
      .innerText({ timeout: 2_000 })
      .catch(() => '');
    if (heading.test(found)) return frame;
    await window.page.waitForTimeout(100);
  }
  throw new Error(`No result is headed ${String(heading)}.`);
}

/** `aria-rowcount` of the grid: the rows after the filters and one for the header. */
export const rowCount = (frame: Frame) => frame.getByRole('grid').getAttribute('aria-rowcount');

/** The cells of the first column, beside the row numbers. */
export const firstCells = (frame: Frame) => frame.locator('tbody [aria-colindex="2"]');

/** The quarter hours of the current delivery day: 96, but 92 or 100 when clocks change. */
export function quarterHoursToday(): number {
  const { start, end } = dayPeriod(dayOf(Date.now(), marketZone), marketZone);
  return (end - start) / 900_000;
}

/** Shows one of the four views and waits until its panel is there. */
export async function showView(
  frame: Frame,
  view: 'Chart' | 'Table' | 'Days' | 'JSON' | 'Request',
): Promise<void> {
  await frame.getByRole('tab', { name: view }).click();
  await frame.getByRole('tabpanel', { name: view }).waitFor();
}
