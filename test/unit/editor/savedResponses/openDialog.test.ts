import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import type { OpenDialogOptions, Uri } from 'vscode';
import { SavedResponses } from '../../../../src/editor/savedResponses/savedResponses';
import type { ResultStore } from '../../../../src/results/store/resultStore';
import { doubleOf } from '../../doubleOf';
import { uriOf } from './vscodeFiles';

/** The open workspace, the file in the active tab, and the folder that the dialog began with. */
const editor = vi.hoisted(() => ({
  workspace: null as string | null,
  active: null as string | null,
  exportFolder: undefined as string | undefined,
  began: undefined as string | undefined,
}));

vi.mock('vscode', async () => {
  const { vscodeFiles } = await import('./vscodeFiles');
  class TabInputText {
    constructor(readonly uri: Uri) {}
  }
  return {
    ...vscodeFiles,
    TabInputText,
    TabInputCustom: TabInputText,
    Uri: Object.assign(URL, {
      joinPath: ({ path }: Uri, ...parts: string[]) => uriOf(posix.join(path, ...parts)),
    }),
    window: {
      tabGroups: {
        activeTabGroup: {
          get activeTab() {
            return editor.active === null ? undefined : { input: new TabInputText(uriOf(editor.active)) };
          },
        },
      },
      showOpenDialog: ({ defaultUri }: OpenDialogOptions) => {
        editor.began = defaultUri?.path;
        return Promise.resolve(undefined);
      },
    },
    workspace: {
      ...vscodeFiles.workspace,
      get workspaceFolders() {
        return editor.workspace === null ? undefined : [{ uri: uriOf(editor.workspace) }];
      },
      getConfiguration: () => ({ get: () => editor.exportFolder }),
    },
  };
});

const open = async () => {
  await new SavedResponses(doubleOf<ResultStore>({}), () => Promise.resolve()).prompt();
  return editor.began;
};

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'open-'));
  mkdirSync(join(root, 'data'));
  for (const name of ['a.json', 'b.json.gz', 'c.ts']) writeFileSync(join(root, 'data', name), '');
  Object.assign(editor, { workspace: root, active: null, exportFolder: undefined, began: 'nowhere' });
});

it.each([
  ['a.json', 'data'],
  ['b.json.gz', 'data'],
  ['c.ts', '.'],
  ['deleted.json', '.'],
])('with %s in the active editor, Open Saved Response begins in %s', async (name, folder) => {
  editor.active = join(root, 'data', name);
  expect(await open()).toBe(join(root, folder));
});

it('with another editor, Open Saved Response begins in the folder for exports, once it exists', async () => {
  expect(await open()).toBe(root);
  mkdirSync(join(root, 'market-data'));
  expect(await open()).toBe(join(root, 'market-data'));
  editor.exportFolder = '../elsewhere';
  expect(await open()).toBe(root);
  editor.workspace = null;
  expect(await open()).toBeUndefined();
});
