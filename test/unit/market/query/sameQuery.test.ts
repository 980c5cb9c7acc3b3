import fc from 'fast-check';
import { expect, it } from 'vitest';
import { datasetAt, datasets, findDataset } from '#src/market/datasets/datasets';
import { queryKey } from '#src/market/query/sameQuery';
import { propertyRuns } from '../../propertyRuns';

const prices = findDataset('dayahead-prices')!;
const key = (parameters: Record<string, string>, dataset = prices) =>
  queryKey(dataset, Object.entries(parameters));

const areas = fc.array(fc.constantFrom('NO1', 'SE3', '50Hz', 'DE-LU', 'FI'), { minLength: 1, maxLength: 4 });
const instant = fc
  .date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2030-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => new Date(date.getTime() - (date.getTime() % 60_000)));

/** The instant as another program may write it. */
const notations: ((at: Date) => string)[] = [
  (at) => at.toISOString(),
  (at) => at.toISOString().replace('.000Z', 'Z'),
  (at) => at.toISOString().replace(':00.000Z', 'Z'),
  (at) => new Date(at.getTime() + 7_200_000).toISOString().replace('Z', '+02:00'),
  (at) => new Date(at.getTime() - 19_800_000).toISOString().replace('.000Z', '-05:30'),
];

it('the same query has the same key in any order of parameters and areas and any notation of times', () => {
  fc.assert(
    fc.property(
      fc.record({ deliveryarea: areas, startTime: instant, endTime: instant, blockname: fc.string() }),
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      fc.constantFrom(...notations),
      fc.constantFrom(...notations),
      ({ deliveryarea, startTime, endTime, blockname }, chance, one, other) => {
        const shuffled = <Item>(items: readonly Item[]) =>
          items
            .map((item) => [item, chance.next().value] as const)
            .sort((a, b) => a[1] - b[1])
            .map(([item]) => item);
        const written = (list: readonly string[], notation: (at: Date) => string) =>
          Object.fromEntries(
            shuffled([
              ['deliveryarea', list.join()],
              ['startTime', notation(startTime)],
              ['endTime', notation(endTime)],
              ['blockname', blockname],
            ]),
          );
        expect(key(written(shuffled(deliveryarea), other))).toBe(key(written(deliveryarea, one)));
      },
    ),
    { numRuns: propertyRuns(200) },
  );
});

it.each<[string, Record<string, string>, Record<string, string>]>([
  ['another area', { deliveryarea: 'NO1' }, { deliveryarea: 'NO2' }],
  ['one more area', { deliveryarea: 'NO1' }, { deliveryarea: 'NO1,NO2' }],
  ['one more parameter', { deliveryarea: 'NO1' }, { deliveryarea: 'NO1', currency: 'EUR' }],
  [
    'a time one millisecond later',
    { startTime: '2026-03-28T23:00:00Z' },
    { startTime: '2026-03-28T23:00:00.001Z' },
  ],
  ['two texts that are no times', { startTime: 'today' }, { startTime: 'tomorrow' }],
  ['the time as another parameter', { startTime: '2026-03-28' }, { endTime: '2026-03-28' }],
  ['areas that share their letters', { deliveryarea: 'NO1,SE2' }, { deliveryarea: 'NO2,SE1' }],
  ['blocks that look like times', { blockname: '2026-03-28T00:00Z' }, { blockname: '2026-03-28T00:00:00Z' }],
  ['blocks that look like lists', { blockname: 'a,b' }, { blockname: 'b,a' }],
  ['a name that contains a value', { 'a","b': 'c' }, { a: 'b","c' }],
])('another query has another key: %s', (_, one, other) => {
  expect(key(one)).not.toBe(key(other));
});

it('a delivery hour in another notation is the same query', () => {
  const capacities = findDataset('hub-to-hub-capacities');
  const hour = (powerHour: string) => key({ powerHour, daFrom: 'NO1' }, capacities);
  expect(hour('2026-03-29T12:00:00+02:00')).toBe(hour('2026-03-29T10:00:00Z'));
});

it('a parameter that occurs twice makes another query', () => {
  const twice = [
    ['deliveryarea', 'NO1'],
    ['deliveryarea', 'NO1'],
  ] as const;
  expect(queryKey(prices, twice)).not.toBe(queryKey(prices, twice.slice(1)));
});

it('the same parameters of two datasets are two queries', () => {
  expect(key({}, prices)).not.toBe(key({}, findDataset('dayahead-prices-alternate')));
});

it.each(datasets)('$id is found at its path, with any venue, below any base path', (dataset) => {
  for (const base of ['', '/api', '/market/data/v1']) {
    expect(datasetAt(base + dataset.path.replace('{venue}', 'elsewhere'))).toBe(dataset);
  }
});

it.each([
  '',
  '/',
  '/dayahead',
  'dayahead/prices',
  'dayahead/prices/areaBlock',
  '/dayahead/prices/areaBlock/',
  '/uk/v2//flows/areaPrice',
  '/x/uk/v2/a/b/flows/areaPrice',
])('no dataset is at %j', (path) => expect(datasetAt(path)).toBeUndefined());
