import { statSync } from 'node:fs';
import { inRealHost } from './activationHost';
import type { Bench } from '../parts';
import { bundle } from '../ours/product';
import type { Line, Report } from '../report';
import { samplesOf } from '../sampling';

const activationGoal = 20;
const hostGoal = 40;
const entryGoal = 60;

/** The size of a bundle, in kB. */
function sizeLine(name: string, goal?: number): Line {
  const bytes = statSync(bundle(name)).size / 1e3;
  const ours = { median: bytes, least: bytes, most: bytes };
  return { what: `${name}.js`, unit: 'kB', ours, ...(goal === undefined ? {} : { goal }) };
}

/** The cost for every start of the editor, whether or not anyone queries market data. */
export async function activation({ size }: Bench): Promise<Report> {
  const task = { entry: bundle('extension') };
  const repeats = { all: 15, quick: 7, brief: 7, smoke: 1 }[size];
  const { ours } = await samplesOf({ ours: { program: 'activate', task } }, repeats);
  // The host tests check whether a window opens. A smoke test must not need a browser.
  const host = size === 'smoke' ? undefined : await inRealHost(3);
  const hostLines: Line[] = host
    ? [
        { what: 'activate in a real host', unit: 'ms', ours: host.ours.clock, goal: hostGoal },
        { what: 'of that, processor time', unit: 'ms', ours: host.ours.processor },
        { what: 'an empty extension in the same host', unit: 'ms', ours: host.empty.clock },
        { what: 'of that, processor time', unit: 'ms', ours: host.empty.processor },
      ]
    : [];
  return {
    title: 'Activation and bundles',
    reference: '',
    lines: [
      ...hostLines,
      { what: 'load and activate in plain Node', unit: 'ms', ours: ours.activate!, goal: activationGoal },
      { what: 'of that, load', unit: 'ms', ours: ours.load! },
      sizeLine('extension', entryGoal),
      sizeLine('onFirstUse'),
      sizeLine('worker'),
    ],
    notes: [
      'In the real host: VS Code in a browser, three windows, from the call of `activate()` by another extension to its answer. Another empty extension is activated before both.',
      "In plain Node: the extension's own code in a fresh process; the editor's interface answers at once.",
      'The size of the packaged file is checked by `npm run check:package`.',
    ],
  };
}
