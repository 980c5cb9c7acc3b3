import { expect, it, vi } from 'vitest';
import { showFailure, showingFailure } from '#src/editor/shell/failureMessages';
import { editor } from '../fakeVscode/editor';

/** What was told, with its buttons. */
const told = () => editor.messages.map(({ text, buttons }) => [text, ...buttons]);

it('shows outside text in a failure as it is: an icon or a link that runs a command could pass for the editor’s own', () => {
  showFailure(new Error('$(check) Done. [More](command:workbench.action.quit)'));
  expect(told()).toEqual([['$ (check) Done. [More] (command:workbench.action.quit)']]);
});

it('tells also of a failure of what the person chose to do next, without offering it again', async () => {
  editor.press('Run Again');
  const take = () => Promise.reject(new Error('It failed again.'));
  showFailure(new Error('It failed.'), [{ label: 'Run Again', take }]);
  await vi.waitFor(() => expect(told()).toEqual([['It failed.', 'Run Again'], ['It failed again.']]));
});

it('does what the chosen button says and no other', async () => {
  editor.press('Open');
  const [open, other] = [vi.fn(), vi.fn()];
  showFailure('It failed.', [
    { label: 'Other', take: other },
    { label: 'Open', take: open },
  ]);
  await vi.waitFor(() => expect(open).toHaveBeenCalledOnce());
  expect(other).not.toHaveBeenCalled();
});

it('resolves with what the work resolves with, and with nothing after a failure that was told', async () => {
  expect(await showingFailure(() => Promise.resolve(7))).toBe(7);
  const failed = await showingFailure<string>(() => Promise.reject(new Error('No.')));
  expect(failed).toBeUndefined();
  expect(told()).toEqual([['No.']]);
});
