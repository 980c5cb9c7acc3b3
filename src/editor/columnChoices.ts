import * as v from 'valibot';
import type * as vscode from 'vscode';
import type { ColumnChoice } from '../table/tableTypes';

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

/** How a person arranged the columns of each dataset's table; of all workspaces, never synchronised. */
export class ColumnChoices {
  constructor(private readonly memory: vscode.Memento) {}

  private all(): Record<string, unknown> {
    const value = this.memory.get<unknown>(memoryKey);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  }

  /** `null` where nobody chose, or what was kept is not a choice. */
  of(dataset: string): ColumnChoice | null {
    const read = v.safeParse(choiceShape, this.all()[dataset]);
    return read.success ? read.output : null;
  }

  async remember(dataset: string, choice: ColumnChoice): Promise<void> {
    await this.memory.update(memoryKey, { ...this.all(), [dataset]: choice });
  }
}
