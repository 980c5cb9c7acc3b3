import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datasets } from '../../../../src/market/datasets/datasets';
import type { RecordKind } from '../../../../src/market/records/recordKinds';
import type { SeededForm } from '../../../../src/protocol/exportOrder';
import { propertyRuns } from '../../propertyRuns';
import { answersOf } from '../types/answers';
import { sampleBody } from './sampleBody';
import { rankCorrelation } from './rankCorrelation';
import { seededText } from './seededText';

const hidden = (kind: RecordKind, text: string, sizes?: number[]) =>
  seededText(kind, text, 1, sizes, 'hidden');

/** A number of a measured field, as JSON. */
const measured = /"(value|price|volume|quantity|inCapacity|outCapacity|volumeNetFlows)":\s*-?[\d.]+/g;

describe.each(datasets.map((dataset) => [dataset.id, dataset] as const))(
  'values of %s whose form is hidden',
  (_, { record, ...dataset }) => {
    it.each(answersOf({ record, ...dataset }))(
      'are the same for other numbers, so they say nothing about those of $name',
      ({ text }) => {
        const made = hidden(record, text);
        const number = fc.constantFrom('0', '-0.00', '7', '12.10', '-123456.75');
        fc.assert(
          fc.property(fc.infiniteStream(number), (numbers) => {
            const other = text.replace(measured, (all) =>
              all.replace(/-?[\d.]+$/, numbers.next().value as string),
            );
            expect(hidden(record, other, [13])).toBe(made);
          }),
          { numRuns: propertyRuns(5) },
        );
      },
    );

    it.each(answersOf({ record, ...dataset }))('leave all else of $name as it is otherwise', ({ text }) => {
      const masked = (form: SeededForm) =>
        seededText(record, text, 1, undefined, form).replace(/-?\d+(\.\d+)?([eE][+-]?\d+)?/g, '0');
      expect(masked('hidden').replace(/[A-Za-z]/g, 'a')).toBe(masked('kept').replace(/[A-Za-z]/g, 'a'));
      expect(() => JSON.parse(hidden(record, text)) as unknown).not.toThrow();
    });
  },
);

it('hidden integers are integers, and only what can be negative is', () => {
  const records = Array.from({ length: 300 }, () => '{"price":1.5,"quantity":1,"count":3,"rate":0.5}');
  const made = JSON.parse(hidden('publicOrder', `[${records.join()}]`)) as Record<string, number>[];
  const of = (name: string) => made.map((each) => each[name] ?? Number.NaN);
  expect([...of('quantity'), ...of('count')].every(Number.isInteger)).toBe(true);
  expect(of('rate').every(Number.isInteger)).toBe(false);
  expect(Math.min(...of('quantity'), ...of('count'), ...of('rate'))).toBe(0);
  expect(Math.min(...of('price'))).toBeLessThan(0);
});

it('ids stay links, and names of undocumented objects different', () => {
  const text =
    '[{"id":"o-88","price":1,"m":{"1.5":0,"2.5":0}},{"id":"x-1","previousOrderId":"o-88","price":"2.5"}]';
  const [first, second] = JSON.parse(hidden('publicOrder', text)) as Record<string, string>[];
  expect(second?.['previousOrderId']).toBe(first?.['id']);
  expect(Object.keys(first?.['m'] ?? {})).toHaveLength(2);
  expect(second?.['price']).toMatch(/^-?\d+(\.\d+)?$/);
});

/** The values of a body, in its order. */
const valuesOf = (body: string) =>
  [...body.matchAll(/"(?:value|price|outCapacity)":(-?[\d.]+)/g)].map(([, text]) => Number(text));

/** How the ranks of a day's values are correlated with those of their replacements. */
function correlation(id: string, form: SeededForm): number {
  const { body, record } = sampleBody(id);
  return rankCorrelation(valuesOf(body), valuesOf(seededText(record, body, 1, undefined, form)));
}

describe('the documented figures of what seeded values keep', () => {
  const page = readFileSync('docs/fixtures.md', 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z0-9-]+)` +\| +([\d.−]+) +\| +([\d.−]+) +\|$/gm)];
  const number = (text = '') => Number(text.replace('−', '-'));

  it.each(rows.map(([, id = '', kept, none]) => [id, number(kept), number(none)] as const))(
    'are those of the sample data for %s',
    (id, kept, none) => {
      expect(correlation(id, 'kept')).toBeCloseTo(kept, 1);
      expect(correlation(id, 'hidden')).toBeCloseTo(none, 1);
      expect(Math.abs(correlation(id, 'hidden'))).toBeLessThan(0.15);
    },
  );

  it('name flows and regulation volumes', () => {
    expect(rows.map(([, id]) => id)).toEqual(
      expect.arrayContaining(['intraday-scheduled-flow', 'regulation-down-volumes']),
    );
  });
});
