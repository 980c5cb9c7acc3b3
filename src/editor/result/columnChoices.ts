import { columnChoiceShape, type ColumnChoice } from '../../protocol/tableTypes';
import type { Memory } from '../shell/memory';
import { remembered, type Remembered } from '../shell/remembered';

/** How a person arranged the columns of each table. */
export type ColumnChoices = Remembered<ColumnChoice>;

/** Stored for all workspaces; never synced. */
export const columnChoicesIn = (memory: Memory): ColumnChoices =>
  remembered(memory, 'marketData.columns', columnChoiceShape);
