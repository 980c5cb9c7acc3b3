import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordKind } from '#src/market/records/recordKinds';
import { BodyReader } from '#src/table/body/bodyReader';
import { propertyRuns } from '../../propertyRuns';
import { series, value } from '../readBody';

const list = (count: number, record: (at: number) => string) =>
  `[${Array.from({ length: count }, (_, at) => record(at)).join(',')}]`;

/** About ten megabytes of each way in which records are read. */
const bodies: readonly (readonly [what: string, kind: RecordKind, text: string])[] = [
  [
    'alike',
    'publicOrder',
    list(80_000, (at) => `{"id":"o${at}","price":${at / 8},"note":"${'n'.repeat(80)}"}`),
  ],
  [
    'written in many ways',
    'publicOrder',
    list(30_000, (at) => `{"id":"o${at}",${' '.repeat(at % 3)}"f${at % 20}":"${'n'.repeat(300)}"}`),
  ],
  [
    'with many values',
    'timeSeries',
    list(40, () => series(list(3000, (at) => value('2026-03-28T23:00:00Z', `${at}.10`)).slice(1, -1))),
  ],
  [
    'with few values',
    'timeSeries',
    list(25_000, (at) => ' '.repeat(200) + series(value('2026-03-28T23:00:00Z', `${at}`))),
  ],
];

function read(kind: RecordKind, body: Buffer, chunkBytes: number, isCounted: boolean) {
  const reader = new BodyReader(kind, 1e9, { isCounted });
  let largest = 0;
  for (let from = 0; from < body.length; from += chunkBytes) {
    reader.push(body.subarray(from, from + chunkBytes));
    largest = Math.max(largest, reader.table.bytes());
  }
  const verdict = reader.end(true);
  const { forgottenRows, table } = reader;
  return { verdict, records: table.records, rows: forgottenRows + table.rows, largest };
}

describe.each(bodies)('records %s whose rows are only counted', (_, kind, text) => {
  it.each([
    ['records', text],
    ['broken', `${text.slice(0, -1)},{"id":}]`],
  ])(
    'take no more memory the more of them arrive, and count and are judged as if they were kept: %s',
    (judged, all) => {
      const body = Buffer.from(all);
      const { largest: ofAll, ...kept } = read(kind, body, 1 << 18, false);
      expect(kept.verdict.kind).toBe(judged);
      const property = fc.property(fc.integer({ min: 10_000, max: 1 << 20 }), (chunkBytes) => {
        const { largest, ...counted } = read(kind, body, chunkBytes, true);
        expect(counted).toEqual(kept);
        expect(largest).toBeLessThan(ofAll * 0.7);
      });
      fc.assert(property, { numRuns: propertyRuns(1, 100) });
    },
  );
});
