import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the skill: in the repository and, under the same path, in the package. */
export const skillFolder = join('.github', 'skills', 'market-data-integration');

/** Every file of the skill, relative to its folder, with its text. */
export const skillFiles: ReadonlyMap<string, string> = new Map(
  readdirSync(skillFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(skillFolder.length + 1))
    .sort()
    .map((file) => [file.replaceAll('\\', '/'), readFileSync(join(skillFolder, file), 'utf8')]),
);

/** The text of one file of the skill. Throws if it doesn't exist. */
export function skillText(file: string): string {
  const text = skillFiles.get(file);
  if (text === undefined) throw new Error(`The skill has no ${file}.`);
  return text;
}

/** The files of code in a reference: each is a code block below a heading with the file's name. */
export function codeIn(file: string): ReadonlyMap<string, string> {
  const blocks = skillText(file).matchAll(/^## `([\w.]+)`\n(?:(?!^#)[^])*?^```\w+\n([^]*?)^```$/gm);
  return new Map([...blocks].map(([, name = '', code = '']) => [name, code]));
}

/** Writes the code of a reference to a new folder, as a reader would copy it. */
export function copyCode(file: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  for (const [name, code] of codeIn(file)) writeFileSync(join(folder, name), code);
  return folder;
}
