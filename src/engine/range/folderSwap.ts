import * as l10n from '@vscode/l10n';
import type { Place } from '../../disk/place';
import { plainLabel } from '../../text/plainLabel';
import { hasMonths } from './rangeContent';

/** Where a folder is while another one takes its place. Programs skip names that begin with an underscore. */
const replacedName = (folder: string) => `_${folder}.replaced`;

/** The folder whose place another one takes, by that name; `undefined` for other names. */
export const folderOfReplaced = (name: string): string | undefined => /^_(.+)\.replaced$/.exec(name)?.[1];

/**
 * Puts a folder in the place of a range folder: readers find the whole of the one or of the other. Between its
 * two steps, and only then, there is no folder, which `restored` mends. Rejects with the system's error; the
 * earlier folder is in its place then.
 */
export async function swapped(folder: Place, by: Place): Promise<void> {
  await folder.renameTo(folder.beside(replacedName(folder.name)), false);
  try {
    await by.renameTo(folder, false);
  } catch (error) {
    await restored(folder);
    throw error;
  }
}

/**
 * Undoes a swap that was interrupted: the earlier folder gets its place back if there is no folder. Everything
 * that finds a range folder calls this first.
 */
export async function restored(folder: Place): Promise<void> {
  if (await folder.look()) return;
  const replaced = folder.beside(replacedName(folder.name));
  if ((await replaced.look())?.kind === 'folder') await replaced.renameTo(folder, false);
}

/**
 * The earlier folder, which can be removed, if a swap was interrupted after it was done. Rejects with an `Error`
 * ready to display if something else has the folder's place, because the earlier one has all the data then.
 */
export async function replacedBy(folder: Place): Promise<Place | undefined> {
  const replaced = folder.beside(replacedName(folder.name));
  if ((await replaced.look())?.kind !== 'folder') return undefined;
  if (await hasMonths(folder)) return replaced;
  throw new Error(
    l10n.t(
      'The folder "{0}" was created while a range was compacted. The range is in "{1}". Move one of them elsewhere.',
      plainLabel(folder.name),
      plainLabel(replaced.name),
    ),
  );
}
