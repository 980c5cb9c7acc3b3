import { encodings, prices, yearOfPrices } from './bodies';
import { usualRepeats, type Bench } from '../parts';
import type { Line, Report } from '../report';
import { samplesOf } from '../sampling';

/** What the command line takes to print a response as JSON, from the start of its process to the end. */
export async function wholeRuns({ size, source }: Bench): Promise<Report> {
  const [what, body] =
    size === 'smoke'
      ? ['2 days of prices', prices(2, 2)]
      : (['a year of prices, 15 areas', yearOfPrices] as const);
  const lines: Line[] = [];
  for (const encoding of encodings) {
    const task = { kind: 'wholeRun', ...(await source(body, encoding)) };
    const { ours, axios } = await samplesOf(
      { ours: { program: 'ours', task }, axios: { program: 'axios', task } },
      usualRepeats[size],
    );
    lines.push({
      what: `${what}, ${encoding}: processor time, whole process`,
      unit: 'ms',
      ours: ours.processor!,
      reference: axios.processor!,
      goal: 1,
    });
  }
  return {
    title: 'Print a response in a terminal',
    reference: 'axios + JSON.parse + print',
    lines,
    notes: [
      '`run … --format json > /dev/null`; the reference is a script of three lines (peers/axiosPrint.ts).',
    ],
  };
}
