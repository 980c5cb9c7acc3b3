import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datasets } from '#src/market/datasets/datasets';
import { propertyRuns } from '../../propertyRuns';
import { answersOf } from '../types/answers';
import { sampleBody } from './sampleBody';
import { rankCorrelation } from './rankCorrelation';
import { seededText } from './seededText';

/** A number of a measured field, as JSON. */
const measured = /"(value|price|volume|quantity|inCapacity|outCapacity|volumeNetFlows)":\s*-?[\d.]+/g;

describe.each(datasets.map((dataset) => [dataset.id, dataset] as const))(
  'numbers of %s',
  (_, { record, ...dataset }) => {
    it.each(answersOf({ record, ...dataset }))(
      'are the same for other numbers, so they say nothing about those of $name',
      ({ text }) => {
        const made = seededText(record, text);
        const number = fc.constantFrom('0', '-0.00', '7', '12.10', '-123456.75');
        fc.assert(
          fc.property(fc.infiniteStream(number), (numbers) => {
            const other = text.replace(measured, (all) =>
              all.replace(/-?[\d.]+$/, numbers.next().value as string),
            );
            expect(seededText(record, other, 1, [13])).toBe(made);
          }),
          { numRuns: propertyRuns(5) },
        );
      },
    );
  },
);

it('drawn integers are integers, and only what can be negative is', () => {
  const records = Array.from({ length: 300 }, () => '{"price":1.5,"quantity":1,"count":3,"rate":0.5}');
  const made = JSON.parse(seededText('publicOrder', `[${records.join()}]`)) as Record<string, number>[];
  const of = (name: string) => made.map((each) => each[name] ?? Number.NaN);
  expect([...of('quantity'), ...of('count')].every(Number.isInteger)).toBe(true);
  expect(of('rate').every(Number.isInteger)).toBe(false);
  expect(Math.min(...of('quantity'), ...of('count'), ...of('rate'))).toBe(0);
  expect(Math.min(...of('price'))).toBeLessThan(0);
});

it('ids stay links, and names of undocumented objects different', () => {
  const text =
    '[{"id":"o-88","price":1,"m":{"1.5":0,"2.5":0}},{"id":"x-1","previousOrderId":"o-88","price":"2.5"}]';
  const [first, second] = JSON.parse(seededText('publicOrder', text)) as Record<string, string>[];
  expect(second?.['previousOrderId']).toBe(first?.['id']);
  expect(Object.keys(first?.['m'] ?? {})).toHaveLength(2);
  expect(second?.['price']).toMatch(/^-?\d+(\.\d+)?$/);
});

/** The values of a body, in its order. */
const valuesOf = (body: string) =>
  [...body.matchAll(/"(?:value|price|outCapacity)":(-?[\d.]+)/g)].map(([, text]) => Number(text));

it.each(['uk-flows', 'intraday-scheduled-flow', 'regulation-down-volumes'])(
  'the order of the values of %s, which vary in size or are often zero, says nothing about those that were sent',
  (id) => {
    const { body, record } = sampleBody(id);
    expect(Math.abs(rankCorrelation(valuesOf(body), valuesOf(seededText(record, body))))).toBeLessThan(0.15);
  },
);
