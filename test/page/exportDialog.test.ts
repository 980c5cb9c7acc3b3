import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ExportChoice } from '#src/protocol/exportOrder';
import type { EditorQuestions, ExportEnd, Questions, ResultState } from '#src/protocol/messages';
import { leavesOut } from '#src/protocol/tableTypes';
import type { ViewQuestions } from '#src/protocol/viewQuestions';
import { resultState } from '../unit/webview-ui/frame/resultStates';
import { drawn, hasFocus, openView, type Ask, type OpenView } from './openView';

type Asked = Ask['asked'];
type Answer = Questions[keyof Questions]['answer'];

/** What the host receives about exports, and how it responds to an order. */
interface PlayedHost {
  readonly targets: EditorQuestions['exportTarget']['question'][];
  readonly sizes: ViewQuestions['exportSize']['question'][];
  /** How many rows an export without filters would have. */
  readonly rows: number;
  readonly orders: EditorQuestions['export']['question'][];
  end: ExportEnd;
  /** Why it declines an order. */
  refusal: string;
  elsewhere: string | null;
  /** What the host says about the license in a folder that is published. */
  license: string;
  /** Why it doesn't suggest the folder of the setting. */
  problem: string;
  /** Why nothing can be exported. */
  obstacle: string;
  /** File names arrive no sooner than this is done. */
  names: Promise<void>;
  /** The file is being written until this is false again. */
  isBusy: boolean;
}

/** Rows of the table after a filter, of 92. */
const shownRows = 7;

function answerOf(host: PlayedHost, { kind, question }: Asked): Answer | undefined {
  if (kind === 'rows') {
    const { from = 0, to = 0, filter = [] } = question;
    const total = filter.length > 0 ? shownRows : 92;
    const rows = Array.from({ length: Math.min(to, total) - from }, (_, at) => [String(from + at)]);
    return { total, rows, origins: rows.map((_, at) => from + at) };
  }
  if (kind === 'form') {
    return { offered: ['PT60M'], shortest: 900_000, rows: 92, columns: resultState().columns };
  }
  if (kind === 'exportSize') {
    host.sizes.push(question);
    const { sample, filter = [] } = question.rows;
    const rows = Math.min(sample ?? host.rows, filter.length > 0 ? shownRows : host.rows);
    return { rows, bytes: 100 * rows };
  }
  if (kind === 'exportTarget') {
    host.targets.push(question);
    const { format, rows } = question.order;
    const target = `market-data/prices${leavesOut(rows) ? '-part' : ''}.${format}`;
    return { target, license: host.license, problem: host.problem };
  }
  if (kind === 'exportElsewhere') {
    return host.elsewhere === null ? null : { target: host.elsewhere, license: '', problem: '' };
  }
  if (kind === 'export') {
    host.orders.push(question);
    return host.end;
  }
  return undefined;
}

const refusalOf = (host: PlayedHost, { kind }: Asked): string =>
  ({ export: host.refusal, exportTarget: host.obstacle })[kind as string] ?? '';

async function opened(differing: Partial<ResultState> = {}, width = 1400, license = '') {
  const host: PlayedHost = {
    targets: [],
    sizes: [],
    rows: differing.rows ?? 92,
    orders: [],
    end: { kind: 'written' },
    refusal: '',
    elsewhere: '/elsewhere/prices.json',
    license,
    problem: '',
    obstacle: '',
    names: Promise.resolve(),
    isBusy: false,
  };
  const answer = (view: OpenView, { ask, asked }: Ask) => {
    const given = answerOf(host, asked);
    if (given === undefined) return;
    const say = () =>
      refusalOf(host, asked) !== ''
        ? view.say({ kind: 'refusal', ask, message: refusalOf(host, asked) })
        : view.say({ kind: 'answer', ask, answer: given });
    const sayWhileOpen = () =>
      say().catch((problem: unknown) => {
        // A test may have ended before its answer was sent.
        if (!view.page.isClosed()) throw problem;
      });
    const sayInTime = () => {
      if (host.isBusy && asked.kind === 'export') setTimeout(sayInTime, 20);
      else void sayWhileOpen();
    };
    if (asked.kind === 'exportTarget') void host.names.then(sayInTime);
    else setTimeout(sayInTime);
  };
  const view = await openView({ answer, width });
  await view.show(resultState({ defaultView: 'table', ...differing }));
  const { page } = view;
  await page.getByRole('tab', { selected: true }).waitFor();
  return { ...view, host, dialog: page.getByRole('dialog', { name: 'Export' }) };
}

