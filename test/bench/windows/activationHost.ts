import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from '../../../scripts/checkout.mjs';
import { ours, peerId, probed } from './realHost';
import { spreadOf, type Spread } from '../sampling';

/**
 * The first extension that a host activates includes one-time work of the host, so it is not measured. The
 * empty one shows how long the host itself takes for an activation.
 */
const peers = ['first', 'empty'] as const;

/** Milliseconds by the extension's id. */
type Taken = Readonly<Record<string, { clock: number; processor: number }>>;

/** Activation times: wall-clock time and processor time. */
export interface ActivationTimes {
  readonly clock: Spread;
  readonly processor: Spread;
}

/**
 * Measures the product's `activate()` in the extension host of a real VS Code, each time in a new window,
 * compared with that of an empty extension.
 */
export async function inRealHost(
  windows: number,
): Promise<{ ours: ActivationTimes; empty: ActivationTimes }> {
  const folder = join(cache, `activation-${process.pid}`);
  const taken: Taken[] = [];
  try {
    for (let window = 0; window < windows; window += 1) {
      const given = { extensions: [...peers.map(peerId), ours] };
      taken.push((await probed(folder, { program: 'activationProbe', given, peers })) as Taken);
      console.error(`real host: ${JSON.stringify(taken.at(-1))}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const timesOf = (id: string): ActivationTimes => ({
    clock: spreadOf(taken.map((each) => each[id]?.clock ?? Number.NaN)),
    processor: spreadOf(taken.map((each) => each[id]?.processor ?? Number.NaN)),
  });
  return { ours: timesOf(ours), empty: timesOf(peerId('empty')) };
}
