import { orders } from './bodies';
import { usualRepeats, type Bench } from '../parts';
import type { Line, Report } from '../report';
import { samplesOf } from '../sampling';

const cases = [
  { count: 100_000, goal: 0.6 },
  { count: 770_000, goal: 0.2 },
];
const bytesPerRecordGoal = 350;

/** Peak memory of a process that runs one query. */
export async function memory({ size, source }: Bench): Promise<Report> {
  const tiny = size === 'smoke';
  const lines: Line[] = [];
  const repeats = usualRepeats[size];
  const task = async (count: number) => ({
    kind: 'queries',
    times: 1,
    prompted: false,
    ...(await source(orders(count), 'plain')),
  });
  for (const { count, goal } of tiny ? [{ count: 1_000, goal: 9 }] : cases) {
    const one = await task(count);
    const sides = { ours: { program: 'ours', task: one }, axios: { program: 'axios', task: one } } as const;
    const { ours, axios } = await samplesOf(sides, repeats);
    const what = `${count.toLocaleString('en-US')} orders`;
    lines.push({ what, unit: 'MB', ours: ours.peak!, reference: axios.peak!, goal });
  }
  const [few, many] = tiny ? [100, 1_000] : [1_000, 1_000_000];
  const { small, large } = await samplesOf(
    {
      small: { program: 'ours', task: await task(few) },
      large: { program: 'ours', task: await task(many) },
    },
    repeats,
  );
  const perRecord = (peak: number) => ((peak - small.peak!.median) * 1024 ** 2) / (many - few);
  const { median, least, most } = large.peak!;
  lines.push({
    what: `a record, of ${many.toLocaleString('en-US')}`,
    unit: 'B',
    ours: { median: perRecord(median), least: perRecord(least), most: perRecord(most) },
    goal: bytesPerRecordGoal,
  });
  return {
    title: 'Peak memory',
    reference: 'axios + JSON.parse',
    lines,
    notes: [
      'Resident memory of the whole process, Node included, after one query.',
      `A record: what ${many.toLocaleString('en-US')} orders take above ${few.toLocaleString('en-US')}, by order.`,
    ],
  };
}
