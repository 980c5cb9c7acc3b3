import type { Body, Encoding } from './results/bodies';
import type { Report } from './report';
import type { Source } from './tasks';

/** What a part gets: how much to do, and where its data is. */
export interface Bench {
  /** `quick`: fewer repeats. `smoke`: tiny sizes, only to check that everything still runs. */
  readonly size: 'all' | 'quick' | 'smoke';
  /** Where a sample requests a body, which is generated if it is missing. */
  readonly source: (body: Body, encoding: Encoding) => Promise<Source>;
}

/** One measurement, reported as one table. */
export type Part = (bench: Bench) => Promise<Report>;

/** How often most parts run every side. */
export const usualRepeats = { all: 5, quick: 3, smoke: 1 } as const;
