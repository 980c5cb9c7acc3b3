import type { Place } from '../../disk/place';
import type { RangeFormat } from '../../range/folderFiles';
import { rowsFileOf, rowsPath } from './dayFiles';
import { manifestIn } from './rangeNotes';

/**
 * The paths of files in a range folder that programs take for data, but no run has written, such as conflict
 * copies of sync clients. Rejects with the system's error, or like `manifestIn`.
 */
export async function otherDataIn(place: Place, format: RangeFormat): Promise<string[]> {
  const paths = await dataIn(place, format);
  // Only now, because a run notes a day before its file takes its place.
  const manifest = await manifestIn(place);
  const days = manifest
    ? Object.keys(manifest.days).filter((day) => rowsFileOf({ place, manifest }, day))
    : [];
  const own = new Set(days.map((day) => rowsPath(day, format).join('/')));
  return paths.filter((path) => !own.has(path)).sort();
}

/**
 * The paths of all files below a folder whose names end as the format's do, whatever else they are called, and of
 * links to folders, which some programs follow.
 */
async function dataIn(folder: Place, format: RangeFormat, path = ''): Promise<string[]> {
  const entries = await folder.entries();
  const paths = entries.map(async ({ name, kind }) => {
    if (kind === 'folder') return dataIn(folder.below(name), format, `${path}${name}/`);
    // What it leads to may be anywhere, and large.
    const mayBeFolder = kind === 'link' && !(await folder.below(name).linkedFile());
    return mayBeFolder || name.endsWith(`.${format}`) ? [`${path}${name}`] : [];
  });
  return (await Promise.all(paths)).flat();
}
