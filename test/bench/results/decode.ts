import { encodings, orders, ordersWithMore, prices, pricesWithMore, type Body } from './bodies';
import { usualRepeats, type Bench } from '../parts';
import type { Line, Report } from '../report';
import { samplesOf, type Spread } from '../sampling';

interface Case {
  readonly what: string;
  readonly body: Body;
  /** Number of queries in one process, of which the last is "warm". */
  readonly times: number;
  readonly repeats: number;
  readonly goal: number;
  /** Whether it's among the cases that are compared with another commit soonest. */
  readonly isBrief?: boolean;
}

const cases: readonly Case[] = [
  { what: '1,000 orders', body: orders(1_000), times: 5, repeats: 9, goal: 1.3, isBrief: true },
  { what: '10,000 orders', body: orders(10_000), times: 5, repeats: 7, goal: 0.9 },
  { what: '100,000 orders', body: orders(100_000), times: 5, repeats: 5, goal: 0.45, isBrief: true },
  { what: '770,000 orders', body: orders(770_000), times: 3, repeats: 3, goal: 0.4 },
  {
    what: 'a year of prices, 15 areas',
    body: prices(15, 365),
    times: 5,
    repeats: 5,
    goal: 0.5,
    isBrief: true,
  },
];

const smoke: readonly Case[] = [
  { what: '500 orders', body: orders(500), times: 2, repeats: 1, goal: 1 },
  { what: '2 days of prices', body: prices(2, 2), times: 2, repeats: 1, goal: 1 },
];

const casesOf = {
  all: cases,
  quick: cases,
  brief: cases.filter(({ isBrief }) => isBrief),
  smoke,
};

/**
 * Bodies whose records have a field that the API description lacks, the same without it, and how much more processor
 * time per byte it may cost.
 */
const undocumented = (size: Bench['size']) => {
  const [count, areas, days] = size === 'smoke' ? [500, 2, 2] : [20_000, 1, 365];
  return [
    ['one in each order', ordersWithMore(count, false), orders(count), 1.3],
    ['a nested one in each order', ordersWithMore(count, true), orders(count), 4],
    [
      'one in each value of prices and one in each series',
      pricesWithMore(areas, days),
      prices(areas, days),
      1.3,
    ],
  ] as const;
};

/** Extra milliseconds that the first query of a session may take to start the thread. */
const firstQueryGoal = 60;
/** Milliseconds from the first byte to the first rows, while the thread still starts. */
const firstRowsOfAllGoal = 30;
/** Milliseconds from the first byte to the first rows. */
const firstRowsGoal = 300;

function above({ median, least, most, theirs }: Spread, base: Spread): Spread {
  const more = (value: number) => value - base.median;
  return {
    median: more(median),
    least: more(least),
    most: more(most),
    ...(theirs && base.theirs && { theirs: above(theirs, base.theirs) }),
  };
}

/** How long it takes from a query to all its rows. */
export async function decode({ size, source }: Bench): Promise<Report> {
  const lines: Line[] = [];
  const firsts: Line[] = [];
  for (const { what, body, times, repeats, goal } of casesOf[size]) {
    for (const encoding of encodings) {
      const task = { kind: 'queries', times, prompted: false, ...(await source(body, encoding)) };
      const { ours, axios, prompted } = await samplesOf(
        {
          ours: { program: 'ours', task },
          axios: { program: 'axios', task },
          prompted: { program: 'ours', task: { ...task, times: 1, prompted: true } },
        },
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
      const extra = { unit: 'ms', goal: firstQueryGoal } as const;
      firsts.push(
        {
          what: `${words}: first query after prompts − warm one`,
          ours: above(prompted.first!, ours.last!),
          ...extra,
        },
        { what: `${words}: first query of all − warm one`, ours: ours.extra!, ...extra },
        {
          what: `${words}: first query of all, first byte to first rows`,
          unit: 'ms',
          ours: ours.firstRows!,
          goal: firstRowsOfAllGoal,
        },
      );
    }
  }
  const further: Line[] = [];
  for (const [what, body, documented, goal] of size === 'brief' ? [] : undocumented(size)) {
    const reading = async (read: Body) => ({ kind: 'reading', ...(await source(read, 'plain')) });
    const { ours, reference } = await samplesOf(
      {
        ours: { program: 'ours', task: await reading(body) },
        reference: { program: 'ours', task: await reading(documented) },
      },
      { all: 7, quick: 5, brief: 5, smoke: 1 }[size],
    );
    further.push({
      what: `processor time per MB with undocumented fields, ${what} (without them)`,
      unit: 'ms',
      ours: ours.perMegabyte!,
      reference: reference.perMegabyte!,
      goal,
    });
  }
  return {
    title: 'Fetch and decode',
    reference: 'axios + JSON.parse',
    lines: [...lines, ...firsts, ...further],
    notes: [
      'Warm: the last of 5 queries (770,000 orders: of 3) in one process, on both sides.',
      'After prompts the HTTP library is loaded and the thread runs, as in the editor; the first of all does both itself.',
      'Undocumented fields: only filling the table, without receiving and storing the body. The reference reads a body without these fields.',
    ],
  };
}

/** Bodies longer than the longest possible string, which axios and JSON.parse can't read. */
export async function large({ size, source }: Bench): Promise<Report> {
  const lines: Line[] = [];
  for (const count of size === 'smoke' ? [1_000] : [1_000_000, 5_000_000]) {
    const task = {
      kind: 'queries',
      times: 1,
      prompted: false,
      ...(await source(orders(count), 'plain')),
    };
    const { ours } = await samplesOf({ ours: { program: 'ours', task } }, size === 'all' ? 3 : 1);
    const what = `${count.toLocaleString('en-US')} orders`;
    lines.push(
      { what: `${what}: complete`, unit: 'ms', ours: ours.first! },
      { what: `${what}: first byte to first rows`, unit: 'ms', ours: ours.firstRows!, goal: firstRowsGoal },
      { what: `${what}: peak memory`, unit: 'MB', ours: ours.peak! },
    );
  }
  return {
    title: 'Longer than the longest string',
    reference: 'axios + JSON.parse',
    lines,
    notes: ['The reference ends with an error: a string holds 512 MB at most.'],
  };
}
