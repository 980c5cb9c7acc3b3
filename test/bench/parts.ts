import type { Body, Encoding } from './bodies';
import type { Report } from './report';
import type { Source } from './tasks';

/** What a part gets: how much to do, and where its data is. */
export interface Bench {
  /** `quick`: fewer repeats. `smoke`: sizes that say nothing, to see that everything still runs. */
  readonly size: 'all' | 'quick' | 'smoke';
  /** Where a sample asks for a body, which is made first where it is missing. */
  readonly source: (body: Body, encoding: Encoding) => Promise<Source>;
}

/** Answers one question with one table. */
export type Part = (bench: Bench) => Promise<Report>;