/** Keeps back the file names that the view asks for from now on, until the returned function is called. */
function holdNames(host: PlayedHost): () => void {
  let release = (): void => undefined;
  host.names = new Promise((resolve) => (release = resolve));
  return release;
}

const exportButton = (page: Page) => page.getByRole('button', { name: 'Export', exact: true });

/** The name of the focused library control, which is in its shadow tree. */
const focusedName = (page: Page) => page.locator(':focus').first().getAttribute('aria-label');
const radio = (page: Page, name: RegExp) => page.getByRole('radio', { name });
const box = (page: Page, name: RegExp | string) => page.getByRole('checkbox', { name });
/** What a screen reader adds to a control. */
const reasonOf = (choice: Locator) =>
  choice.evaluate((input) => {
    const ids = (input.getAttribute('aria-describedby') ?? '').split(' ');
    return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
  });
const file = (page: Page) => page.getByRole('textbox', { name: 'File' });

/** Opens the dialog by the keyboard and waits until it knows size and file. */
async function begin(page: Page): Promise<void> {
  await exportButton(page).focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog', { name: 'Export' })
    .getByText(/\d rows?, /)
    .waitFor();
  await expect.poll(() => file(page).inputValue()).not.toBe('');
}

const filterBy = (page: Page, text: string) => page.getByRole('textbox', { name: /Filter/ }).fill(text);
const filter = [{ column: 'value', op: '>', value: 5 }];

describe('the rows to export', () => {
  const offered = async (page: Page) =>
    page
      .getByRole('group', { name: 'Rows' })
      .getByRole('radio')
      .evaluateAll((all) => all.map((each) => each.closest('label')?.textContent.split(' ')[0]));

  it('are all or a sample while nothing is filtered, sorted, or selected', async () => {
    const { page, host } = await opened();
    await begin(page);
    expect(await offered(page)).toEqual(['All', 'First']);
    expect(await radio(page, /^All rows/).isChecked()).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => host.orders.map(({ order }) => order.rows)).toEqual([undefined]);
  });

  it('are those in the table, described with filters and sort order, as soon as it has any', async () => {
    const { page, host } = await opened();
    await page
      .getByRole('columnheader', { name: /^Value/ })
      .getByRole('button')
      .first()
      .click();
    await filterBy(page, '> 5');
    // Immediately, because leaving the filter field applies the filter.
    await exportButton(page).click();
    const shown = radio(page, /^Shown in the table: 7 rows \(Value: > 5; sorted by Value ↑\)/);
    await shown.waitFor();
    expect(await shown.isChecked()).toBe(true);
    await page.keyboard.press('Enter');
    const rows = { sort: [{ column: 'value' }], filter };
    await expect.poll(() => host.orders.map(({ order }) => order.rows)).toEqual([rows]);
  });

  it('are the selected ones, whole in JSON and with the selected columns in a table', async () => {
    const { page, host } = await opened();
    await page.getByRole('gridcell').nth(1).click();
    await page.keyboard.press('Shift+ArrowDown');
    await begin(page);
    expect(await offered(page)).toEqual(['All', 'Selected:', 'First']);
    expect(await radio(page, /^Selected: 2 cells in 2 rows/).isChecked()).toBe(true);
    const ranges = [[1, 3]];
    await expect.poll(() => host.sizes.at(-1)).toMatchObject({ format: 'json', rows: { ranges } });
    expect(host.sizes.at(-1)?.rows).not.toHaveProperty('columns');
    await radio(page, /^CSV/).check();
    await page.keyboard.press('Enter');
    await expect.poll(() => host.orders[0]?.order.rows).toMatchObject({ ranges, columns: ['value'] });
  });

  it('have the resolution and the layout of the table, or others, but as received in JSON', async () => {
    const { page, host } = await opened({
      columnChoice: { order: [], hidden: [], unfolded: [], widths: {}, period: false, layout: 'wide' },
    });
    await begin(page);
    const wide = box(page, 'One column per series');
    expect(await wide.count()).toBe(0);
    await radio(page, /^CSV/).check();
    expect(await wide.isChecked()).toBe(true);
    await wide.uncheck();
    await radio(page, /^60 min/).check();
    expect(await reasonOf(radio(page, /^60 min/))).toMatch(/^Calculated for hours/);
    const form = { resolution: 'PT60M', layout: undefined };
    await expect.poll(() => host.sizes.at(-1)).toMatchObject(form);
    await page.keyboard.press('Enter');
    await expect.poll(() => host.orders.map(({ order }) => order)).toMatchObject([form]);
  });

  it('are the first of those shown, as many as entered', async () => {
    const { page, host } = await opened();
    await filterBy(page, '> 5');
    await begin(page);
    await page.getByRole('spinbutton', { name: 'Sample Size' }).fill('3');
    expect(await radio(page, /^First values of each series of the rows shown/).isChecked()).toBe(true);
    await page.getByText('3 rows, about 300 bytes').waitFor();
    await expect.poll(() => file(page).inputValue()).toBe('market-data/prices-part.json');
    await page.keyboard.press('Enter');
    await expect.poll(() => host.orders[0]?.order.rows).toEqual({ sort: [], filter, sample: 3 });
  });
});

