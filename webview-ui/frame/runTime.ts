import { formatInZone } from '../../src/market/time/zones';

/** When a query ran, to the second: nobody needs its milliseconds. */
export const runTime = (startedEpochMs: number, zone: string): string =>
  formatInZone(Math.floor(startedEpochMs / 1000) * 1000, zone);
