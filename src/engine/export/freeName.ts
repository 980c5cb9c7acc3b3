import type { Place } from '../../disk/place';
import { numbered } from '../../exports/fileNames';
import type { Beside } from '../../protocol/beside';
import { filesOf } from './resultFiles';

/** The name in the folder, numbered if needed so that neither the file nor those beside it exist yet. */
export async function freeName(folder: Place, name: string, beside: Beside): Promise<Place> {
  for (let count = 1; ; count += 1) {
    const place = folder.below(count === 1 ? name : numbered(name, count));
    const found = await Promise.all(filesOf(place, beside).map((file) => file.look()));
    if (found.every((each) => each === undefined)) return place;
  }
}
