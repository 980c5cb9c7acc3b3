import { createHash } from 'node:crypto';
import type { Place } from '../../disk/place';
import { isDue, mayBeEarly } from '../../range/dueDays';
import type { RangeFormat } from '../../range/folderFiles';
import type { RangePlan } from '../../range/rangePlan';
import { runRange, type RangeSummary, type RunOptions } from '../../range/rangeRun';
import { sandboxName, type Connection } from '../../request/connection';
import type { RetryWait } from '../../request/retryWait';
import type { ResultStore } from '../../results/store/resultStore';
import type { QueryRuns } from '../query/queryRuns';
import { rowsPath } from './dayFiles';
import { fetchDay } from './fetchDay';
import { otherDataIn } from './otherData';
import { RangeFolder } from './rangeFolder';

/** How a run is watched and controlled. */
export interface RangeControl extends Omit<RunOptions, 'wishes'> {
  /** Called before every wait for a busy service, other than those of the pace. */
  readonly onWait: (wait: RetryWait) => void;
}

/** What fetching ranges needs. */
export interface RangeParts {
  readonly store: ResultStore;
  readonly runs: QueryRuns;
  /** See `DayFetching`. */
  readonly newPath: (format: RangeFormat) => string;
  readonly extensionVersion: string;
  readonly now?: () => number;
}

/**
 * Fetches the days of a plan into the dataset's folder in `target`, for a person, a command, or a script. Resolves
 * when the folder's notes contain everything. Rejects with an `Error` ready to display, or with the signal's
 * reason; days that were fetched are kept.
 */
export async function fetchRange(
  parts: RangeParts,
  { dataset, parameters, days, format, wishes }: RangePlan,
  connection: Connection,
  target: Place,
  { onWait, ...control }: RangeControl,
): Promise<RangeSummary> {
  const { store, newPath, now = Date.now } = parts;
  const place = target.below(dataset.id);
  const folder = await RangeFolder.open(place, {
    dataset: dataset.id,
    parameters,
    format,
    connection: connection.name,
    addresses: addressesOf(connection),
  });
  const fetching = {
    ...parts,
    connection,
    dataset,
    parameters,
    format,
    folder,
    onWait,
    now,
    newPath: () => newPath(format),
  };
  const { report } = control;
  store.prepare();
  try {
    await runRange(
      days,
      {
        held: (day) => folder.held(day),
        isAvailable: (day) => isDue(dataset, day, now()) || mayBeEarly(dataset, day, now()),
        take: (wanted, aborted) => folder.take(wanted, aborted),
        fetch: (day, aborted) => fetchDay(fetching, day, aborted),
        note: (day, entry) => folder.note(day, entry),
        refresh: () => folder.refresh(),
        now,
      },
      { ...control, wishes },
    );
    // What is in the place of a day that was to be fetched is told with the day.
    const ofDays = new Set(days.map(({ day }) => rowsPath(day, format).join('/')));
    report.findOtherData((await otherDataIn(place, format)).filter((path) => !ofDays.has(path)));
  } catch (error) {
    // Whatever keeps the manifest from being written, the first reason is the one to tell.
    await folder.end().catch(() => undefined);
    throw error;
  }
  await folder.end();
  return { ...report.outcome, target: target.address, manifest: folder.manifestFile.address };
}

/** The sample service has the same data at every address, and its address changes with every start. */
function addressesOf({ name, baseUrl, authUrl }: Connection): string {
  const addresses = name === sandboxName ? sandboxName : `${baseUrl}\n${authUrl}`;
  return createHash('sha256').update(addresses).digest('hex');
}
