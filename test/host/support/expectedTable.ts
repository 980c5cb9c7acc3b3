import type { Cell } from './contract';

/** The expected table of a fixture in test/fixtures, by the public contract. */
export interface ExpectedTable {
  /** Parameters as a caller writes them, in the market's time zone. */
  given: Record<string, string>;
  /** Parameters as sent. */
  sent: Record<string, string>;
  /** Parameters as encoded in the address. */
  query: string;
  records: number;
  /** Key, type, and, if all rows agree, unit. */
  columns: readonly (readonly [key: string, type: string, unit?: string])[];
  /** Cells that are not null, by column. */
  rows: readonly Readonly<Record<string, Cell>>[];
}

export const utc = (text: string): number => Date.parse(text);

export const hour = (start: string) => ({ startTime: utc(start), endTime: utc(start) + 3_600_000 });

export const quarter = (start: string) => ({
  startTime: utc(start),
  endTime: utc(start) + 900_000,
});

/** The day on which clocks go forward: 23 hours, from 23:00Z to 22:00Z. */
export const marchPeriod = { startTime: '2026-03-28T23:00:00Z', endTime: '2026-03-29T22:00:00Z' };

/** The day on which clocks go back: 25 hours. */
export const octoberPeriod = { startTime: '2026-10-24T22:00:00Z', endTime: '2026-10-25T23:00:00Z' };

export const marchQuery = 'startTime=2026-03-28T23:00:00Z&endTime=2026-03-29T22:00:00Z';

export const octoberQuery = 'startTime=2026-10-24T22:00:00Z&endTime=2026-10-25T23:00:00Z';

export const march = { startTime: '2026-03-29', endTime: '2026-03-29' };

export const october = { startTime: '2026-10-25', endTime: '2026-10-25' };
