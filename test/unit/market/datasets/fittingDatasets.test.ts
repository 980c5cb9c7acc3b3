import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datasets } from '#src/market/datasets/datasets';
import { fittingDatasets, haveSameContent, isWithoutArray } from '#src/market/datasets/fittingDatasets';
import { trapTexts } from '../../traps/trapFiles';

const folder = join(import.meta.dirname, '..', '..', '..', 'fixtures');
const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(folder, ...path), 'utf8'));
const fitting = (body: unknown) => fittingDatasets(body).map(({ id }) => id);

const allSeries = datasets.filter(({ record }) => record === 'timeSeries').map(({ id }) => id);
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
  ])('from a response of %s, with every dataset that its shape fits', (dataset, expected) => {
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
  it.each([...trapTexts])('even if it is easily misread: %s', (name, text) => {
    expect(fitting(JSON.parse(text))).toEqual(traps[name] ?? dayAheadPrices);
  });
});

describe('series of a service with words other than those of the samples are recognized', () => {
  const prices = [...dayAheadPrices, 'uk-auction-prices'];
  const volumes = ['dayahead-turnover', 'regulation-down-volumes'];
  const flows = ['uk-flows', 'intraday-scheduled-flow'];
  const named = (name: string, value: string) => ({ attributes: [{ name, value }] });
  const inRole = (role: string) => ({ attributes: [{ role, value: 'X' }] });

  it.each<[string, object, string[]]>([
    ['the unit of a price', { unit: 'SEK/MWh' }, prices],
    ['the type of a price without a unit', { type: 'AreaPrice' }, prices],
    ['the unit of power', { unit: 'MW' }, volumes],
    ['the unit of energy', { unit: 'kWh' }, volumes],
    ['the unit of little power', { unit: 'W' }, volumes],
    ['the type of a volume', { type: 'Volumes' }, volumes],
    ['the type of a volume in a unit of its own', { type: 'volume', unit: 'lots' }, volumes],
    ['the type of a flow', { type: 'TotalFlow' }, flows],
    ['an area that the power comes from', { unit: 'MW', ...named('areaFrom', 'SE3') }, flows],
    ['British words', { type: 'price', category: 'half-hour' }, ['uk-auction-prices']],
    ['other British words', { type: 'price', category: 'halfHourly' }, ['uk-auction-prices']],
    ['a word after another one', { category: 'auction', type: 'UK price' }, ['uk-auction-prices']],
    ['the words of the intraday market', { category: 'Intraday' }, ['intraday-scheduled-flow']],
    ['the words of the regulation market', { SubType: 'Automatic' }, ['regulation-down-volumes']],
    ['the words of the day-ahead market', { unit: 'MWh', category: 'DayAhead' }, ['dayahead-turnover']],
    ['a price in pounds', { unit: 'GBP/MWh' }, ['uk-auction-prices']],
    [
      'a price in euros for an area of the UK',
      { unit: 'EUR/MWh', ...named('Area', 'UK') },
      ['uk-auction-prices'],
    ],
    ['an end of an interconnector', inRole('Endpoint'), ['uk-flows']],
    ['an interconnector', inRole('connection'), ['uk-flows']],
  ])('by %s', (_, words, expected) => {
    expect(fitting([{ values: [], ...words }])).toEqual(expected);
  });

  it.each<[string, object, string[]]>([
    ['a unit of volumes with more after it', { unit: 'MWh per lot' }, allSeries],
    ['a unit with a slash that names no currency', { unit: 'kVAR/h' }, allSeries],
    ['a unit that ends like one of volumes', { unit: 'kVArWh' }, allSeries],
    ['an area with the UK in its name', { unit: 'EUR/MWh', ...named('area', 'NO-UK') }, prices],
    ['a British word that is not an area', { unit: 'EUR/MWh', ...named('owner', 'UK') }, prices],
  ])('but not by %s', (_, words, expected) => {
    expect(fitting([{ values: [], ...words }])).toEqual(expected);
  });

  it('by one of their records, even if others have no words', () => {
    expect(fitting([{ values: [] }, { values: [], category: 'regulation' }])).toEqual([
      'regulation-down-volumes',
    ]);
  });

  it('as flows, even if the prices of their areas are sent along', () => {
    const records = [
      { values: [], unit: 'EUR/MWh', category: 'uk' },
      { values: [], type: 'flow', unit: 'MW', category: 'uk' },
    ];
    expect(fitting(records)).toEqual(['uk-flows']);
  });

  it('but not by the first of two markets', () => {
    expect(
      fitting([
        { values: [], category: 'intraday' },
        { values: [], category: 'regulation' },
      ]),
    ).toEqual(allSeries);
  });
});

