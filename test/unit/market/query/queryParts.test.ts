import { describe, expect, it } from 'vitest';
import { datasets, findDataset } from '#src/market/datasets/datasets';
import { partText, queryParts, takesSeveral, type QueryPart } from '#src/market/query/queryParts';

const partOf = (dataset: string, label: string) => {
  const part = queryParts(findDataset(dataset)!).find((each) => each.label === label);
  if (!part) throw new Error(label);
  return part;
};

describe('the parts of a query', () => {
  it.each(datasets.map((dataset) => [dataset.id, dataset] as const))(
    'begin with the time, so that it is prompted for at the same step: %s',
    (_, dataset) => {
      const [first] = queryParts(dataset);
      expect(['instant', 'date', 'powerHour']).toContain(first?.parameters[0]?.kind);
    },
  );

  it('contain each parameter of the dataset once', () => {
    for (const dataset of datasets) {
      const names = queryParts(dataset).flatMap(({ parameters }) => parameters.map(({ name }) => name));
      expect([...names].sort()).toEqual(dataset.parameters.map(({ name }) => name).sort());
    }
  });
});

describe('a part of a query', () => {
  /** The labels of all datasets' parts that meet the condition, and of those that don't. */
  const divided = (holds: (part: QueryPart) => boolean) => {
    const parts = datasets.flatMap((dataset) => queryParts(dataset));
    const labels = (wanted: boolean) =>
      [...new Set(parts.filter((part) => holds(part) === wanted).map(({ label }) => label))].sort();
    return [labels(true), labels(false)];
  };

  it('says whether a value is understood without its name', () => {
    expect(divided(({ needsNoName }) => needsNoName)).toEqual([
      ['Currency', 'Delivery area', 'Delivery date', 'Period', 'Power hour', 'Status'],
      ['Block name', 'Endpoint', 'From area', 'Interconnector', 'To area'],
    ]);
  });

  it('says whether a value can be added to it', () => {
    expect(divided(takesSeveral)[0]).toEqual(['Delivery area']);
  });

  it('says whether it can be skipped in a prompt', () => {
    const required = (dataset: string) =>
      queryParts(findDataset(dataset)!)
        .filter(({ isRequired }) => isRequired)
        .map(({ label }) => label);
    expect(required('hub-to-hub-capacities')).toEqual(['Power hour', 'From area']);
    expect(required('dayahead-curves')).toEqual(['Delivery date']);
    expect(required('uk-flows')).toEqual([]);
  });

  it('says since when a period is counted in quarter hours, if that is known', () => {
    expect(partOf('dayahead-prices', 'Period').quarterHoursFrom).toBe('2025-10-01');
    expect(partOf('uk-auction-prices', 'Period').quarterHoursFrom).toBeUndefined();
  });
});

describe('the text of a part', () => {
  const period = partOf('dayahead-prices', 'Period');
  const day = { startTime: '2026-03-28T23:00:00Z', endTime: '2026-03-29T22:00:00Z' };

  it.each([
    ['a delivery day by its name', 'Europe/Oslo', day, '29 Mar 2026'],
    ['a delivery day by its name in every zone', 'UTC', day, '29 Mar 2026'],
    [
      'several days by the first and the last',
      'Europe/Oslo',
      { ...day, endTime: '2026-03-31T22:00:00Z' },
      '29 Mar 2026 to 31 Mar 2026',
    ],
    [
      'hours of a day without the day twice',
      'UTC',
      { startTime: '2026-03-20T10:00:00Z', endTime: '2026-03-20T12:00:00Z' },
      '2026-03-20 10:00 to 12:00',
    ],
    [
      'hours of a clock-change day with their offsets',
      'Europe/Oslo',
      { startTime: '2026-10-25T00:00:00Z', endTime: '2026-10-25T02:00:00Z' },
      '2026-10-25 02:00 +02:00 to 2026-10-25 03:00 +01:00',
    ],
    [
      'with offsets a period of which one end is on a clock-change day',
      'Europe/Oslo',
      { startTime: '2026-10-24T10:00:00Z', endTime: '2026-10-25T11:00:00Z' },
      '2026-10-24 12:00 +02:00 to 2026-10-25 12:00 +01:00',
    ],
    [
      'no day for a period without length',
      'UTC',
      { startTime: '2026-03-20T00:00:00Z', endTime: '2026-03-20T00:00:00Z' },
      '2026-03-20 00:00 to 00:00',
    ],
    ['an open end', 'UTC', { startTime: '2026-03-20T10:00:00Z' }, 'from 2026-03-20 10:00'],
    ['an open start', 'UTC', { endTime: '2026-03-20T10:00:00Z' }, 'until 2026-03-20 10:00'],
    ['nothing if both ends were left out', 'UTC', {}, ''],
  ])('says %s', (_, zone, parameters, text) => {
    expect(partText(period, { parameters }, zone)).toBe(text);
  });

  it.each([
    ['dayahead-prices', 'Delivery area', { deliveryarea: 'NO1,SE3' }, 'NO1, SE3'],
    ['dayahead-prices', 'Status', { status: 'P' }, 'preliminary'],
    ['dayahead-prices', 'Currency', {}, ''],
    ['dayahead-curves', 'Delivery date', { date: '2026-03-29' }, '29 Mar 2026'],
    ['hub-to-hub-capacities', 'Power hour', { powerHour: '2026-03-20T10:00:00Z' }, '2026-03-20 10:00'],
  ])('%s: %s', (dataset, label, parameters, text) => {
    expect(partText(partOf(dataset, label), { parameters }, 'UTC')).toBe(text);
  });
});
