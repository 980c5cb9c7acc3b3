import { valuesIn } from '../../market/datasets/dataset';
import type { Result } from '../../results/result';

/** What queries of this window had an answer for, so that a query file can be offered more than what is documented. */
export class SeenInResults {
  private readonly areaNames = new Set<string>();
  private readonly columnKeys = new Map<string, readonly string[]>();

  /** Delivery areas that were asked for, in the order in which they were. */
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
