import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from './parts';
import type { Report } from './report';
import { samplesOf } from './sampling';

const activationGoal = 20;
const entryGoal = 150;

/** What every start of the editor pays, whether or not somebody asks for market data. */
export async function activation({ size }: Bench): Promise<Report> {
  const bundle = (name: string) => join(import.meta.dirname, 'product', `${name}.js`);
  const task = { entry: bundle('extension') };
  const repeats = { all: 15, quick: 7, smoke: 1 }[size];
  const { ours } = await samplesOf({ ours: { program: 'activate', task } }, repeats);
  const sizeOf = (name: string) => {
    const bytes = statSync(bundle(name)).size / 1e3;
    return { median: bytes, least: bytes, most: bytes };
  };
  return {
    title: 'Activation and bundles',
    reference: '',
    lines: [
      { what: 'load and activate', unit: 'ms', ours: ours.activate!, goal: activationGoal },
      { what: 'of that, load', unit: 'ms', ours: ours.load! },
      { what: 'extension.js', unit: 'kB', ours: sizeOf('extension'), goal: entryGoal },
      { what: 'service.js', unit: 'kB', ours: sizeOf('service') },
      { what: 'worker.js', unit: 'kB', ours: sizeOf('worker') },
    ],
    notes: [
      "The extension's own code in a fresh Node; the editor's interface answers at once.",
      'The size of the packaged file is checked by test/harness/packageCheck.mjs.',
    ],
  };
}
