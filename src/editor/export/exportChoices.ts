import * as v from 'valibot';
import { exportFormats, mockTargets, nothingBeside, typeTargets, type Beside } from '../../exports/formats';
import { exportedParts, largestSeed, mostSampled, usualSample, type ExportChoice } from '../../messages';
import type { Memory } from '../shell/memory';
import { remembered, type Remembered } from '../shell/remembered';

/** What goes beside a file, as sent by the view or read from memory. */
export const besideShape: v.GenericSchema<unknown, Beside> = v.object({
  provenance: v.boolean(),
  types: v.array(v.picklist(typeTargets)),
  mocks: v.array(v.picklist(mockTargets)),
});

/** A choice as sent by the view or read from memory: outside data. */
export const exportChoiceShape: v.GenericSchema<unknown, ExportChoice> = v.object({
  part: v.nullable(v.picklist(exportedParts)),
  sample: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostSampled)),
  format: v.picklist(exportFormats),
  beside: besideShape,
  seed: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(largestSeed))),
});

/** All rows, and nothing beside the file. */
export const noChoice: ExportChoice = {
  part: null,
  sample: usualSample,
  format: 'json',
  beside: nothingBeside,
  seed: null,
};

/** What a person last chose in an export of each table, as a test fixture or not. */
export type ExportChoices = Remembered<ExportChoice>;

/** In this workspace; never synced. */
export const exportChoicesIn = (memory: Memory): ExportChoices =>
  remembered(memory, 'marketData.exports', exportChoiceShape);

/** The folder, as a Uri, of the last test fixture of each table in this workspace; never synced. */
export const fixtureFoldersIn = (memory: Memory): Remembered<string> =>
  remembered(memory, 'marketData.fixtureFolders', v.string());
