import { columnChoiceShape, type ColumnChoice } from '../../protocol/tableTypes';
import type { StoredValues } from '../shell/storedValues';
import { remembered, type Remembered } from '../shell/remembered';

/** How a person arranged the columns of each table. */
export type ColumnChoices = Remembered<ColumnChoice>;

/** Stored for all workspaces; never synced. */
export const columnChoicesIn = (stored: StoredValues): ColumnChoices =>
  remembered(stored, 'marketData.columns', columnChoiceShape);
