// Fails if files import each other in a circle: npm run check:circles
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';

/**
 * The circles of imports in folders. In a circle, each file imports the next one, and the last file the first
 * one. Imports of types count, which `import-x/no-cycle` skips: a reader needs their file all the same.
 *
 * @param {string[]} folders
 */
export function circlesIn(...folders) {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  );
  const imports = new Map(files.map((file) => [file, importsOf(file)]));
  const circles = files.flatMap((file) => circleOf(file, imports) ?? []);
  return [...new Map(circles.map((circle) => [[...circle].sort().join(), circle])).values()];
}

/** The folders that `imports` in package.json gives names to. @type {Record<string, string>} */
const aliases = { '#src': 'src', '#view': 'webview-ui' };
const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} file */
const importsOf = (file) =>
  ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles.flatMap(({ fileName }) => {
    if (fileName.startsWith('.')) return [`${join(file, '..', fileName)}.ts`];
    const [alias, ...path] = fileName.split('/');
    const folder = alias && aliases[alias];
    return folder ? [join(root, folder, `${path.join('/')}.ts`)] : [];
  });

/**
 * The shortest circle that the file is in, if there is one, as a list with one element.
 *
 * @param {string} file
 * @param {ReadonlyMap<string, readonly string[]>} imports
 */
function circleOf(file, imports) {
  const ways = [[file]];
  const seen = new Set();
  for (const way of ways) {
    for (const next of imports.get(way.at(-1) ?? '') ?? []) {
      if (next === file) return [way];
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return undefined;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const circles = circlesIn(join(root, 'src'), join(root, 'webview-ui'));
  for (const circle of circles) {
    const names = [...circle, ...circle.slice(0, 1)].map((file) => relative(root, file));
    console.error(`These files import each other: ${names.join(' → ')}`);
  }
  process.exitCode = Math.sign(circles.length);
}
