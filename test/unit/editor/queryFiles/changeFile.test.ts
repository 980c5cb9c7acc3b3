import { execFileSync } from 'node:child_process';
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { Uri } from 'vscode';
import { newestText } from '#src/editor/queryFiles/changeFile';
import { editor } from '../fakeVscode/editor';

const folder = mkdtempSync(join(tmpdir(), 'query-files-'));
const [device, pipe, linked, plain] = ['device', 'pipe', 'linked', 'plain'].map((name) =>
  join(folder, `${name}.market.json`),
) as [string, string, string, string];
const text = '{ "version": 1, "queries": {} }';

// If it were read, `/dev/null` would end at once, but the pipe never would.
describe.skipIf(process.platform === 'win32')(
  'a query file that is a device, a pipe, or a link to one',
  () => {
    writeFileSync(plain, text);
    symlinkSync('/dev/null', device);
    symlinkSync(plain, linked);
    execFileSync('mkfifo', [pipe]);

    it.each([device, pipe])("isn't read when it is run or changed", { timeout: 5000 }, async (path) => {
      const read = vi.spyOn(editor.disk, 'readFile');
      await expect(newestText(Uri.file(path))).rejects.toThrow(
        /^Couldn't read .* \(Unavailable \(FileSystemError\)\)\.$/,
      );
      expect(read).not.toHaveBeenCalled();
    });

    it("is read if it's a link to a file", async () => {
      expect(await newestText(Uri.file(linked))).toBe(text);
    });
  },
);
