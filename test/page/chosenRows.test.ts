import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { RowsOfFinding } from '#src/protocol/messages';
import type { PageQuestion } from '#src/protocol/rowsQuestion';
import { resultState } from '../unit/webview-ui/frame/resultStates';
import { answerRows, openView } from './openView';

const dear: RowsOfFinding = {
  filter: [{ column: 'value', op: '>', value: 4000 }],
  text: 'rows that fail the check "columns.value"',
};

/** A view that records which rows its table requests. */
async function opened() {
  const asked: PageQuestion[] = [];
  const view = await openView({
    answer(shown, ask) {
      if (ask.asked.kind === 'rows') asked.push(ask.asked.question);
      answerRows(3)(shown, ask);
    },
  });
  await view.show(resultState());
  return { ...view, last: () => asked.at(-1) };
}
const chip = (page: Page) =>
  page.getByRole('button', { name: 'Showing only: rows that fail the check "columns.value": Show All Rows' });

it('the table shows only the rows that a check is about, until a person wants all of them', async () => {
  const { page, say, last } = await opened();
  await say({ kind: 'rows', result: resultState().id, rows: dear });
  await chip(page).waitFor();
  expect(last()).toMatchObject({ filter: dear.filter });
  expect(last()).not.toHaveProperty('finding');
  await say({ kind: 'rows', result: resultState().id, rows: { ...dear, key: { kind: 'nulls' } } });
  await expect.poll(last).toMatchObject({ filter: dear.filter, finding: { kind: 'nulls' } });
  await chip(page).click();
  await expect.poll(last).toMatchObject({ filter: [] });
  await chip(page).waitFor({ state: 'hidden' });
});

it("rows chosen for a result that hasn't arrived yet wait for that result, and the previous result keeps its rows", async () => {
  const { page, say, show, last } = await opened();
  await say({ kind: 'rows', result: 'r2', rows: dear });
  await page.getByRole('grid').waitFor();
  expect(await chip(page).isVisible()).toBe(false);
  await show(resultState({ id: 'r2' }));
  await chip(page).waitFor();
  expect(last()).toMatchObject({ filter: dear.filter });
  await show(resultState());
  await chip(page).waitFor({ state: 'hidden' });
});

it('a check of the whole result shows all rows', async () => {
  const { page, say, last } = await opened();
  await say({ kind: 'rows', result: resultState().id, rows: dear });
  await chip(page).waitFor();
  await say({ kind: 'rows', result: resultState().id, rows: null });
  await chip(page).waitFor({ state: 'hidden' });
  await expect.poll(last).toMatchObject({ filter: [] });
});
