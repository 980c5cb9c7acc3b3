import { expect, it } from 'vitest';
import type { Connections } from '#src/editor/connections/connections';
import { promptForConnection } from '#src/editor/connections/selectConnection';
import type { SignIn } from '#src/editor/connections/signIn';
import { doubleOf } from '../../doubleOf';
import { editor } from '../fakeVscode/editor';

it('a name that came from a repository is shown as it is: an icon in it could pass for a state of the connection', async () => {
  const name = '$(verified) production';
  const selected: string[] = [];
  editor.pick = (items) => items[1];
  await promptForConnection(
    doubleOf<Connections>({
      names: ['sandbox', name],
      selected: name,
      orphans: [],
      state: () => Promise.resolve('signedIn'),
      select: (chosen) => Promise.resolve(void selected.push(chosen)),
    }),
    doubleOf<SignIn>({}),
  );
  const labels = editor.menus.flat().map(({ label }) => label);
  expect(labels.join()).toContain('$ (verified) production');
  expect(labels.join()).not.toContain('$(');
  expect(selected).toEqual([name]);
});