describe('the export for tests', () => {
  const tests = (page: Page) => box(page, /^For tests/);
  const begun = async ({ page, say }: Pick<OpenView, 'page' | 'say'>) => {
    await say({ kind: 'export', preset: 'fixture' });
    await page.getByText('20 rows, ').waitFor();
    await expect.poll(() => file(page).inputValue()).not.toBe('');
  };

  it('is three clicks for 20 records with types and provenance', async () => {
    const { page, host, dialog } = await opened();
    await exportButton(page).click();
    await tests(page).click();
    await page.getByText('20 rows, about 2 kB, plus 2 more files').waitFor();
    await dialog.getByRole('button', { name: 'Export' }).click();
    const order = {
      format: 'json',
      rows: { sample: 20 },
      beside: { provenance: true, types: ['typescript'] },
    };
    await expect
      .poll(() => host.orders)
      .toMatchObject([{ preset: 'fixture', choice: { part: null }, order }]);
    expect(host.targets.at(-1)?.preset).toBe('fixture');
  });

  it('begins with the command, as JSON with the code that was chosen last, whatever was exported last', async () => {
    const exportChoice: ExportChoice = { part: 'all', sample: 20, format: 'csv', types: ['typescript'] };
    const view = await opened({ exportChoice, madeUp: null });
    await begun(view);
    expect(await tests(view.page).isChecked()).toBe(true);
    expect(await radio(view.page, /^First/).isChecked()).toBe(true);
    await view.page.getByText(/made-up values/).waitFor();
    await box(view.page, 'pydantic').check();
    await view.page.keyboard.press('Enter');
    const order = {
      values: { seed: 1 },
      beside: { provenance: true, types: ['typescript', 'pydantic'] },
    };
    await expect.poll(() => view.host.orders).toMatchObject([{ preset: 'fixture', order }]);
  });

  it('is only offered for JSON, and its code only while it is on', async () => {
    const { page, host } = await opened();
    await begin(page);
    expect(await box(page, 'pydantic').count()).toBe(0);
    await tests(page).check();
    expect(await box(page, 'pydantic').count()).toBe(1);
    await radio(page, /^Excel/).check();
    expect([await tests(page).count(), await box(page, 'pydantic').count()]).toEqual([0, 0]);
    await page.keyboard.press('Enter');
    await expect.poll(() => host.orders).toMatchObject([{ preset: 'export', order: { rows: undefined } }]);
  });

  it("says why a response isn't suitable, and the switch leads back to an export", async () => {
    const { page, say, host, dialog } = await opened();
    host.obstacle = 'A test fixture requires a complete response. Run the query again.';
    await say({ kind: 'export', preset: 'fixture' });
    await dialog.getByRole('alert').getByText(host.obstacle).waitFor();
    host.obstacle = '';
    await tests(page).uncheck();
    await dialog.getByRole('alert').waitFor({ state: 'hidden' });
    await expect.poll(() => file(page).inputValue()).toBe('market-data/prices.json');
  });
});

