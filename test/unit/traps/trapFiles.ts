import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The folder of the responses in which this data is misread. Its rooms are those of the cases. */
export const trapFolder = join(import.meta.dirname, '..', '..', 'fixtures', 'traps');

const paths = readdirSync(trapFolder, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.json'),
);

/** The text of each file by its name, such as `09-gaps`, in the order of the names. */
export const trapTexts: ReadonlyMap<string, string> = new Map(
  paths
    .map((path) => [basename(path, '.json'), readFileSync(join(trapFolder, path), 'utf8')] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1)),
);

/** The text of a file, such as `09-gaps`. */
export function trapText(name: string): string {
  const text = trapTexts.get(name);
  if (text === undefined) throw new Error(`There is no file ${name} in ${trapFolder}.`);
  return text;
}
