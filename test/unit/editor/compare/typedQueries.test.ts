import { expect, it } from 'vitest';
import { typedQueries } from '#src/editor/compare/typedQueries';
import { readQuery } from '#src/market/query/query';

/** 24 October 2026, noon UTC. */
const now = Date.UTC(2026, 9, 24, 12);
const queryFor = (dataset: string, parameters: Readonly<Record<string, string>>) => {
  const read = readQuery(dataset, parameters, now, 'Europe/Oslo');
  if ('problems' in read) throw new Error(read.problems.map(({ message }) => message).join(' '));
  return read.query;
};
const day = { startTime: '2026-03-20', endTime: '2026-03-20' };
const no1 = queryFor('dayahead-prices', { deliveryarea: 'NO1', currency: 'EUR', ...day });

it('a day that is typed is that of the same query', () => {
  const [found] = typedQueries(no1, ' 2026-03-19 ', now);
  expect(found?.label).toBe('$(calendar) 19 Mar 2026');
  expect(found?.query.parameters).toEqual({
    deliveryarea: 'NO1',
    currency: 'EUR',
    startTime: '2026-03-18T23:00:00Z',
    endTime: '2026-03-19T23:00:00Z',
  });
  expect(typedQueries(no1, 'yesterday', now)[0]?.label).toBe('$(calendar) 23 Oct 2026');
});

it('an area that is typed is that of the same query', () => {
  const [found] = typedQueries(no1, 'se3', now);
  expect(found?.label).toBe('$(location) SE3');
  expect(found?.query.parameters).toEqual({ ...no1.parameters, deliveryarea: 'SE3' });
});

it.each(['', 'NOR', 'official', '2026-03-20', 'NO1', '96 rows'])('%j only narrows the list down', (typed) => {
  expect(typedQueries(no1, typed, now)).toEqual([]);
});

it("an area doesn't replace a list of areas, or a flow between two areas", () => {
  const two = queryFor('dayahead-prices', { deliveryarea: 'NO1,NO2', ...day });
  const flow = queryFor('uk-flows', { deliveryareafrom: 'UK', deliveryareato: 'BE', ...day });
  expect([...typedQueries(two, 'SE3', now), ...typedQueries(flow, 'NO2', now)]).toEqual([]);
});
