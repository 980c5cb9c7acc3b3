import * as v from 'valibot';
import { expect, it } from 'vitest';
import { command, isTab } from '#src/editor/shell/commandArguments';
import { editor } from '../fakeVscode/editor';

const run = command(v.object({ result: v.string() }), {
  prompt: (clicked, selected) => ({ clicked, selected }),
  isClicked: isTab,
  run: ({ result }, signal) => ({ result, isAborted: signal.aborted }),
});

it('a command without an argument, or with the place of a menu, prompts', async () => {
  const tab = { groupId: 0 };
  expect(await run('id', undefined)).toEqual({});
  expect(await run('id', null)).toEqual({});
  expect(await run('id', tab, [tab])).toEqual({ clicked: tab, selected: [tab] });
});

it('any other argument is checked, and nobody is prompted', async () => {
  expect(await run('id', { result: 'one' })).toEqual({ result: 'one', isAborted: false });
  await expect(run('id', {})).rejects.toThrow('is required');
  await expect(run('id', 'one')).rejects.toThrow('must be');
  await expect(run('id', { result: 'one', token: 5 })).rejects.toThrow("isn't valid");
});

it('a failure is told to whoever chose the command in a menu, which may say nothing, and thrown to programs', async () => {
  const failing = command(v.object({}), {
    prompt: () => Promise.reject(new Error('It is gone.')),
    isClicked: isTab,
    run: () => Promise.reject(new Error('It is gone.')),
  });
  await expect(failing('id', { groupId: 0 })).resolves.toBeUndefined();
  expect(editor.told).toEqual(['It is gone.']);
  await expect(failing('id', {})).rejects.toThrow('It is gone.');
  expect(editor.told).toHaveLength(1);
});

it("a command's work is canceled with the caller's token", async () => {
  const token = { isCancellationRequested: true, onCancellationRequested: () => undefined };
  expect(await run('id', { result: 'one', token })).toEqual({ result: 'one', isAborted: true });
});

it('a command that is always given an argument never prompts', async () => {
  const headless = command(v.object({ result: v.string() }), { run: ({ result }) => result });
  await expect(headless('id', undefined)).rejects.toThrow('must be');
});
