import { describe, expect, it } from 'vitest';
import { comparedDataset, comparedKeys, comparisonPlans } from '#src/market/datasets/comparisonPlans';
import { rulesOf } from '#src/exports/seeded/fieldRules';
import { datasets, findDataset } from '#src/market/datasets/datasets';
import { recordShapes, type RecordKind } from '#src/market/records/recordKinds';

const kinds = Object.keys(recordShapes) as RecordKind[];

describe('the comparison of two results', () => {
  it.each(kinds)('compares only columns that its records have: %s', (kind) => {
    const { keys, keptKeys = [], apart, compared, told, named, time, end, lastBy } = comparisonPlans[kind];
    const names = recordShapes[kind].columns.map(({ name }) => name);
    const used = [
      ...keys,
      ...keptKeys,
      ...apart,
      ...compared,
      ...told,
      ...named.flat(),
      time,
      end ?? time,
      lastBy ?? time,
    ];
    for (const name of used) expect(names).toContain(name);
    // What a seeded fixture replaces can't match.
    const { fields } = rulesOf(kind);
    const isReplaced = (name: string) => ['id', 'measured'].includes(fields.get(name)?.rule ?? '');
    expect((keptKeys.length > 0 ? keptKeys : keys).filter(isReplaced)).toEqual([]);
    for (const name of compared)
      expect(['number', 'integer']).toContain(
        recordShapes[kind].columns.find((each) => each.name === name)?.type,
      );
  });

  it('shows the differences right after the time, so that they are visible in a narrow window', () => {
    const shown = (id: string, columns: string[] = []) =>
      comparedDataset(findDataset(id)!, columns).mainColumns;
    const areas = [
      'attribute.deliveryArea',
      'attribute.currency',
      'attribute.quoteCurrency',
      'attribute.currencyPair',
    ];
    expect(shown('dayahead-prices', [...areas, 'second.startTime', 'quality'])).toEqual([
      'startTime',
      'difference',
      'attribute.deliveryArea',
      'attribute.currencyPair',
      'first',
      'second',
      'change',
      'second.startTime',
    ]);
    expect(shown('dayahead-prices', ['endTime'])).toEqual([
      'startTime',
      'difference',
      'first',
      'second',
      'change',
      'endTime',
    ]);
    expect(shown('dayahead-curves')).toEqual([
      'startTime',
      'difference',
      'side',
      'price',
      'first',
      'second',
      'change',
    ]);
    const prices = ['price.difference', 'price.first', 'price.second'];
    const quantities = ['quantity.difference', 'quantity.first', 'quantity.second'];
    expect(shown('intraday-orders', ['deliveryEnd'])).toEqual(
      ['createdTime', prices[0], quantities[0], 'id', ...prices, ...quantities, 'change'].filter(
        (key, place, all) => all.indexOf(key) === place,
      ),
    );
    expect(shown('hub-to-hub-capacities')).toEqual([
      'deliveryStart',
      'inCapacity.difference',
      'outCapacity.difference',
      'areaFrom',
      'areaTo',
      'inCapacity.first',
      'inCapacity.second',
      'outCapacity.first',
      'outCapacity.second',
      'change',
      'publicationTime',
      'internal',
    ]);
  });

  it('has a single kind of chart, whatever its dataset has', () => {
    for (const dataset of datasets) {
      const { chart, id } = comparedDataset(dataset, []);
      expect([chart, id]).toEqual(['comparison', dataset.id]);
    }
    expect(comparedKeys('value', ['value'])).toEqual(['difference', 'first', 'second']);
  });
});
