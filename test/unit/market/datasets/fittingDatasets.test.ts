import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datasets } from '../../../../src/market/datasets/datasets';
import { fittingDatasets } from '../../../../src/market/datasets/fittingDatasets';

const folder = join(import.meta.dirname, '..', '..', '..', 'fixtures');
const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(folder, ...path), 'utf8'));
const fitting = (body: unknown) => fittingDatasets(body).map(({ id }) => id);

const dayAheadPrices = ['dayahead-prices', 'dayahead-prices-alternate'];

describe('the dataset of a response is recognized', () => {
  it.each([
    ['dayahead-prices', dayAheadPrices],
    ['dayahead-prices-alternate', dayAheadPrices],
    ['dayahead-turnover', ['dayahead-turnover']],
    ['dayahead-curves', ['dayahead-curves']],
    ['uk-auction-prices', ['uk-auction-prices']],
    ['uk-flows', ['uk-flows']],
    ['intraday-scheduled-flow', ['intraday-scheduled-flow']],
    ['regulation-down-volumes', ['regulation-down-volumes']],
    ['intraday-orders', ['intraday-orders']],
    ['hub-to-hub-capacities', ['hub-to-hub-capacities']],
  ])('%s, with every dataset that its shape fits', (dataset, expected) => {
    expect(fitting(read(`${dataset}.json`))).toEqual(expected);
  });

  const traps: Record<string, string[]> = {
    '05-uk-day': ['uk-auction-prices'],
    '10-no-data': [],
    '16-power-and-energy': ['dayahead-turnover'],
    '18-clearing-point': ['dayahead-curves'],
    '19-flow-ends': ['uk-flows'],
    '20-capacity-directions': ['hub-to-hub-capacities'],
    '21-capacity-history': ['hub-to-hub-capacities'],
    '22-order-revisions': ['intraday-orders'],
    '23-order-areas': ['intraday-orders'],
    '25-epoch-twins': ['intraday-orders'],
    '26-rounded-requests': [],
  };
  it.each(readdirSync(join(folder, 'traps')))('also where it is easily misread: %s', (file) => {
    expect(fitting(read('traps', file))).toEqual(traps[file.replace('.json', '')] ?? dayAheadPrices);
  });
});

describe('where a response says too little', () => {
  it('every dataset fits that could have sent it', () => {
    expect(fitting('No data')).toEqual(datasets.map(({ id }) => id));
    expect(fitting([])).toEqual(datasets.map(({ id }) => id).filter((id) => id !== 'dayahead-curves'));
    const series = datasets.filter(({ record }) => record === 'timeSeries').map(({ id }) => id);
    expect(fitting([{ values: [], startTime: null }])).toEqual(series);
  });

  it('words that contradict each other exclude nothing, since none of them is documented', () => {
    const series = datasets.filter(({ record }) => record === 'timeSeries').map(({ id }) => id);
    const price = { unit: 'EUR/MWh', category: 'regulation', values: [] };
    expect(fitting([price])).toEqual(series);
  });

  it('prices without a market fit every dataset of prices, and none of volumes', () => {
    expect(fitting([{ type: 'price', unit: 'EUR/MWh', values: [] }])).toEqual([
      ...dayAheadPrices,
      'uk-auction-prices',
    ]);
  });

  it.each([
    { name: 'a-package', version: '1.0.0', type: 'module', values: [] },
    { type: 'module' },
    [{ id: 1, title: 'something else' }],
    [1, 2, 3],
    [[]],
    [{}],
    {},
    7,
    null,
    undefined,
  ])('and something else fits none: %j', (body) => {
    expect(fitting(body)).toEqual([]);
  });

  it('no value breaks the recognition', () => {
    const odd = fc.oneof(
      fc.anything(),
      fc.array(
        fc.dictionary(
          fc.constantFrom('values', 'attributes', 'unit', 'type', 'id', 'category'),
          fc.anything(),
        ),
      ),
    );
    fc.assert(fc.property(odd, (body) => void fittingDatasets(body)));
  });
});
