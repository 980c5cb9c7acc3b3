import * as v from 'valibot';
import { exportFormats, mockTargets, nothingBeside, typeTargets, type Beside } from '../../exports/formats';
import { exportedParts, largestSeed, mostSampled, usualSample, type ExportChoice } from '../../messages';
import type { Memory } from '../shell/memory';

const memoryKey = 'marketData.exports';

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

/** What a person last chose in an export of each table in this workspace; never synced. */
export class ExportChoices {
  private readonly listeners = new Set<(table: string) => void>();

  constructor(private readonly memory: Memory) {}

  private all(): Record<string, unknown> {
    const value = this.memory.get(memoryKey);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  }

  /** `null` if there is no choice, or if the stored value is not valid. */
  of(table: string): ExportChoice | null {
    const read = v.safeParse(exportChoiceShape, this.all()[table]);
    return read.success ? read.output : null;
  }

  remember(table: string, choice: ExportChoice): void {
    this.memory.keep(memoryKey, { ...this.all(), [table]: choice });
    for (const listener of this.listeners) listener(table);
  }

  /** Calls with the table of each new choice. Returns a function that stops listening. */
  onDidChange(listener: (table: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
