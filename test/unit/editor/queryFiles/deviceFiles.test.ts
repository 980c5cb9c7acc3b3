import { execFileSync } from 'node:child_process';
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newestText } from '../../../../src/editor/queryFiles/changeFile';
import { WorkspaceQueryFiles } from '../../../../src/editor/queryFiles/testing/workspaceQueryFiles';
import { uriOf, vscodeFiles } from '../savedResponses/vscodeFiles';

const { found } = vi.hoisted(() => ({ found: { paths: [] as string[] } }));

vi.mock('vscode', async () => {
  const { vscodeFiles: files } = await import('../savedResponses/vscodeFiles');
  const { uriOf: uri } = await import('../savedResponses/vscodeFiles');
  const nothing = { dispose: () => undefined };
  const on = () => nothing;
  class FileSystemError extends Error {
    constructor(readonly code: string) {
      super(code);
      this.name = code;
    }
    static FileNotFound = () => new FileSystemError('FileNotFound');
    static Unavailable = () => new FileSystemError('Unavailable');
  }
  return {
    ...files,
    FileSystemError,
    l10n: {
      t: (text: string, ...values: string[]) =>
        text.replace(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)])),
    },
    Disposable: { from: () => nothing },
    EventEmitter: class {
      event = on;
      fire = () => undefined;
    },
    Position: vi.fn(),
    Range: vi.fn(),
    workspace: {
      ...files.workspace,
      textDocuments: [],
      getWorkspaceFolder: () => ({}),
      createFileSystemWatcher: () => ({ onDidCreate: on, onDidChange: on, onDidDelete: on }),
      findFiles: () => found.paths.map(uri),
      onDidOpenTextDocument: on,
      onDidCloseTextDocument: on,
      onDidChangeTextDocument: on,
      onDidChangeWorkspaceFolders: on,
    },
  };
});

const folder = mkdtempSync(join(tmpdir(), 'query-files-'));
const [device, pipe, linked, plain] = ['device', 'pipe', 'linked', 'plain'].map((name) =>
  join(folder, `${name}.market.json`),
) as [string, string, string, string];
const text = '{ "version": 1, "queries": {} }';

// If it were read, `/dev/null` would end at once, but the pipe never would.
describe.skipIf(process.platform === 'win32')(
  'a query file that is a device, a pipe, or a link to one',
  () => {
    const read = vi.spyOn(vscodeFiles.workspace.fs, 'readFile');
    beforeEach(() => {
      read.mockClear();
    });
    writeFileSync(plain, text);
    symlinkSync('/dev/null', device);
    symlinkSync(plain, linked);
    execFileSync('mkfifo', [pipe]);

    it.each([device, pipe])('is not read when it is run or changed', { timeout: 5000 }, async (path) => {
      await expect(newestText(uriOf(path))).rejects.toThrow(/^Couldn't read .* \(Unavailable\)\.$/);
      expect(read).not.toHaveBeenCalled();
    });

    it('is not read when the workspace is searched for query files, but a link to a file is', async () => {
      found.paths = [device, pipe, linked, plain];
      const files = new WorkspaceQueryFiles();
      await files.ready;
      expect(files.all.map(({ uri }) => uri.path)).toEqual([linked, plain]);
      files.dispose();
      expect(await newestText(uriOf(linked))).toBe(text);
    });
  },
);
