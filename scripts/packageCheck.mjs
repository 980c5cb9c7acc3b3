// Packages the extension and checks what would be published: npm run check:package
import { readFileSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { hostBundles, viewBundles } from './bundles.mjs';
import { installDependencies, npm, PlainProblem, root, start } from './checkout.mjs';

const largestPackage = 1.5e6;
/** Bytes. Activation loads the whole entry. */
const largestEntry = 60e3;
const entry = 'extension/dist/extension.js';

const view = viewBundles(true);
/** What is built into the package. */
const built = [
  ...Object.keys(hostBundles(true).entryPoints).map((name) => `${name}.js`),
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
  /^extension\/l10n\/[\w.-]+\.json$/,
  /^extension\/media\/[\w./-]+\.(svg|png)$/,
];

/** What the package must contain. */
const required = [
  'extension/package.json',
  'extension/readme.md',
  'extension/LICENSE.txt',
  'extension/THIRD-PARTY-NOTICES.txt',
  'extension/.github/skills/market-data-integration/SKILL.md',
  ...['operations', 'python', 'rules', 'typescript'].map(
    (file) => `extension/.github/skills/market-data-integration/references/${file}.md`,
  ),
  'extension/language/market-connections.schema.json',
  'extension/language/market-queries.schema.json',
  ...built,
];

await start(async () => {
  await installDependencies();
  const file = join(root, 'market-data-explorer.vsix');
  // No test may use an older package by mistake.
  rmSync(file, { force: true });
  if ((await npm(['run', 'package'])) !== 0) throw new PlainProblem('Packaging failed. See above.');
  const vsix = readFileSync(file);
  const files = zipEntries(vsix);
  const size = (/** @type {string} */ name) => files.find((file) => file.name === name)?.bytes ?? 0;
  const { workflowProblems } = await import('../test/harness/ciWorkflow.mjs');
  const workflow = await workflowProblems(file);
  if (!workflow) console.log('The documented CI workflow was not run: it needs bash and unzip.');
  const problems = [
    ...(workflow ?? []),
    ...files
      .filter(({ name }) => !built.includes(name) && !allowed.some((pattern) => pattern.test(name)))
      .map(({ name }) => `${name} doesn't belong in the package.`),
    ...required.filter((name) => size(name) === 0).map((name) => `${name} is missing.`),
    ...(vsix.length > largestPackage
      ? [`The package has ${vsix.length} bytes; the limit is ${largestPackage}.`]
      : []),
    ...(size(entry) > largestEntry
      ? [`${entry} has ${size(entry)} bytes; the limit is ${largestEntry}.`]
      : []),
  ];
  for (const problem of problems) console.log(problem);
  console.log(`${files.length} files, ${vsix.length} bytes packed, entry bundle ${size(entry)} bytes.`);
  return problems.length === 0 ? 0 : 1;
});

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
    const found = {
      name: zip.toString('utf8', at + 46, at + 46 + (name ?? 0)),
      bytes: zip.readUInt32LE(at + 24),
    };
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
    return found;
  });
}
