import fc from 'fast-check';
import { expect, it } from 'vitest';
import { columnNames } from '#src/range/columnNames';
import { propertyRuns } from '../propertyRuns';

const namesOf = (...columns: string[]) => [...columnNames(columns).values()];

it('a field that programs would confuse with another field, or with the partition, gets the next free number', () => {
  expect(namesOf('value', 'Value', 'VALUE')).toEqual(['value', 'Value_2', 'VALUE_3']);
  expect(namesOf('Day', 'day')).toEqual(['Day_2', 'day_3']);
  expect(namesOf('day_2', 'Day')).toEqual(['day_2', 'Day_3']);
  expect(namesOf('Day', 'day_2')).toEqual(['Day_2', 'day_2_2']);
  expect(namesOf('startTime', 'attribute.deliveryArea')).toEqual(['startTime', 'attribute.deliveryArea']);
});

it('names never collide, and stay the same when more columns follow', () => {
  const name = fc.oneof(fc.constantFrom('day', 'Day', 'DAY_2', 'day_2', 'value', 'Value'), fc.string());
  fc.assert(
    fc.property(fc.uniqueArray(name), fc.nat(), (columns, count) => {
      const names = columnNames(columns);
      const lower = [...names.values()].map((each) => each.toLowerCase());
      expect(new Set([...lower, 'day']).size).toBe(columns.length + 1);
      const first = columns.slice(0, count % (columns.length + 1));
      for (const [column, each] of columnNames(first)) expect(names.get(column)).toBe(each);
    }),
    { numRuns: propertyRuns(200, 10_000) },
  );
});
