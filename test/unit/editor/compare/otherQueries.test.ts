import { expect, it } from 'vitest';
import { otherQueries, typedQueries } from '#src/editor/compare/otherQueries';
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

it('a day that is typed is requested with the same query', () => {
  const [found] = typedQueries(no1, ' 2026-03-19 ', false, now);
  expect(found?.label).toBe('$(calendar) 19 Mar 2026');
  expect(found?.query.parameters).toEqual({
    deliveryarea: 'NO1',
    currency: 'EUR',
    startTime: '2026-03-18T23:00:00Z',
    endTime: '2026-03-19T23:00:00Z',
  });
  expect(typedQueries(no1, 'yesterday', false, now)[0]?.label).toBe('$(calendar) 23 Oct 2026');
});

it('an area that is typed is requested with the same query', () => {
  const [found] = typedQueries(no1, 'se3', false, now);
  expect(found?.label).toBe('$(location) SE3');
  expect(found?.query.parameters).toEqual({ ...no1.parameters, deliveryarea: 'SE3' });
});

it.each(['', 'NOR', 'official', '2026-03-20', 'NO1', '96 rows'])('%j only narrows the list down', (typed) => {
  expect(typedQueries(no1, typed, false, now)).toEqual([]);
});

it("an area doesn't replace a list of areas, or a flow between two areas", () => {
  const two = queryFor('dayahead-prices', { deliveryarea: 'NO1,NO2', ...day });
  const flow = queryFor('uk-flows', { deliveryareafrom: 'UK', deliveryareato: 'BE', ...day });
  expect([...typedQueries(two, 'SE3', false, now), ...typedQueries(flow, 'NO2', false, now)]).toEqual([]);
});

it('any areas that are typed can be drawn in the chart of others', () => {
  const two = queryFor('dayahead-prices', { deliveryarea: 'NO1,NO2', ...day });
  const [found] = typedQueries(two, 'Stockholm, FI', true, now);
  expect(found?.label).toBe('$(location) SE3, FI');
  expect(found?.query.parameters.deliveryarea).toBe('SE3,FI');
  expect(otherQueries(two, true, now).areas.map(({ label }) => label)).toContain('SE3');
});

it("a day whose data isn't published yet says so, and is counted from the day of the result", () => {
  expect(typedQueries(no1, 'tomorrow', false, now)[0]?.description).toBe('');
  expect(typedQueries(no1, 'today+2d', false, now)[0]?.description).toBe('Not published yet');
  expect(typedQueries(no1, '-7d', false, now)[0]?.label).toBe('$(calendar) 13 Mar 2026');
});

it('curves are compared with those of other days, and orders with nothing', () => {
  const labels = (dataset: string, parameters: Record<string, string>, typed: string) =>
    typedQueries(queryFor(dataset, parameters), typed, false, now).map(({ label }) => label);
  expect(labels('dayahead-curves', { date: '2026-03-20' }, '2026-03-19')).toEqual([
    '$(calendar) 19 Mar 2026',
  ]);
  expect(labels('intraday-orders', { deliveryarea: 'NO1', ...day }, '2026-03-19')).toEqual([]);
});
