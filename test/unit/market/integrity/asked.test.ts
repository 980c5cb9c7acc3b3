import { describe, expect, it } from 'vitest';
import { findDataset } from '#src/market/datasets/datasets';
import { askedOf } from '#src/market/integrity/asked';

const asked = (id: string, parameters: Record<string, string>) =>
  askedOf({ dataset: findDataset(id)!, parameters }, 0);

describe('what a response is compared with', () => {
  it('is the requested period and every requested value, each area of a list separately', () => {
    const { start, end, values } = asked('uk-flows', {
      deliveryarea: 'UK,NO2',
      deliveryareafrom: 'BE, NL',
      connection: 'North, Sea',
      startTime: '2026-03-29T00:00:00Z',
      endTime: '2026-03-30T00:00:00Z',
    });
    expect([start, end]).toEqual([Date.UTC(2026, 2, 29), Date.UTC(2026, 2, 30)]);
    expect(values.map(({ name, values }) => [name, values])).toEqual([
      ['deliveryarea', ['UK', 'NO2']],
      ['deliveryareafrom', ['BE', 'NL']],
      // Not a list.
      ['connection', ['North, Sea']],
    ]);
    expect(values[0]).toMatchObject({ label: 'Delivery area', kind: 'deliveryArea' });
  });

  it('says when the market time unit changed, as far as that is known', () => {
    expect(asked('dayahead-prices', {}).unitChange).toBe(Date.parse('2025-10-01T00:00+02:00'));
    expect(asked('uk-flows', {}).unitChange).toBeUndefined();
  });

  it('has no bounds if the service chose them', () => {
    expect(asked('dayahead-prices', {})).toMatchObject({ start: null, end: null, values: [] });
  });
});
