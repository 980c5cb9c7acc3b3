import * as v from 'valibot';
import { exportFormats, mockTargets, typeTargets, type Beside } from '../../exports/formats';
import { exportedParts, largestSeed, mostSampled, usualSample, type ExportChoice } from '../../messages';
import type { Memory } from '../shell/memory';
import { remembered, type Remembered } from '../shell/remembered';

const filesBeside = {
  types: v.array(v.picklist(typeTargets)),
  mocks: v.array(v.picklist(mockTargets)),
};
/** The files to save beside an export, as sent by the view. */
export const besideShape: v.GenericSchema<unknown, Beside> = v.object({
  provenance: v.boolean(),
  ...filesBeside,
});

/** `null` for values as sent. */
export const seedShape: v.GenericSchema<unknown, number | null> = v.nullable(
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(largestSeed)),
);

const choiceShape = v.object({
  part: v.nullable(v.picklist(exportedParts)),
  sample: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostSampled)),
  format: v.picklist(exportFormats),
  beside: v.object({ provenance: v.nullable(v.boolean()), ...filesBeside }),
  seed: seedShape,
});

/** A choice as sent by the view or read from memory: outside data. */
export const exportChoiceShape: v.GenericSchema<unknown, ExportChoice> = choiceShape;

/** What an export begins with if the person has not chosen anything: all rows, no other files. */
export const noChoice: ExportChoice = {
  part: null,
  sample: usualSample,
  format: 'json',
  beside: { provenance: null, types: [], mocks: [] },
  seed: null,
};

/** What a person chose in each table's last export. */
export type ExportChoices = Remembered<ExportChoice>;

/** Stored for this workspace; never synced. */
export const exportChoicesIn = (memory: Memory): ExportChoices =>
  remembered(memory, 'marketData.exports', exportChoiceShape);

/** What a person chose in a test fixture. Types and mocks are shared with the table's exports. */
export type FixtureChoice = Pick<ExportChoice, 'part' | 'sample' | 'seed'>;

/** Stored for each table in this workspace, separately from exports; never synced. */
export const fixtureChoicesIn = (memory: Memory): Remembered<FixtureChoice> =>
  remembered(memory, 'marketData.fixtures', v.pick(choiceShape, ['part', 'sample', 'seed']));
