import { encodings, orders, prices, yearOfPrices, type Body } from './bodies';
import { usualRepeats, type Bench } from '../parts';
import type { Line, Report } from '../report';
import { samplesOf } from '../sampling';

interface Case {
  readonly what: string;
  readonly body: Body;
  readonly repeats: number;
  /** In times of the reference. */
  readonly goal: number;
}

const cases: readonly Case[] = [
  { what: '1,000 orders', body: orders(1_000), repeats: 9, goal: 1.2 },
  { what: '10,000 orders', body: orders(10_000), repeats: 7, goal: 0.8 },
  { what: '100,000 orders', body: orders(100_000), repeats: 5, goal: 0.4 },
  { what: 'a year of prices, 15 areas', body: yearOfPrices, repeats: 5, goal: 0.4 },
];

const smoke: readonly Case[] = [
  { what: '500 orders', body: orders(500), repeats: 1, goal: 1 },
  { what: '2 days of prices', body: prices(2, 2), repeats: 1, goal: 1 },
];

/** Queries in one process, of which the last one counts: by then, the engine has compiled the reader. */
const times = 5;
/** Milliseconds from the first byte to the first rows, while the thread still starts. */
const firstRowsGoal = 30;

/** How long it takes from a query to all its rows, and the first query of a process to its first rows. */
export async function decode({ size, source }: Bench): Promise<Report> {
  const lines: Line[] = [];
  const firsts: Line[] = [];
  for (const { what, body, repeats, goal } of size === 'smoke' ? smoke : cases) {
    for (const encoding of encodings) {
      const task = { kind: 'queries', times, ...(await source(body, encoding)) };
      const { ours, axios } = await samplesOf(
        { ours: { program: 'ours', task }, axios: { program: 'axios', task } },
        size === 'all' ? repeats : usualRepeats[size],
      );
      const words = `${what}, ${encoding}`;
      lines.push(
        { what: words, unit: 'ms', ours: ours.last!, reference: axios.last!, goal },
        {
          what: `${words}: processor time, all threads`,
          unit: 'ms',
          ours: ours.processor!,
          reference: axios.processor!,
        },
      );
      // Mostly the start of the thread, whatever the encoding.
      if (encoding === 'gzip') continue;
      firsts.push({
        what: `${what}: first query of all, first byte to first rows`,
        unit: 'ms',
        ours: ours.firstRows!,
        goal: firstRowsGoal,
      });
    }
  }
  return {
    title: 'Fetch and decode',
    reference: 'axios + JSON.parse',
    lines: [...lines, ...firsts],
    notes: [`The last of ${times} queries in one process, on both sides, if not said otherwise.`],
  };
}
