import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datasets } from '#src/market/datasets/datasets';
import { fittingDatasets, isWithoutArray } from '#src/market/datasets/fittingDatasets';
import type { RecordKind } from '#src/market/records/recordKinds';
import { trapTexts } from '../../traps/trapFiles';

const folder = join(import.meta.dirname, '..', '..', '..', 'fixtures');
const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(folder, ...path), 'utf8'));
const fitting = (body: unknown) => fittingDatasets(body).map(({ id }) => id);

const ofKind = (kind: RecordKind) => datasets.filter(({ record }) => record === kind).map(({ id }) => id);
const allSeries = ofKind('timeSeries');

describe('every dataset with the kind of record fits', () => {
  it.each(datasets)('a response of $id', ({ id, record }) => {
    expect(fitting(read(`${id}.json`))).toEqual(ofKind(record));
  });

  const traps: Record<string, string[]> = {
    '10-no-data': [],
    '18-clearing-point': ['dayahead-curves'],
    '20-capacity-directions': ['hub-to-hub-capacities'],
    '21-capacity-history': ['hub-to-hub-capacities'],
    '22-order-revisions': ['intraday-orders'],
    '23-order-areas': ['intraday-orders'],
    '25-epoch-twins': ['intraday-orders'],
    '26-rounded-requests': [],
  };
  it.each([...trapTexts])('a response that is easily misread: %s', (name, text) => {
    expect(fitting(JSON.parse(text))).toEqual(traps[name] ?? allSeries);
  });

  it.each([
    ['a unit', { unit: 'EUR/MWh' }],
    ['a type', { type: 'flow' }],
    ['a category', { category: 'intraday' }],
    ['an attribute', { attributes: [{ role: null, name: 'deliveryArea', value: 'UK' }] }],
    ['words that contradict each other', { type: 'price', unit: 'MWh', category: 'regulation' }],
  ])('series whatever their words, which are not documented: %s', (_, words) => {
    expect(fitting([{ values: [], ...words }])).toEqual(allSeries);
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
    expect(fitting(series)).toEqual(allSeries);
    expect(fitting({ ...series, values: [], SubType: 'x' })).toEqual(allSeries);
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
