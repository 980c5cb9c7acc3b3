import { valuesIn } from '../../market/datasets/dataset';
import type { Result } from '../../results/result';

/**
 * Delivery areas and columns in the results of this window: completions in query files beyond those
 * documented.
 */
export class ValuesFromResults {
  private readonly areaNames = new Set<string>();
  private readonly columnKeys = new Map<string, readonly string[]>();

  /** Delivery areas, in the order in which they were queried. */
  get areas(): readonly string[] {
    return [...this.areaNames];
  }

  /** Keys of the columns of the dataset's last table, in table order. */
  columnsOf(dataset: string): readonly string[] {
    return this.columnKeys.get(dataset) ?? [];
  }

  /** Looks at a result, whenever it changes. */
  note({ query, progress, table, comparison, file, range, isFromHistory }: Result): void {
    if (comparison || file || range || isFromHistory || progress.kind !== 'ended' || table.rows === 0) return;
    const { dataset, parameters } = query;
    this.columnKeys.set(
      dataset.id,
      table.columns.map(({ key }) => key),
    );
    for (const { name, kind } of dataset.parameters) {
      if (kind !== 'deliveryArea') continue;
      for (const area of valuesIn(parameters[name] ?? '')) this.areaNames.add(area);
    }
  }
}
