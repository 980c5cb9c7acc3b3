import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { localPlace, type Place } from '../disk/place';
import { errorKind } from '../text/errorText';
import { oneLine } from '../text/plainText';
import { safeRelativePath } from '../text/safePath';

/**
 * A query file's own target stays below the working directory: whoever wrote the file may be somebody else. Of a link
 * to a plain file there, the place is that file.
 */
export async function belowHere(target: string): Promise<Place> {
  const segments = safeRelativePath(target);
  if (!segments) throw new Error(`"${oneLine(target, 100)}" isn't a safe path inside the working directory.`);
  const folder = await withoutLinks(segments.slice(0, -1), target);
  const linked = await folder.below(...segments.slice(-1)).linkedFile();
  return linked ? belowHere(relative(process.cwd(), linked.address)) : withoutLinks(segments, target);
}

/** The place of a path from the working directory. Rejects with an `Error` ready to print if it contains a link. */
async function withoutLinks(segments: readonly string[], shown: string): Promise<Place> {
  for (let count = 1; count <= segments.length; count += 1) {
    const found = await localPlace(join(process.cwd(), ...segments.slice(0, count))).look();
    if (found?.kind === 'link')
      throw new Error(`The path "${oneLine(shown, 100)}" contains a symbolic link.`);
  }
  return localPlace(join(process.cwd(), ...segments));
}

/**
 * Prepares a report such as `--junit FILE`, before anything is requested; does nothing without a path. Resolves
 * with what writes it. A relative path isn't followed through links, which whoever wrote a repository may have put
 * there; an absolute one is used as it is. Both reject with an `Error` ready to print.
 */
export async function reportAt(path: string | undefined): Promise<(text: string) => Promise<void>> {
  if (path === undefined) return () => Promise.resolve();
  const unwritable = (error: unknown): never => {
    throw new Error(`Couldn't write ${path} (${errorKind(error)}).`, { cause: error });
  };
  const place = isAbsolute(path)
    ? localPlace(path)
    : await withoutLinks(relative(process.cwd(), resolve(path)).split(sep), path);
  await place.folder.makeFolder().catch(unwritable);
  return (text) => place.write(Buffer.from(text)).catch(unwritable);
}

/** A value as the text of a JSON report. */
export const jsonReport = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
