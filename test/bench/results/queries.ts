import type { Bench } from '../parts';
import type { Report } from '../report';
import { samplesOf } from '../sampling';

/**
 * The time within which problems must be shown after a key press, most of which is spent reading the file.
 */
const keyGoal = 50;

/** How long it takes to read a query file after each key press. */
export async function queries({ size }: Bench): Promise<Report> {
  const count = size === 'smoke' ? 5 : 200;
  const task = { kind: 'queryFile', queries: count, keys: size === 'smoke' ? 3 : 40 };
  const { ours } = await samplesOf({ ours: { program: 'ours', task } }, size === 'all' ? 5 : 2);
  const what = `${count} queries`;
  return {
    title: 'Query files',
    reference: 'jsonc-parser',
    lines: [
      {
        what: `${what}: read with all problems, after a key`,
        unit: 'ms',
        ours: ours.key!,
        reference: ours.parse!,
      },
      { what: `${what}: the same, the slowest key`, unit: 'ms', ours: ours.slowest!, goal: keyGoal },
      { what: `${what}: read for the first time`, unit: 'ms', ours: ours.first!, goal: keyGoal },
    ],
    notes: [
      `The file has ${Math.round(ours.size!.median / 1000)} kB. The reference only parses it into a tree; it checks nothing.`,
    ],
  };
}
