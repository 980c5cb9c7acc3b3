import * as v from 'valibot';
import type { Result } from '../../results/result';
import type { ColumnChoice } from '../../table/tableTypes';
import type { Memory } from '../shell/memory';

const memoryKey = 'marketData.columns';

/** A dataset has some 30 columns; a service may add more, never so many. */
const keys = v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(400));
const pixels = v.pipe(v.number(), v.minValue(20), v.maxValue(2000));

/** A choice as the view sends it or the memory keeps it: outside data, bounded. */
export const choiceShape: v.GenericSchema<unknown, ColumnChoice> = v.object({
  order: keys,
  hidden: keys,
  widths: v.pipe(
    v.record(v.pipe(v.string(), v.maxLength(200)), pixels),
    v.check((widths) => Object.keys(widths).length <= 400),
  ),
  period: v.boolean(),
});

/** Which table a choice is for: a comparison's has other columns than its dataset's own. */
export const tableOf = ({ query, comparison }: Pick<Result, 'query' | 'comparison'>): string =>
  comparison ? `${query.dataset.id} compared` : query.dataset.id;

/** How a person arranged the columns of each table; of all workspaces, never synchronised. */
export class ColumnChoices {
  constructor(private readonly memory: Memory) {}

  private all(): Record<string, unknown> {
    const value = this.memory.get(memoryKey);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  }

  /** `null` where nobody chose, or what was kept is not a choice. */
  of(table: string): ColumnChoice | null {
    const read = v.safeParse(choiceShape, this.all()[table]);
    return read.success ? read.output : null;
  }

  remember(table: string, choice: ColumnChoice): void {
    this.memory.keep(memoryKey, { ...this.all(), [table]: choice });
  }
}
