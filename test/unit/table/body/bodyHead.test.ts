import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { datasets } from '#src/market/datasets/datasets';
import { fittingDatasets } from '#src/market/datasets/fittingDatasets';
import { recordShapes } from '#src/market/records/recordKinds';
import { valueAtHead } from '#src/table/body/bodyHead';
import { sampleResponses } from '#src/sandbox/market/sampleResponses';
import { encoded, encodingsOfFiles } from '../../encodedText';

const folder = join(import.meta.dirname, '..', '..', '..', 'fixtures');
const fixtures = readdirSync(folder).filter((name) => name.endsWith('.json'));
const fitting = (bytes: Uint8Array) => fittingDatasets(valueAtHead(bytes)).map(({ id }) => id);

it.each(fixtures)("%s fits the same datasets when its end wasn't read", (name) => {
  const body = readFileSync(join(folder, name));
  const fits = fitting(body.subarray(0, Math.floor(body.length * 0.8)));
  expect(fits.length).toBeGreaterThan(0);
  expect(fits).toEqual(expect.arrayContaining(fitting(body)));
});

it.each(datasets)(
  'the kind of records in a response of the sample service is recognized by its first bytes: $id',
  ({ id, record }) => {
    const asked = {
      date: '2026-03-20',
      ...(record === 'publicOrder' && { deliveryarea: 'NO1' }),
      powerHour: '2026-03-20T10:00:00Z',
      daFrom: 'NO1',
      startTime: '2026-03-19T23:00:00Z',
      endTime: '2026-03-20T23:00:00Z',
    };
    const situation = { now: Date.parse('2026-03-21T12:00:00Z'), gaps: false, orders: 400 };
    const records = [...sampleResponses.get(id)!.records(asked, situation)];
    const text = recordShapes[record].root === 'object' ? records.join('') : `[${records.join(',')}]`;
    const expected = datasets.filter((dataset) => dataset.record === record);
    expect(fitting(Buffer.from(text).subarray(0, 64 * 1024))).toEqual(expected.map((each) => each.id));
  },
);

it.each(encodingsOfFiles)('a file is recognized whatever its encoding: %s', (encoding) => {
  const order = { id: '1', side: 'BUY', deliveryArea: 'Tromsø', state: 'ACTI' };
  const text = JSON.stringify(Array.from({ length: 2000 }, () => order));
  expect(fitting(encoded(text, encoding).subarray(0, 64 * 1024))).toEqual(['intraday-orders']);
});

it("a byte order mark and a truncated character don't matter", () => {
  const body = Buffer.from('\uFEFF[{"areaFrom":"NO1","areaTo":"SE3"},{"areaFrom":"Ø');
  expect(valueAtHead(body.subarray(0, -1))).toEqual([{ areaFrom: 'NO1', areaTo: 'SE3' }]);
});

it('no bytes make the recognition fail', () => {
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

it('a file that is all brackets is given up immediately, before it holds up the editor', () => {
  expect(valueAtHead(Buffer.from('['.repeat(32_768) + '[],'.repeat(10_900)))).toBeUndefined();
});
