import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fittingDatasets } from '../../../src/market/datasets/fittingDatasets';
import { valueAtHead } from '../../../src/results/bodyHead';

const folder = join(import.meta.dirname, '..', '..', 'fixtures');
const fixtures = readdirSync(folder).filter((name) => name.endsWith('.json'));
const fitting = (bytes: Uint8Array) => fittingDatasets(valueAtHead(bytes)).map(({ id }) => id);

it.each(fixtures)('%s fits the same datasets when only its beginning was read', (name) => {
  const body = readFileSync(join(folder, name));
  // The first record of capacities, which has no array within, and the attributes and a value of a series.
  const enough = Math.max(body.indexOf('"attributes"'), Math.floor(body.length / 2));
  const long = body.subarray(
    0,
    Math.max(enough, body.indexOf('"value"') + 80, body.indexOf('"volume"') + 80),
  );
  expect(fitting(long).length).toBeGreaterThan(0);
  expect(fitting(body).every((id) => fitting(long).includes(id))).toBe(true);
});

it('a byte order mark and a character that is cut do not matter', () => {
  const body = Buffer.from('\uFEFF[{"areaFrom":"NO1","areaTo":"SE3"},{"areaFrom":"Ø');
  expect(valueAtHead(body.subarray(0, -1))).toEqual([{ areaFrom: 'NO1', areaTo: 'SE3' }]);
});

it('no bytes break it', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array(),
        fc.string().map((text) => Buffer.from(text)),
        fc.json().map((text) => Buffer.from(text)),
      ),
      fc.nat(),
      (bytes, cut) => {
        fittingDatasets(valueAtHead(bytes.subarray(0, cut)));
      },
    ),
  );
  expect(valueAtHead(Buffer.from('['.repeat(60_000)))).toBeUndefined();
  expect(fittingDatasets(valueAtHead(Buffer.from('['.repeat(30_000) + ']'.repeat(30_000))))).toEqual([]);
});
