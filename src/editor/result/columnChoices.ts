import * as v from 'valibot';
import type { ColumnChoice } from '../../protocol/tableTypes';
import type { Memory } from '../shell/memory';
import { remembered, type Remembered } from '../shell/remembered';

/** A dataset has about 30 columns. A service may add more, but never as many as this. */
const keys = v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(400));
const pixels = v.pipe(v.number(), v.minValue(20), v.maxValue(2000));

/** A choice as sent by the view or read from memory: outside data, so its size is limited. */
export const choiceShape: v.GenericSchema<unknown, ColumnChoice> = v.object({
  order: keys,
  hidden: keys,
  unfolded: keys,
  widths: v.pipe(
    v.record(v.pipe(v.string(), v.maxLength(200)), pixels),
    v.check((widths) => Object.keys(widths).length <= 400),
  ),
  period: v.boolean(),
});

/** How a person arranged the columns of each table. */
export type ColumnChoices = Remembered<ColumnChoice>;

/** Stored for all workspaces; never synced. */
export const columnChoicesIn = (memory: Memory): ColumnChoices =>
  remembered(memory, 'marketData.columns', choiceShape);
