import * as v from 'valibot';
import { mockTargets, typeTargets } from '../../exports/formats';
import type { Memory } from '../shell/memory';

/** What a person chose for the last fixture of a dataset; the next one begins with it. */
export interface FixtureChoice {
  /** Records, or values of each; `null` for anything else. */
  readonly records: number | null;
  /** `null` for values as sent. */
  readonly seed: number | null;
  readonly types: readonly (typeof typeTargets)[number][];
  readonly mocks: readonly (typeof mockTargets)[number][];
  /** The folder's Uri. */
  readonly folder: string;
}

const choicesKey = 'marketData.fixtures';

const choiceShape: v.GenericSchema<unknown, FixtureChoice> = v.object({
  records: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
  seed: v.nullable(v.pipe(v.number(), v.safeInteger())),
  types: v.array(v.picklist(typeTargets)),
  mocks: v.array(v.picklist(mockTargets)),
  folder: v.string(),
});

const recordOf = (memory: Memory, key: string): Record<string, unknown> => {
  const value = memory.get(key);
  return typeof value === 'object' && value !== null ? { ...value } : {};
};

/** `undefined` if there is no choice, or if the stored value is not valid. */
export function lastChoice(memory: Memory, dataset: string): FixtureChoice | undefined {
  const read = v.safeParse(choiceShape, recordOf(memory, choicesKey)[dataset]);
  return read.success ? read.output : undefined;
}

export function rememberChoice(memory: Memory, dataset: string, choice: FixtureChoice): void {
  memory.keep(choicesKey, { ...recordOf(memory, choicesKey), [dataset]: choice });
}
