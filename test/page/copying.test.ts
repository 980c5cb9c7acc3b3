import { expect, it } from 'vitest';
import type { ResultState } from '#src/protocol/messages';
import { resultState } from '../unit/webview-ui/frame/resultStates';
import { answerRows, drawn, openView, type Ask, type OpenView } from './openView';

const columns: ResultState['columns'] = [
  { key: 'value', title: 'Value', type: 'number' },
  { key: 'area', title: 'Area', type: 'text' },
];
const state = (differing: Partial<ResultState> = {}) =>
  resultState({ rows: 450, columns, defaultView: 'table', ...differing });

/** A table of three pages, all of which is being copied; its second page comes when the test says so. */
async function copying(sorted = false) {
  let isHeld = false;
  const held: Ask[] = [];
  const view = await openView({
    answer(shown, ask) {
      if (isHeld && ask.asked.kind === 'rows' && (ask.asked.question.from ?? 0) >= 200) held.push(ask);
      else answerRows(450)(shown, ask);
    },
  });
  await view.show(state());
  const { page } = view;
  await page.getByRole('gridcell', { name: '7', exact: true }).waitFor();
  if (sorted) await sort(view);
  await drawn(page);
  isHeld = true;
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await page.getByText('Copying…').waitFor();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  const answer = () => {
    isHeld = false;
    for (const ask of held.splice(0)) answerRows(450)(view, ask);
  };
  return { ...view, answer };
}

const header = ({ page }: Pick<OpenView, 'page'>) => page.getByRole('columnheader', { name: /^Value/ });
const sort = async (view: Pick<OpenView, 'page'>) => {
  await header(view).getByRole('button').first().click();
  await view.page.locator('[aria-sort="ascending"]').waitFor();
};

it('rows that stay as they are while they are copied reach the clipboard', async () => {
  const { page, copied, answer } = await copying();
  answer();
  await page.getByText('Copied 450 rows.').waitFor();
  expect(copied().map((text) => text.split('\n').length)).toEqual([450]);
});

it('rows in their own order are copied although more arrive: those selected stay where they are', async () => {
  const { page, copied, show, answer } = await copying();
  await show(state({ rows: 460, revision: 4 }));
  answer();
  await page.getByText('Copied 450 rows.').waitFor();
  expect(copied()).toHaveLength(1);
});

it.each<[string, boolean, (view: OpenView) => Promise<unknown>]>([
  ['are sorted differently', false, sort],
  [
    'are filtered',
    false,
    async ({ page }) => {
      await page.getByRole('textbox', { name: 'Filter Value' }).fill('>5');
      await page.getByRole('button', { name: 'Clear Filters' }).waitFor();
    },
  ],
  [
    'lose a column',
    false,
    async ({ page }) => {
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('checkbox', { name: 'Area' }).click();
    },
  ],
  ['become more where they are sorted', true, ({ show }) => show(state({ rows: 460, revision: 4 }))],
  ['are replaced by those of another result', false, ({ show }) => show(state({ id: 'r2' }))],
])(
  "rows that %s while they are copied don't reach the clipboard mixed, and a sentence says so",
  async (_, sorted, change) => {
    const view = await copying(sorted);
    await change(view);
    await drawn(view.page);
    view.answer();
    await view.page
      .getByText('The rows changed while they were being copied. Copy them again.')
      .waitFor({ timeout: 5000 });
    expect(view.copied()).toEqual([]);
  },
);