describe('the export dialog', () => {
  it('exports on Enter in any field or box, and closes', async () => {
    for (const last of [
      (page: Page) => box(page, /^For tests/),
      (page: Page) => radio(page, /^Parquet/),
      (page: Page) => page.getByRole('spinbutton', { name: 'Sample Size' }),
      (page: Page) => file(page),
      (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Export' }),
    ]) {
      const { page, host, dialog } = await opened();
      await begin(page);
      await last(page).focus();
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'hidden' });
      expect(host.orders).toHaveLength(1);
      await page.close();
    }
  });

  it('starts with the focus on the chosen rows, and returns the focus when it is closed', async () => {
    const { page, dialog, host } = await opened();
    for (const close of ['Escape', 'Cancel']) {
      await begin(page);
      expect(await hasFocus(radio(page, /^All/))).toBe(true);
      if (close === 'Cancel') await dialog.getByRole('button', { name: close }).focus();
      await page.keyboard.press(close === 'Cancel' ? 'Enter' : close);
      await dialog.waitFor({ state: 'hidden' });
      await expect.poll(() => hasFocus(exportButton(page))).toBe(true);
    }
    expect(host.orders).toEqual([]);
  });

  it('offers CSV for Excel where decimals have a comma, and recommends the format of Excel', async () => {
    const { page, host, dialog } = await opened({ hasDecimalCommas: true });
    await begin(page);
    expect(await radio(page, /^CSV for Excel/).isChecked()).toBe(false);
    await radio(page, /^CSV for Excel/).check();
    expect(await radio(page, /^CSV for spreadsheets/).isChecked()).toBe(false);
    expect(await radio(page, /^CSV for Excel .*; the Excel format is better$/).isChecked()).toBe(true);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => host.orders)
      .toMatchObject([
        {
          choice: { format: 'csv', dialect: 'excel' },
          order: { format: 'csv', dialect: 'excel' },
          target: 'market-data/prices.csv',
        },
      ]);
    await dialog.waitFor({ state: 'hidden' });
    await begin(page);
    await radio(page, /^CSV for Excel/).check();
    await radio(page, /^CSV for spreadsheets/).check();
    await page.keyboard.press('Enter');
    await expect.poll(() => host.orders).toHaveLength(2);
    expect(host.orders[1]?.order.dialect).toBeUndefined();
  });

  it('says of every format what it is for, before one is chosen, also in a small view', async () => {
    const { page, dialog } = await opened({}, 600);
    await begin(page);
    const formats = await page
      .getByRole('group', { name: 'Format' })
      .locator('.choice:visible')
      .evaluateAll((all) => all.map((each) => each.textContent.trim()));
    expect(formats).toEqual([
      'JSON the response as sent, byte for byte; not reformatted',
      'NDJSON one JSON object per row',
      'CSV for spreadsheets and pandas, with times in UTC',
      'Parquet for DuckDB, pandas, and Spark; typed and compact',
      'Excel a workbook with dates and numbers, ready to filter',
    ]);
    expect(await dialog.evaluate((made) => made.scrollWidth - made.clientWidth)).toBe(0);
  });

  it('leaves a sentence for screen readers when the file has been written, because the status bar is not announced', async () => {
    const { page, host, dialog } = await opened();
    await begin(page);
    const said = page.getByRole('status').filter({ hasText: 'Exported' });
    expect(await said.count()).toBe(0);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect(await said.innerText()).toBe(`Exported ${host.orders[0]!.target}.`);
  });

  it('adds delivery columns to tables, and offers none for JSON', async () => {
    const { page, host } = await opened();
    await begin(page);
    const columns = box(page, /^Add delivery day, period, and local time/);
    expect(await columns.count()).toBe(0);
    await radio(page, /^Parquet/).check();
    await columns.check();
    await expect.poll(() => host.sizes.at(-1)).toMatchObject({ format: 'parquet', deliveryColumns: true });
    await radio(page, /^JSON/).check();
    await columns.waitFor({ state: 'hidden' });
    await radio(page, /^Parquet/).check();
    expect(await columns.isChecked()).toBe(true);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => host.orders)
      .toMatchObject([{ choice: { deliveryColumns: true }, order: { deliveryColumns: true } }]);
  });

  it('reports the license as unseen if a person pressed Enter before it was shown', async () => {
    const { page, host, dialog } = await opened({}, 1400, 'Check the license.');
    const release = holdNames(host);
    await exportButton(page).focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Enter');
    release();
    await expect.poll(() => host.orders).toMatchObject([{ isLicenseSeen: false }]);
  });

  it("continues if the folder of the setting can't be used, and says so", async () => {
    const { page, host, dialog } = await opened();
    host.problem = 'The "marketData.exportFolder" setting isn\'t a safe relative path.';
    await begin(page);
    await dialog.getByRole('alert').getByText(host.problem).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => host.orders).toHaveLength(1);
  });

  it('keeps the formats under the pointer, however much another format offers', async () => {
    const { page } = await opened();
    await begin(page);
    const places = [];
    for (const format of [/^JSON/, /^CSV/, /^Parquet/]) {
      await radio(page, format).check();
      places.push((await radio(page, /^CSV/).boundingBox())?.y);
    }
    expect(new Set(places).size).toBe(1);
  });

  it('saves under the name for the last choice, however fast Enter follows', async () => {
    const { page, host } = await opened();
    await begin(page);
    const release = holdNames(host);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    release();
    await expect.poll(() => host.orders[0]?.target).toBe('market-data/prices-part.json');
  });

  it.each<[string, (view: Awaited<ReturnType<typeof opened>>) => unknown]>([
    ['Escape closes it', ({ page }) => page.keyboard.press('Escape')],
    ['another result closes it', ({ show }) => show(resultState({ id: 'r2', defaultView: 'table' }))],
    [
      'nothing can be exported any longer',
      ({ host }) => (host.obstacle = 'This result is no longer in memory.'),
    ],
    [
      'the sample size is deleted',
      ({ page }) => page.getByRole('spinbutton', { name: 'Sample Size' }).fill(''),
    ],
  ])('writes nothing if %s while Enter waits for the name', async (_, happens) => {
    const view = await opened();
    const { page, host, dialog } = view;
    await begin(page);
    const release = holdNames(host);
    const before = host.targets.length;
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => host.targets.length).toBe(before + 1);
    await happens(view);
    release();
    await dialog.getByRole('button', { name: 'Export', disabled: false }).waitFor({ state: 'hidden' });
    await drawn(page);
    expect(host.orders).toEqual([]);
  });

  it('writes no rows that a sheet has no room for, not even with Enter', async () => {
    const { page, host, dialog } = await opened({ rows: 2_000_000 });
    await begin(page);
    await radio(page, /^Excel/).check();
    await dialog.getByText(/^Excel sheets are limited/).waitFor();
    await page.keyboard.press('Enter');
    await drawn(page);
    expect(host.orders).toEqual([]);
  });

  it('ignores the license in an answer about another result', async () => {
    const { page, host, dialog, show } = await opened({}, 1400, 'Check the license.');
    const release = holdNames(host);
    await exportButton(page).focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    Object.assign(host, { names: Promise.resolve(), license: '' });
    await show(resultState({ id: 'r2', defaultView: 'table' }));
    await dialog.waitFor({ state: 'hidden' });
    await begin(page);
    release();
    await drawn(page);
    expect(await dialog.getByText('Check the license.').count()).toBe(0);
  });

  it.each(['5000000', ''])(
    'exports nothing with a sample size of "%s", but says what to enter',
    async (wrong) => {
      const sentence = 'Enter a sample size from 1 to 1,000,000.';
      const { page, host, dialog } = await opened();
      await begin(page);
      const field = page.getByRole('spinbutton', { name: 'Sample Size' });
      // The valid number entered before must not be used instead.
      for (const typed of ['7', wrong]) await field.fill(typed);
      await dialog.getByText(sentence).waitFor();
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      await page.keyboard.press('Enter');
      await box(page, /^For tests/).check();
      expect(await field.inputValue()).toBe(wrong);
      await page.keyboard.press('Enter');
      expect(await hasFocus(field)).toBe(true);
      expect(await reasonOf(field)).toContain(sentence);
      expect(await dialog.getByRole('button', { name: 'Export' }).isDisabled()).toBe(true);
      await field.fill('5');
      await dialog.getByText(sentence).waitFor({ state: 'hidden' });
      expect(await field.getAttribute('aria-invalid')).toBeNull();
      await field.press('Enter');
      await expect.poll(() => host.orders.length).toBe(1);
      expect(host.orders[0]?.choice).toMatchObject({ sample: 5 });
    },
  );

  it('lets the Tab key reach everything that can be chosen, and keeps it in view in a low window', async () => {
    const { page, dialog, host } = await opened({}, 600);
    await page.setViewportSize({ width: 600, height: 360 });
    await begin(page);
    /** The focused control; what isn't a button must be between heading and buttons. */
    const stop = () =>
      dialog.evaluate((made) => {
        const focused = document.activeElement!;
        const [heading, foot] = ['h2', '.export-foot'].map((part) => made.querySelector(part)!);
        const { top, bottom } = focused.getBoundingClientRect();
        const isInFoot = foot!.contains(focused);
        const highest = isInFoot ? 0 : heading!.getBoundingClientRect().bottom;
        const lowest = isInFoot ? innerHeight : foot!.getBoundingClientRect().top;
        const { value } = focused as HTMLInputElement;
        const label = focused.getAttribute('aria-label') ?? focused.closest('label')?.textContent;
        const name = label ?? (value || focused.textContent);
        return { name: name.trim(), isSeen: top >= highest && bottom <= lowest };
      });
    const stops = [await stop()];
    for (let count = 0; count < 6; count += 1) {
      await page.keyboard.press('Tab');
      stops.push(await stop());
    }
    expect(stops.filter(({ isSeen }) => !isSeen)).toEqual([]);
    expect(stops.map(({ name }) => name.split(' ')[0])).toEqual([
      'All',
      'JSON',
      'For',
      'File',
      'Choose',
      'Export',
      'Cancel',
    ]);
    host.refusal = 'The disk is full.';
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    const alert = await dialog.getByRole('alert').getByText('The disk is full.').boundingBox();
    expect(alert!.y + alert!.height).toBeLessThan(360);
  });

  it('says that the result is still loading, and offers the export when it has ended', async () => {
    const { page, say, show, host, dialog } = await opened({ phase: { kind: 'receiving' }, rows: 40 });
    host.obstacle = 'This result is still loading.';
    await say({ kind: 'export', preset: 'export' });
    await dialog.getByRole('alert').getByText(host.obstacle).waitFor();
    await dialog.getByRole('button', { name: 'Export', disabled: true }).waitFor();
    host.obstacle = '';
    await show(resultState({ defaultView: 'table' }));
    await dialog.getByText('92 rows, 63.5 kB', { exact: true }).waitFor();
    await radio(page, /^All rows/).waitFor();
    await expect.poll(() => file(page).inputValue()).toBe('market-data/prices.json');
    await dialog.getByRole('button', { name: 'Export', disabled: false }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => host.orders).toHaveLength(1);
  });

  it('returns the focus to the cell from which it was opened by a command', async () => {
    const { page, say, dialog } = await opened();
    await page.getByRole('gridcell').nth(1).click();
    await page.keyboard.press('ArrowDown');
    const cell = () => page.evaluate(() => document.activeElement?.textContent);
    const before = await cell();
    await say({ kind: 'export', preset: 'export' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(cell).toBe(before);
  });

  it('leaves the focus where a person has moved it right after closing', async () => {
    const { page } = await opened();
    await begin(page);
    await page.evaluate(async () => {
      const shown = document.querySelector('dialog')!;
      const closed = new Promise((resolve) => shown.addEventListener('close', resolve, { once: true }));
      shown.close();
      document.querySelector<HTMLElement>('[aria-label="Copy As"]')!.focus();
      await closed;
    });
    expect(await focusedName(page)).toBe('Copy As');
  });

  it('leaves Enter to an input method that is composing a word', async () => {
    const { page, host } = await opened();
    await begin(page);
    const press = (isComposing: boolean) =>
      file(page).evaluate(
        (input, isOn) =>
          input.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, isComposing: isOn }),
          ),
        isComposing,
      );
    await press(true);
    await drawn(page);
    expect(host.orders).toEqual([]);
    await press(false);
    await expect.poll(() => host.orders.length).toBe(1);
  });

  it('stays open while the file is written, shows what went wrong, and allows another attempt', async () => {
    const { page, host, dialog } = await opened();
    Object.assign(host, { isBusy: true, refusal: 'The disk is full.' });
    await begin(page);
    await page.keyboard.press('Enter');
    await expect.poll(() => host.orders.length).toBe(1);
    // A size that is calculated meanwhile must not enable the button.
    await radio(page, /^CSV/).check();
    await page.getByText('92 rows, about 9.2 kB').waitFor();
    expect(await dialog.getByRole('button', { name: 'Export' }).isDisabled()).toBe(true);
    for (const key of ['Escape', 'Escape', 'Enter']) await page.keyboard.press(key);
    host.isBusy = false;
    await dialog.getByRole('alert').getByText('The disk is full.').waitFor();
    expect(host.orders).toHaveLength(1);
    Object.assign(host, { refusal: '', end: { kind: 'cancelled' } });
    await page.keyboard.press('Enter');
    await expect.poll(() => host.orders.length).toBe(2);
    await expect.poll(() => dialog.getAttribute('aria-busy')).toBeNull();
    expect(await dialog.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  it("uses a location from the editor's dialog, or keeps the previous one", async () => {
    const { page, host } = await opened();
    await begin(page);
    const elsewhere = page.getByRole('button', { name: 'Choose Another Location…' });
    await elsewhere.click();
    await expect.poll(() => file(page).inputValue()).toBe('/elsewhere/prices.json');
    host.elsewhere = null;
    await elsewhere.click();
    expect(await file(page).inputValue()).toBe('/elsewhere/prices.json');
  });

  it('asks before a file is replaced, and Enter confirms', async () => {
    const { page, host, dialog } = await opened();
    host.end = { kind: 'risk', risk: 'replace', message: 'prices.json already exists.' };
    await begin(page);
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('prices.json already exists.').waitFor();
    host.end = { kind: 'written' };
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect(host.orders.map(({ agreed }) => agreed)).toEqual([[], ['replace']]);
  });

  it("doesn't apply that confirmation to another file", async () => {
    const { page, host, dialog } = await opened();
    host.end = { kind: 'risk', risk: 'incomplete', message: 'Part of the response is missing.' };
    await begin(page);
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Export Anyway' }).waitFor();
    await file(page).fill('b.json');
    await dialog.getByRole('alert').waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await expect.poll(() => host.orders).toHaveLength(2);
    expect(host.orders[1]).toMatchObject({ target: 'b.json', agreed: [] });
  });

  it.each([
    { change: 'file', to: (page: Page) => file(page).fill('b.json') },
    { change: 'format', to: (page: Page) => radio(page, /^CSV/).check() },
  ])("doesn't ask about a file after the $change is changed while the host checked it", async ({ to }) => {
    const { page, host, dialog } = await opened();
    Object.assign(host, {
      isBusy: true,
      end: { kind: 'risk', risk: 'replace', message: 'prices.json already exists.' },
    });
    await begin(page);
    await page.keyboard.press('Enter');
    await expect.poll(() => host.orders.length).toBe(1);
    await to(page);
    host.isBusy = false;
    await expect.poll(() => dialog.getAttribute('aria-busy')).toBeNull();
    expect(await dialog.getByRole('alert').count()).toBe(0);
    await page.keyboard.press('Enter');
    await expect.poll(() => host.orders.map(({ agreed }) => agreed)).toEqual([[], []]);
  });

  it('opens for an export from the Command Palette, and closes when another result replaces this one', async () => {
    const { page, say, show, dialog } = await opened();
    await say({ kind: 'export', preset: 'export' });
    await dialog.waitFor();
    await show(resultState({ defaultView: 'table', revision: 4 }));
    expect(await dialog.isVisible()).toBe(true);
    await show(resultState({ id: 'r2', defaultView: 'table' }));
    await dialog.waitFor({ state: 'hidden' });
    // Later, the focus must also stay where it is in a result that replaces another one.
    await drawn(page);
    expect(await hasFocus(page.getByRole('tab', { selected: true }))).toBe(true);
  });

  it.each([1400, 600, 320])('fits into %i pixels', async (width) => {
    const { page, dialog } = await opened({}, width);
    await filterBy(page, '> 5');
    if (width < 400) {
      await page.getByRole('button', { name: 'More Actions' }).click();
      await page.getByRole('menuitem', { name: 'Export' }).click();
      await dialog.waitFor();
    } else await begin(page);
    const inside = await dialog.evaluate((made) => {
      const { left, right, bottom } = made.getBoundingClientRect();
      const isOver = [...made.querySelectorAll('*')].some((each) => each.scrollWidth > made.clientWidth);
      return left >= 0 && right <= innerWidth && bottom <= innerHeight && !isOver;
    });
    expect(inside).toBe(true);
    await page.close();
  });
});
