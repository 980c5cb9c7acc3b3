import { expect, it, vi } from 'vitest';
import type { Connections } from '../../../../src/editor/connections/connections';
import type { ProposedConnections } from '../../../../src/editor/connections/proposedConnections';
import { promptForConnection } from '../../../../src/editor/connections/selectConnection';
import type { SignIn } from '../../../../src/editor/connections/signIn';
import { doubleOf } from '../../doubleOf';

const editor = vi.hoisted(() => ({ labels: [] as string[] }));

vi.mock('vscode', () => ({
  l10n: { t: (text: string, ...values: string[]) => text.replace('{0}', () => values[0] ?? '') },
  QuickPickItemKind: { Separator: -1 },
  window: {
    showQuickPick: (items: { label: string; run?: () => unknown }[]) => {
      editor.labels = items.map(({ label }) => label);
      return Promise.resolve(items[1]);
    },
  },
}));

it('a name that a repository proposed is shown as it is: an icon in it could pass for a state of the connection', async () => {
  const name = '$(verified) production';
  const selected: string[] = [];
  await promptForConnection(
    doubleOf<Connections>({
      names: ['sandbox', name],
      selected: name,
      orphans: [],
      state: () => Promise.resolve('signedIn'),
      select: (chosen) => Promise.resolve(void selected.push(chosen)),
    }),
    doubleOf<ProposedConnections>({ items: () => Promise.resolve([]) }),
    doubleOf<SignIn>({}),
  );
  expect(editor.labels.join()).toContain('$ (verified) production');
  expect(editor.labels.join()).not.toContain('$(');
  expect(selected).toEqual([name]);
});
