// Writes THIRD-PARTY-NOTICES.txt, the license texts of the packages that are really bundled: npm run generate:notices
// With --check, it only compares. Reads dist/metafiles.json, so the extension must be built first.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { init } from 'license-checker-rseidelsohn';

const root = join(import.meta.dirname, '..');
const notices = join(root, 'THIRD-PARTY-NOTICES.txt');

/** Licenses that allow bundling if their text is included. Any other one is for a person to decide. */
const allowed = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0'];

/**
 * The folders of the packages whose code is in a bundle, relative to the checkout, with `/` on every system.
 * The same package may be there in two versions.
 *
 * @param {import('esbuild').Metafile[]} metafiles
 */
export function bundledPackages(metafiles) {
  const inputs = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap((output) => Object.entries(output.inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const folders = inputs.flatMap(([path]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  return [...new Set(folders)].sort();
}

/**
 * @typedef {{ name: string, licenses: string, licenseText: string, noticeFile: string | undefined }} PackageLicense
 */

/**
 * The licenses of installed packages by their folders. `scripts/licenses.json` has the texts of packages that
 * don't contain theirs; each is bound to the checksum of a file of the package, so that a person looks again
 * when there's a new version.
 *
 * @returns {Promise<Map<string, PackageLicense>>}
 */
async function installedLicenses() {
  const found = await promisify(init)({
    start: root,
    clarificationsFile: join(import.meta.dirname, 'licenses.json'),
    customFormat: { name: '', version: '', path: '', licenseText: '' },
  });
  return new Map(
    Object.entries(found).map(([name, { path = '', licenses, licenseText = '', noticeFile }]) => [
      relative(root, path).replaceAll('\\', '/'),
      { name, licenses: String(licenses), licenseText, noticeFile },
    ]),
  );
}

/**
 * What is wrong with a license, as a sentence; `undefined` if nothing is.
 *
 * @param {string} folder
 * @param {PackageLicense | undefined} found
 */
export function licenseProblem(folder, found) {
  if (!found) return `${folder} is bundled, but its license is unknown.`;
  if (!allowed.includes(found.licenses))
    return `${folder} is bundled, but its license (${found.licenses}) is not one of ${allowed.join(', ')}.`;
  // A package without a license file has its README here, which often names the license only.
  if (!/Permission (is hereby granted|to use)|Redistribution and use|Apache License/.test(found.licenseText))
    return `${folder} is bundled, but has no license text. Add it to scripts/licenses.json.`;
  return undefined;
}

/**
 * The file's text. Throws a list of what is wrong.
 *
 * @param {import('esbuild').Metafile[]} metafiles
 */
export async function thirdPartyNotices(metafiles) {
  const installed = await installedLicenses();
  /** @type {string[]} */
  const problems = [];
  const parts = new Set();
  for (const folder of bundledPackages(metafiles)) {
    const found = installed.get(folder);
    const problem = licenseProblem(folder, found);
    if (!found || problem !== undefined) {
      problems.push(problem ?? folder);
      continue;
    }
    const notice = found.noticeFile ? `\n\n${readFileSync(found.noticeFile, 'utf8').trim()}` : '';
    parts.add(`${found.name} (${found.licenses})\n\n${found.licenseText.trim()}${notice}\n`);
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const first = 'Market Data Explorer contains code of the following packages.\n';
  return [first, ...[...parts].sort()].join(`\n${'-'.repeat(80)}\n\n`).replaceAll('\r\n', '\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const metafiles = JSON.parse(readFileSync(join(root, 'dist', 'metafiles.json'), 'utf8'));
  const text = await thirdPartyNotices(metafiles);
  if (!process.argv.includes('--check')) writeFileSync(notices, text);
  else if (readFileSync(notices, 'utf8').replaceAll('\r\n', '\n') !== text) {
    console.error('THIRD-PARTY-NOTICES.txt is out of date. Run npm run generate:notices.');
    process.exitCode = 1;
  }
}
