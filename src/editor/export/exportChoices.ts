import { exportChoiceShape, type ExportChoice, type ExportPreset } from '../../protocol/exportOrder';
import type { Memory } from '../shell/memory';
import { remembered, type Remembered } from '../shell/remembered';

/** What a person chose in each table's last export, and in its last test fixture. */
export type ExportChoices = Readonly<Record<ExportPreset, Remembered<ExportChoice>>>;

/** Stored for this workspace; never synced. */
export const exportChoicesIn = (memory: Memory): ExportChoices => ({
  export: remembered(memory, 'marketData.exports', exportChoiceShape),
  fixture: remembered(memory, 'marketData.fixtures', exportChoiceShape),
});
