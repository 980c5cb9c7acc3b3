import { posix } from 'node:path';
import * as vscode from 'vscode';
import { doubleOf } from '../../doubleOf';
import { editor, type Watcher } from './editor';

const folders = () =>
  editor.folders.map((path, index) => ({ uri: vscode.Uri.file(path), name: posix.basename(path), index }));

const folderOf = ({ path }: vscode.Uri) =>
  folders()
    .sort((one, other) => other.uri.path.length - one.uri.path.length)
    .find(({ uri }) => path === uri.path || path.startsWith(`${uri.path}/`));

function asRelativePath(of: string | vscode.Uri, isFolderNamed = editor.folders.length > 1): string {
  const uri = typeof of === 'string' ? vscode.Uri.file(of) : of;
  const folder = folderOf(uri);
  if (!folder) return typeof of === 'string' ? of : uri.fsPath;
  return posix.join(isFolderNamed ? folder.name : '', posix.relative(folder.uri.path, uri.path));
}

const getConfiguration = (section: string) => ({
  get: (key: string, fallback?: unknown) => editor.settings[`${section}.${key}`] ?? fallback,
  update(key: string, value: unknown) {
    // What is stored and read again is a copy.
    editor.set(`${section}.${key}`, JSON.parse(JSON.stringify(value)) as unknown);
    return Promise.resolve();
  },
});

function createFileSystemWatcher(
  pattern: string,
  ignoresCreated = false,
  ignoresChanged = false,
  ignoresDeleted = false,
) {
  const emitterOf = (isIgnored: boolean) => {
    const emitter = new vscode.EventEmitter<vscode.Uri>();
    if (isIgnored) emitter.fire = () => undefined;
    return emitter;
  };
  const [created, changed] = [emitterOf(ignoresCreated), emitterOf(ignoresChanged)];
  const deleted = emitterOf(ignoresDeleted);
  const watcher: Watcher = { pattern, created, changed, deleted };
  editor.watchers.push(watcher);
  return {
    onDidCreate: created.event,
    onDidChange: changed.event,
    onDidDelete: deleted.event,
    dispose: () => void editor.watchers.splice(editor.watchers.indexOf(watcher), 1),
  };
}

export const workspace = doubleOf(
  {
    get isTrusted() {
      return editor.isTrusted;
    },
    get workspaceFolders() {
      return editor.folders.length > 0 ? folders() : undefined;
    },
    get textDocuments() {
      return editor.documents;
    },
    get fs() {
      return editor.disk;
    },
    getWorkspaceFolder: folderOf,
    asRelativePath,
    getConfiguration,
    createFileSystemWatcher,
    findFiles: async (pattern: string) => [...(await editor.find(pattern))],
    get onDidChangeConfiguration() {
      return editor.changedSettings.event;
    },
    get onDidChangeWorkspaceFolders() {
      return editor.changedFolders.event;
    },
    get onDidOpenTextDocument() {
      return editor.openedDocuments.event;
    },
    get onDidCloseTextDocument() {
      return editor.closedDocuments.event;
    },
    get onDidChangeTextDocument() {
      return editor.changedDocuments.event;
    },
    // Trust is never granted during a unit test.
    onDidGrantWorkspaceTrust: () => new vscode.Disposable(() => undefined),
  },
  'workspace of the fake VS Code',
);
