import { expect, it } from 'vitest';
import { order, tableOf } from '../unit/table/charts/tables';
import { resultState } from '../unit/webview-ui/frame/resultStates';
import { answerCharts, hasFocus, openView } from './openView';

it("the list of contracts doesn't move the one that a person is about to choose while rows arrive", async () => {
  const ordersOf = (contractId: string, events: number) =>
    Array.from({ length: events }, (_, at) => order(at, `${contractId}${at}`, at, { contractId }));
  const received = (late: number) =>
    tableOf('publicOrder', [...ordersOf('early', 3), ...ordersOf('late', late)]);
  let table = received(2);
  const { page, show } = await openView({ answer: (view, ask) => answerCharts(table, 'orders')(view, ask) });
  const { dataset } = resultState();
  const receiving = { dataset: { ...dataset, chart: 'orders' }, phase: { kind: 'receiving' } } as const;
  await show(resultState({ ...receiving, revision: 1 }));
  const grid = page.getByRole('grid', { name: 'Contracts' });
  const listed = () => grid.locator('tbody tr').allTextContents();
  const like = (...rows: RegExp[]) => rows.map((row) => expect.stringMatching(row) as string);
  await expect.poll(listed).toEqual(like(/^early.*3/, /^late.*2/));
  const late = grid.getByRole('button', { name: 'late' });
  await late.focus();
  table = received(6);
  await show(resultState({ ...receiving, revision: 2 }));
  await expect.poll(listed).toEqual(like(/^early.*3/, /^late.*6/));
  expect(await hasFocus(late)).toBe(true);
});
