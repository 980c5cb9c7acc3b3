// What is in a package, and what is wrong with it.
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { cliBundle, hostBundles, viewBundles } from './bundles.mjs';
import { root } from './checkout.mjs';

/** Bytes of the package without its pictures, 2 % more than it has. A large part of them is the command line. */
const largestPackage = 850_000;
/** Bytes. Activation loads the whole entry. */
const largestEntry = 60e3;
const entry = 'extension/dist/extension.js';

const view = viewBundles(true);
/** What is built into the package. */
const built = [
  ...Object.keys({ ...hostBundles(true).entryPoints, ...cliBundle(true).entryPoints }).map(
    (name) => `${name}.js`,
  ),
  ...Object.entries(view.entryPoints).map(
    ([name, source]) => `webview/${name}${extname(source) === '.css' ? '.css' : '.js'}`,
  ),
  `webview/${view.chunkNames}.js`,
].map((file) => `extension/dist/${file}`);

/** What else the package may contain. Any other file should have been listed in .vscodeignore. */
const allowed = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/package(\.nls(\.[a-z-]+)?)?\.json$/i,
  /^extension\/(readme|changelog|support|third-party-notices|license)(\.(md|txt))?$/i,
  /^extension\/\.github\/skills\/market-data-integration\/(SKILL|references\/[a-z]+)\.md$/,
  /^extension\/language\/[\w.-]+\.json$/,
  /^extension\/l10n\/bundle\.l10n\.[\w-]+\.json$/,
  /^extension\/media\/[\w./-]+\.(svg|png)$/,
];

/** What the package must contain. */
const required = [
  'extension/package.json',
  'extension/package.nls.json',
  'extension/readme.md',
  'extension/changelog.md',
  'extension/SUPPORT.md',
  'extension/LICENSE.txt',
  'extension/THIRD-PARTY-NOTICES.txt',
  'extension/.github/skills/market-data-integration/SKILL.md',
  ...['operations', 'python', 'rules', 'typescript'].map(
    (file) => `extension/.github/skills/market-data-integration/references/${file}.md`,
  ),
  'extension/language/market-queries.schema.json',
  'extension/language/suggestions.schema.json',
  ...built,
];

/**
 * The texts of the files in a package, what is wrong with it, a sentence each, and its sizes in a line.
 *
 * @param {Buffer} vsix
 */
export function packageContents(vsix) {
  const files = zipEntries(vsix);
  const find = (/** @type {string} */ name) => files.find((file) => file.name === name);
  const textOf = (/** @type {string} */ name) => find(name)?.text() ?? '';
  const size = (/** @type {string} */ name) => find(name)?.bytes ?? 0;
  const pictures = files.filter(({ name }) => /\.(png|svg)$/.test(name));
  const packed = vsix.length - pictures.reduce((sum, { packed }) => sum + packed, 0);
  const problems = [
    ...files
      .filter(({ name }) => !built.includes(name) && !allowed.some((pattern) => pattern.test(name)))
      .map(({ name }) => `${name} doesn't belong in the package.`),
    ...required.filter((name) => size(name) === 0).map((name) => `${name} is missing.`),
    ...built
      .filter((name) => textOf(name).includes('sourceMappingURL='))
      .map((name) => `${name} names a source map, which isn't in the package.`),
    // Packaging has compared this file with the licenses of what is bundled.
    ...(textOf('extension/THIRD-PARTY-NOTICES.txt') ===
    readFileSync(join(root, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
      ? []
      : ['The package has other notices than the checkout.']),
    ...(packed > largestPackage
      ? [`The package has ${packed} bytes without its pictures; the limit is ${largestPackage}.`]
      : []),
    ...(size(entry) > largestEntry
      ? [`${entry} has ${size(entry)} bytes; the limit is ${largestEntry}.`]
      : []),
  ];
  const summary = `${files.length} files, ${vsix.length} bytes packed, ${packed} of them without pictures, entry bundle ${size(entry)} bytes.`;
  return { textOf, problems, summary };
}

/**
 * The entries of a zip file, from the directory at its end.
 *
 * @param {Buffer} zip
 */
function zipEntries(zip) {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    const packed = zip.readUInt32LE(at + 20);
    const local = zip.readUInt32LE(at + 42);
    const isDeflated = zip.readUInt16LE(at + 10) === 8;
    const found = {
      name: zip.toString('utf8', at + 46, at + 46 + (name ?? 0)),
      bytes: zip.readUInt32LE(at + 24),
      packed,
      text() {
        const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
        const content = zip.subarray(start, start + packed);
        return (isDeflated ? inflateRawSync(content) : content).toString('utf8');
      },
    };
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
    return found;
  });
}
