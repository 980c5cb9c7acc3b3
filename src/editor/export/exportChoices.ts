import { exportChoiceShape, type ExportChoice, type ExportPreset } from '../../protocol/exportOrder';
import type { StoredValues } from '../shell/storedValues';
import { remembered, type Remembered } from '../shell/remembered';

/** What a person chose in each table's last export, and in its last test fixture. */
export type ExportChoices = Readonly<Record<ExportPreset, Remembered<ExportChoice>>>;

/** Stored for this workspace; never synced. */
export const exportChoicesIn = (stored: StoredValues): ExportChoices => ({
  export: remembered(stored, 'marketData.exports', exportChoiceShape),
  fixture: remembered(stored, 'marketData.fixtures', exportChoiceShape),
});
