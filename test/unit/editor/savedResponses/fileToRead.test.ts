import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { Uri } from 'vscode';
import { fileToRead } from '#src/editor/savedResponses/fileToRead';

const newFolder = () => mkdtempSync(join(tmpdir(), 'file-'));
const provenance = JSON.stringify({ version: 1, dataset: 'dayahead-prices' });

/** A saved response and, where the provenance belongs, what `put` creates at that path. */
function saved(put: (beside: string) => void): string {
  const path = join(newFolder(), 'prices.json');
  writeFileSync(path, '[]');
  put(`${path}.provenance.json`);
  return path;
}

it('the provenance next to a file is read', async () => {
  const path = saved((beside) => writeFileSync(beside, provenance));
  expect((await fileToRead(Uri.file(path))).provenance).toMatchObject({ dataset: 'dayahead-prices' });
});

it("provenance that is a link isn't read: it may lead out of the workspace, or never end", async () => {
  const elsewhere = join(newFolder(), 'other.json');
  writeFileSync(elsewhere, provenance);
  const path = saved((beside) => symlinkSync(elsewhere, beside));
  expect((await fileToRead(Uri.file(path))).provenance).toBeUndefined();
});

it.each(['x', '\u0000', '\u001f\u008b', 'x'.repeat(200_000)])(
  'a compressed response with bytes after its end is read up to its end',
  async (rest) => {
    const path = join(newFolder(), 'prices.json.gz');
    writeFileSync(path, Buffer.concat([gzipSync('[{"values":[]}]'), Buffer.from(rest, 'latin1')]));
    const { head } = await fileToRead(Uri.file(path));
    expect(Buffer.from(head).toString()).toBe('[{"values":[]}]');
  },
);
