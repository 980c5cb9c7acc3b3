import fc from 'fast-check';
import { expect, it } from 'vitest';
import { provenanceText, readProvenance, type Provenance } from '../../../src/request/provenance';

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
  generator: 'market-data-seeded 1',
  extensionVersion: '0.1.0',
};

it('what was written beside a file can be read again', () => {
  expect(readProvenance(provenanceText(written))).toMatchObject({
    dataset: 'dayahead-prices',
    parameters: { deliveryarea: 'NO1', currency: 'EUR' },
    requestedAt: '2026-03-28T12:00:00Z',
    seed: 7,
    synthetic: true,
  });
});

it('a file that a person has edited still says what it can', () => {
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
