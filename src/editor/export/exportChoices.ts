import { exportChoiceShape, type ExportChoice } from '../../protocol/exportOrder';
import type { StoredValues } from '../shell/storedValues';
import { remembered, type Remembered } from '../shell/remembered';

/** What a person chose in each table's last export. */
export type ExportChoices = Remembered<ExportChoice>;

/** Stored for this workspace; never synced. */
export const exportChoicesIn = (stored: StoredValues): ExportChoices =>
  remembered(stored, 'marketData.exports', exportChoiceShape);
