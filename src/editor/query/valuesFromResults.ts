import { valuesIn } from '../../market/datasets/dataset';
import type { Result } from '../../results/result';

/**
 * Delivery areas and columns in this window's results, which query files complete in addition to documented
 * ones.
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

  /** Call for every change of every result. */
  note({ query, progress, table, source }: Result): void {
    if (source.kind !== 'service' || progress.kind !== 'ended' || table.rows === 0) return;
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