describe('a record that was saved without its array', () => {
  it.each(readdirSync(folder).filter((name) => /^[a-z0-9-]+\.json$/.test(name)))(
    'is recognized like the response that it was in: %s',
    (name) => {
      const body = read(name);
      const record: unknown = Array.isArray(body) ? body[0] : body;
      expect(fitting(record)).toEqual(fitting(Array.isArray(body) ? [record] : body));
      const [dataset] = fittingDatasets(record);
      expect(isWithoutArray(record, dataset!.record)).toBe(Array.isArray(body));
      expect(isWithoutArray(body, dataset!.record)).toBe(false);
    },
  );

  const series = { type: 'Price', startTime: null, values: [{ startTime: null, value: 1 }] };
  it('is a series by its values, or without values by the fields of a series, and a curve otherwise', () => {
    expect(fitting({ ...series, unit: 'MWh', category: 'dayAhead' })).toEqual(['dayahead-turnover']);
    expect(fitting(series)).toEqual([...dayAheadPrices, 'uk-auction-prices']);
    expect(fitting({ ...series, values: [], SubType: 'x' })).toEqual([
      ...dayAheadPrices,
      'uk-auction-prices',
    ]);
    expect(fitting({ ...series, values: [] })).toEqual(['dayahead-curves']);
    expect(fitting({ ...series, unit: 'EUR/MWh', values: [{ sellCurves: [] }] })).toEqual([
      'dayahead-curves',
    ]);
  });

  it("isn't opened as another kind of record that the caller names", () => {
    expect(isWithoutArray(series, 'timeSeries')).toBe(true);
    for (const kind of ['priceCurve', 'publicOrder', 'hubToHubCapacity'] as const) {
      expect(isWithoutArray(series, kind)).toBe(false);
    }
    expect(isWithoutArray({ type: 'error', message: 'no' }, 'timeSeries')).toBe(false);
  });
});

it("an array of curves, which no service sends, isn't shown as series without values", () => {
  expect(fitting([read('dayahead-curves.json')])).toEqual([]);
});

describe('prices without words about their market', () => {
  const named = (area: string) =>
    fitting([
      { unit: 'EUR/MWh', values: [], attributes: [{ role: null, name: 'deliveryArea', value: area }] },
    ]);

  it('are day-ahead prices if they are for an area that is only in that market', () => {
    expect(named('NO1')).toEqual(dayAheadPrices);
    expect(named('DE-LU')).toEqual(dayAheadPrices);
  });

  it('can be UK prices if they are for an area with both, or for an unknown one', () => {
    expect(named('UK')).toEqual(['uk-auction-prices']);
    expect(named('NO2')).toEqual([...dayAheadPrices, 'uk-auction-prices']);
    expect(named('XX1')).toEqual([...dayAheadPrices, 'uk-auction-prices']);
  });
});

it("only the two addresses of day-ahead prices are so alike that a person isn't prompted", () => {
  const pairs = datasets.flatMap((one, at) => datasets.slice(at + 1).map((other) => [one, other]));
  expect(pairs.filter(haveSameContent).map((pair) => pair.map(({ id }) => id))).toEqual([dayAheadPrices]);
  expect(haveSameContent(datasets.slice(0, 3))).toBe(false);
  expect(haveSameContent([])).toBe(false);
});

it('orders and curves are recognized even if a service adds the words of series', () => {
  expect(fitting([{ id: '1', side: 'BUY', state: 'ACTI', category: 'intraday' }])).toEqual([
    'intraday-orders',
  ]);
  expect(fitting({ values: [], type: 'volume' })).toEqual(['dayahead-curves']);
});

describe('if a response says too little,', () => {
  it('every dataset that could have sent it fits', () => {
    expect(fitting('No data')).toEqual(datasets.map(({ id }) => id));
    expect(fitting([])).toEqual(datasets.map(({ id }) => id).filter((id) => id !== 'dayahead-curves'));
    expect(fitting([{ values: [], startTime: null }])).toEqual(allSeries);
    expect(fitting([{ values: [] }])).toEqual(allSeries);
    expect(fitting({ values: [] })).toEqual(['dayahead-curves']);
  });

  it('contradictory words exclude nothing, since none of them is documented', () => {
    const price = { unit: 'EUR/MWh', category: 'regulation', values: [] };
    expect(fitting([price])).toEqual(allSeries);
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
    { type: 'module', category: 'tools' },
    { state: 'on', action: 'go' },
    [{ id: 1 }],
    [{ values: 7 }],
    { values: 7 },
    [{ id: 1, title: 'something else' }],
    [1, 2, 3],
    [[]],
    [{}],
    {},
    7,
    null,
    undefined,
  ])('something else fits no dataset: %j', (body) => {
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
