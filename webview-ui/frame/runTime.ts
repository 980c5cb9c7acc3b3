import { formatInZone } from '#src/market/time/zones';

/** When a query was run, to the second: nobody needs the milliseconds. */
export const runTime = (startedEpochMs: number, zone: string): string =>
  formatInZone(Math.floor(startedEpochMs / 1000) * 1000, zone);
