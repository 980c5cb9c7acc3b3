import { createHash } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type { Place } from '../../disk/place';
import { isDue, mayBeEarly } from '../../range/dueDays';
import type { RangeFormat } from '../../range/manifest';
import type { RangePlan } from '../../range/rangePlan';
import type { RequestPace } from '../../range/requestPace';
import {
  endedDays,
  runRange,
  type RangeCounts,
  type RangeOutcome,
  type RangeSummary,
} from '../../range/rangeRun';
import { sandboxName, type Connection } from '../../request/connection';
import type { RetryWait } from '../../request/retryWait';
import type { ResultStore } from '../../results/store/resultStore';
import type { QueryRuns } from '../query/queryRuns';
import { fetchDay } from './fetchDay';
import { RangeFolder } from './rangeFolder';
import { refuseFullDisk } from './rangeSpace';

/** How a run is watched and controlled. */
export interface RangeControl {
  readonly signal: AbortSignal;
  readonly pace: RequestPace;
  readonly onProgress: (counts: Readonly<RangeCounts>) => void;
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

/** Fetches the delivery days of ranges into folders, for a person, a command, or a script. */
export class RangeFetches {
  /** Folders that are being written at the moment. */
  private readonly busy = new Set<string>();

  constructor(private readonly parts: RangeParts) {}

  /**
   * Fetches the days of a plan into the dataset's folder in `target`, and resolves when its manifest contains
   * everything. Rejects with an `Error` ready to display, or with the signal's reason; days that were fetched
   * are kept. `part` is the part of the manifest that these days are noted in; see `RangeFolder.open`.
   */
  async fetch(
    plan: RangePlan,
    connection: Connection,
    target: Place,
    { signal, pace, onProgress, onWait }: RangeControl,
    part?: string,
  ): Promise<RangeSummary> {
    const { dataset, parameters, days, format, wishes } = plan;
    const place = target.below(dataset.id);
    return this.alone(place, async () => {
      const { store, newPath, now = Date.now } = this.parts;
      const asked = {
        dataset: dataset.id,
        parameters,
        format,
        connection: connection.name,
        addresses: addressesOf(connection),
      };
      const folder = await RangeFolder.open(place, asked, part);
      const fetching = {
        ...this.parts,
        connection,
        dataset,
        parameters,
        format,
        folder,
        onWait,
        newPath: () => newPath(format),
        now,
      };
      store.prepare();
      await refuseFullDisk(place, days.length, folder.usualBytes);
      let left = days.length;
      let outcome: RangeOutcome;
      try {
        outcome = await runRange(
          days,
          {
            held: (day) => folder.held(day),
            isAvailable: (day) => isDue(dataset, day, now()) || mayBeEarly(dataset, day, now()),
            fetch: (day, held, aborted) => fetchDay(fetching, day, held, aborted),
            note: async (day, entry) => {
              folder.note(day, entry);
              await refuseFullDisk(place, left, folder.usualBytes);
            },
          },
          pace,
          signal,
          wishes,
          (counts) => {
            left = counts.days - endedDays(counts);
            onProgress(counts);
          },
        );
      } catch (error) {
        // Whatever keeps the manifest from being written, the first reason is the one to tell.
        await folder.flush().catch(() => undefined);
        throw error;
      }
      await folder.flush();
      return { ...outcome, target: target.address, manifest: folder.manifestFile.address };
    });
  }

  /** Does work in a folder that nothing else in this process writes meanwhile. */
  private async alone<Value>({ address }: Place, work: () => Promise<Value>): Promise<Value> {
    if (this.busy.has(address))
      throw new Error(l10n.t('Delivery days are already being fetched into this folder.'));
    this.busy.add(address);
    try {
      return await work();
    } finally {
      this.busy.delete(address);
    }
  }
}

/** The sample service has the same data at every address, and its address changes with every start. */
function addressesOf({ name, baseUrl, authUrl }: Connection): string {
  const addresses = name === sandboxName ? sandboxName : `${baseUrl}\n${authUrl}`;
  return createHash('sha256').update(addresses).digest('hex');
}
