import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  datasetOfProvenance,
  writtenProvenance,
  queryOfProvenance,
  readProvenance,
  type Provenance,
} from '#src/request/provenance';

const written: Provenance = {
  version: 1,
  dataset: 'dayahead-prices',
  connection: 'sandbox',
  parameters: { deliveryarea: 'NO1', currency: 'EUR' },
  path: '/dayahead/prices/areaBlock?deliveryarea=NO1&currency=EUR',
  requestedAt: '2026-03-28T12:00:00Z',
  outcome: 'success',
  status: 200,
  records: 1,
  rows: 20,
  of: 92,
  bytes: 1234,
  sha256: '0'.repeat(64),
  integrity: [{ kind: 'missing', count: 2 }],
  synthetic: true,
  seed: 7,
  generator: 'market-data-seeded 2',
  extensionVersion: '0.1.0',
};

it('a provenance that was written can be read again', () => {
  expect(readProvenance(writtenProvenance(written))).toMatchObject({
    dataset: 'dayahead-prices',
    parameters: { deliveryarea: 'NO1', currency: 'EUR' },
    requestedAt: '2026-03-28T12:00:00Z',
    seed: 7,
    synthetic: true,
  });
});

it('a provenance that a person has edited still says what it can', () => {
  const edited = { ...written, parameters: { deliveryarea: 1 }, rows: '20', more: {} };
  const read = readProvenance(JSON.stringify(edited));
  expect(read?.dataset).toBe('dayahead-prices');
  expect(read?.parameters).toBeUndefined();
  expect(read?.rows).toBeUndefined();
  expect(readProvenance('{ "version": 1 }')).toEqual({ version: 1 });
});

it('no text breaks the reader, and only this version is read', () => {
  expect(readProvenance('{ "version": 2, "dataset": "dayahead-prices" }')).toBeUndefined();
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      readProvenance(text);
    }),
  );
});

describe('the query of a saved response', () => {
  const changed = Date.parse('2026-03-29T12:00:00Z');
  const queryOf = (provenance: object) => {
    const read = queryOfProvenance({ version: 1, ...provenance }, changed);
    return read && { dataset: read.dataset.id, parameters: read.parameters };
  };

  it("has the provenance's parameters, or those of its path if there are none", () => {
    const query = { dataset: 'dayahead-prices', parameters: { deliveryarea: 'NO1,SE3', currency: 'EUR' } };
    expect(queryOf(query)).toEqual(query);
    const path = '/dayahead/prices/areaBlock?deliveryarea=NO1,SE3&currency=E%55R';
    expect(queryOf({ path })).toEqual(query);
    expect(queryOf({ dataset: 'dayahead-prices', path })).toEqual(query);
    expect(datasetOfProvenance({ version: 1, path })?.id).toBe('dayahead-prices');
  });

  it('has words as of the day of the request, or of the last change of the file', () => {
    const words = { dataset: 'dayahead-turnover', parameters: { startTime: 'today', endTime: 'today' } };
    expect(queryOf({ ...words, requestedAt: '2026-03-20T12:00:00Z' })?.parameters).toEqual({
      startTime: '2026-03-20T00:00:00Z',
      endTime: '2026-03-21T00:00:00Z',
    });
    expect(queryOf(words)?.parameters.startTime).toBe('2026-03-29T00:00:00Z');
  });

  it("has fixed times, so a copied request doesn't query a different day tomorrow", () => {
    const saved = (dataset: string, parameters: Record<string, string>) =>
      queryOfProvenance({ version: 1, dataset, parameters }, changed);
    expect(saved('dayahead-turnover', { startTime: 'today', endTime: 'today' })).not.toHaveProperty('days');
    const curves = saved('dayahead-curves', { date: 'today' });
    expect(curves?.parameters).toEqual({ date: '2026-03-29' });
    expect(curves).not.toHaveProperty('days');
  });

  it.each<[string, object]>([
    ['no dataset', { parameters: {} }],
    ['no parameters', { dataset: 'dayahead-prices' }],
    ['a parameter that the dataset does not have', { dataset: 'dayahead-prices', parameters: { x: '1' } }],
    ['a path that is not encoded', { path: '/dayahead/prices/areaBlock?deliveryarea=%' }],
    ['an unknown path', { path: '/home/alice/prices.json' }],
  ])('is unknown if there is %s', (_, provenance) => {
    expect(queryOf(provenance)).toBeUndefined();
  });
});
