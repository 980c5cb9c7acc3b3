import type { FoundRange } from '../../engine/range/foundRange';
import type { DayOutcome } from '../../protocol/openedRange';
import { isDue } from '../../range/dueDays';

/** Whether the files of a day are as the manifest says. */
export type FileState = 'unchanged' | 'fileMissing' | 'fileChanged';

/** How a day of the folder ended, by its manifest and the state of its file. */
export function dayOutcome(
  { manifest, dataset }: Pick<FoundRange, 'manifest' | 'dataset'>,
  day: string,
  file: FileState,
): DayOutcome {
  const entry = Object.hasOwn(manifest.days, day) ? manifest.days[day] : undefined;
  switch (entry?.state) {
    case 'fetched':
      return file === 'unchanged' ? 'success' : file;
    case 'preliminary':
    case 'incomplete':
      return file === 'unchanged' ? entry.state : file;
    case 'empty':
      return 'noData';
    case 'failed':
      return entry.outcome;
    case 'pending':
      return 'pending';
    case undefined:
      return isDue(dataset, day, Date.now()) ? 'notAsked' : 'pending';
  }
}
