import * as l10n from '@vscode/l10n';
import type { Place } from '../../disk/place';
import type { Dataset } from '../../market/datasets/dataset';
import { datasets, requireDataset } from '../../market/datasets/datasets';
import { parseDay } from '../../market/time/deliveryDay';
import { folderOfManifest } from '../../range/folderFiles';
import { plainLabel } from '../../text/plainLabel';
import type { RangeContent } from './dayFiles';
import { manifestIn } from './rangeNotes';

/** A dataset's folder of a range, `<target>/<dataset>`, and its manifest. */
export interface FoundRange extends RangeContent {
  readonly dataset: Dataset;
}

/**
 * The ranges in a target folder, or the range whose own folder or manifest was given. Links aren't followed.
 * Rejects with an `Error` ready to display if there is no range or a manifest can't be read; `shown` is what
 * the person calls the target.
 */
export async function rangesIn(target: Place, shown: string): Promise<FoundRange[]> {
  const place = describedFolder(target) ?? target;
  const own = await found(place);
  if (own) return [own];
  const ids = new Set(datasets.map(({ id }) => id));
  const ranges: FoundRange[] = [];
  for (const { name, kind } of await place.entries()) {
    if (kind !== 'folder' || !ids.has(name)) continue;
    const range = await found(place.below(name));
    if (range) ranges.push(range);
  }
  if (ranges.length > 0) return ranges;
  throw new Error(
    l10n.t(
      '{0} contains no range of delivery days. Choose the folder that a range was fetched into.',
      plainLabel(shown),
    ),
  );
}

/** The only range of `rangesIn`. Rejects with an `Error` ready to display if there are several. */
export async function onlyRangeIn(target: Place, shown: string): Promise<FoundRange> {
  const ranges = await rangesIn(target, shown);
  const [first, ...others] = ranges;
  if (first && others.length === 0) return first;
  throw new Error(
    l10n.t(
      'This folder contains several ranges: {0}. Specify the folder of one of them.',
      ranges.map(({ dataset }) => dataset.id).join(', '),
    ),
  );
}

/** The range folder that a manifest describes; `undefined` if the place isn't a manifest's. */
export function describedFolder(place: Place): Place | undefined {
  const folder = folderOfManifest(place.name);
  return folder === undefined ? undefined : place.beside(folder);
}

async function found(place: Place): Promise<FoundRange | undefined> {
  // A folder that was deleted may have left its manifest.
  if ((await place.look())?.kind !== 'folder') return undefined;
  const manifest = await manifestIn(place);
  if (!manifest) return undefined;
  return { place, manifest, dataset: requireDataset(manifest.dataset) };
}

/** The days in the manifest, in order. A manifest may contain dates that don't exist, which are left out. */
export const knownDays = ({ manifest }: Pick<FoundRange, 'manifest'>): string[] =>
  Object.keys(manifest.days)
    .filter((day) => parseDay(day))
    .sort();
