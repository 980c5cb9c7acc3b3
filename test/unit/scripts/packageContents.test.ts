import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { root } from '../../../scripts/checkout.mjs';
import { packageContents } from '../../../scripts/packageContents.mjs';

/** A package with these texts by file name. */
async function packageOf(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}

const notices = readFileSync(join(root, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
const sound = { 'extension/THIRD-PARTY-NOTICES.txt': notices, 'extension/dist/extension.js': 'run()' };

/** The problems of a package with these files that one without them hasn't. */
async function problemsWith(files: Readonly<Record<string, string | Buffer>>): Promise<string[]> {
  const { problems: usual } = packageContents(await packageOf(sound));
  return packageContents(await packageOf({ ...sound, ...files })).problems.filter(
    (problem) => !usual.includes(problem),
  );
}

it('a package lists what it lacks, and gives the texts of what it has', async () => {
  const { problems, textOf } = packageContents(await packageOf(sound));
  expect(problems).toContain('extension/dist/cli.js is missing.');
  expect(problems).toContain('extension/LICENSE.txt is missing.');
  expect(problems).not.toContain('extension/dist/extension.js is missing.');
  expect(textOf('extension/dist/extension.js')).toBe('run()');
});

it.each(['extension/src/extension.ts', 'extension/.env', 'extension/dist/cli.js.map', 'extension/test/a.md'])(
  'a package with %s names what should have stayed in the checkout',
  async (name) => {
    expect(await problemsWith({ [name]: 'x' })).toEqual([`${name} doesn't belong in the package.`]);
  },
);

it.each([
  [
    'a bundle that names a source map, which people would miss',
    { 'extension/dist/extension.js': 'run()\n//# sourceMappingURL=extension.js.map' },
    /names a source map/,
  ],
  [
    'an entry that delays the start of each window',
    { 'extension/dist/extension.js': 'x'.repeat(60_001) },
    /has 60001 bytes; the limit is 60000/,
  ],
  ['licenses of other packages', { 'extension/THIRD-PARTY-NOTICES.txt': 'None.' }, /other notices/],
  [
    'more bytes than people should have to download',
    { 'extension/dist/worker.js': randomBytes(850_000) },
    /without its pictures; the limit is 850000/,
  ],
])('a package with %s is rejected', async (_, files, words) => {
  expect(await problemsWith(files)).toEqual([expect.stringMatching(words)]);
});

it('pictures may be as large as the marketplace wants them', async () => {
  expect(await problemsWith({ 'extension/media/icon.png': randomBytes(850_000) })).toEqual([]);
});
