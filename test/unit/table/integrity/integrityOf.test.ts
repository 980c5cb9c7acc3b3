import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datasets, findDataset } from '#src/market/datasets/datasets';
import type { FindingKey } from '#src/market/integrity/findings';
import type { Asked } from '#src/market/integrity/integrity';
import { askedOf } from '#src/market/integrity/asked';
import { judgementOf } from '#src/market/integrity/judgement';
import { shortfallsOf } from '#src/market/integrity/shortfalls';
import { gapsOf } from '#src/table/integrity/findingRows';
import { integrityOf } from '#src/table/integrity/integrityOf';
import { sortedRows } from '#src/table/rows/rows';
import type { Table } from '#src/table/columns/table';
import { atOnce } from '../atOnce';
import { hour, iso, minute, seriesRecord, start, tableOf, value, values } from '../charts/tables';

const unknown = { start: null, end: null, values: [] };
/** Long after the days of these tables: nothing of them is still to come. */
const now = Date.parse('2027-01-01T00:00:00Z');
const day = Array.from({ length: 96 }, () => 1);
const quarters = (from = 0) => values(day, 15, from);
/** A record with the time of its delivery. */
const placed = (record: Record<string, unknown>) => ({
  quantity: 1,
  ...record,
  deliveryStart: iso(start),
  deliveryEnd: iso(start + hour),
});
const capacity = placed({ areaFrom: 'NO1', areaTo: 'SE3', inCapacity: 1 });
const usual = { start, end: start + 24 * hour, values: [] };

const found = (table: Table, asked: Asked = unknown) => atOnce(integrityOf(table, asked));
const said = (table: Table, asked: Asked = unknown) => {
  const findings = found(table, asked);
  return {
    text: findings.map(({ text }) => text).join(', '),
    complete: findings.every(({ severity }) => severity !== 'problem'),
  };
};
const rowsOf = (table: Table, finding: FindingKey, asked: Asked = usual) =>
  Array.from(atOnce(sortedRows(table, [], [], { finding, asked })) ?? []);

describe('integrity of a table', () => {
  it('reads series, statuses, and the requested period', () => {
    const no1 = { deliveryArea: 'NO1', status: 'O' };
    const table = tableOf('timeSeries', [seriesRecord(no1, quarters().slice(0, 94))]);
    expect(said(table).text).toBe('94 of 94 quarter hours, official');
    expect(said(table, usual)).toEqual({
      text: '94 of 96 quarter hours, official, 2 missing',
      complete: false,
    });
  });

  it('counts several records of one series as one series', () => {
    const halves = [quarters().slice(0, 48), quarters().slice(48)];
    const table = tableOf(
      'timeSeries',
      halves.map((half) => seriesRecord({}, half)),
    );
    expect(said(table).text).toBe('1 series in 2 records, 96 of 96 quarter hours');
  });

  it('reports that no series has a value', () => {
    expect(found(tableOf('timeSeries', []))).toEqual([]);
    expect(said(tableOf('timeSeries', [seriesRecord({}, [])])).text).toBe('1 series without values');
  });

  it('reports nothing about capacities that can be placed, but that none of them has a value', () => {
    expect(found(tableOf('hubToHubCapacity', [capacity]))).toEqual([]);
    const none = { ...capacity, inCapacity: null, quantity: null };
    expect(found(tableOf('hubToHubCapacity', [none]))).toMatchObject([{ kind: 'noValues' }]);
  });
});

describe('values requested by name', () => {
  const asked = (dataset: string, parameters: Readonly<Record<string, string>>) =>
    askedOf({ dataset: findDataset(dataset)!, parameters }, now);
  const no1 = { deliveryArea: 'NO1', status: 'O', currency: 'EUR' };
  const prices = tableOf('timeSeries', [seriesRecord(no1, quarters())]);
  const about = (parameters: Readonly<Record<string, string>>) =>
    said(prices, asked('dayahead-prices', parameters));

  it("include an area that didn't arrive, even if nothing is missing from the others", () => {
    expect(about({ deliveryarea: 'no1,XX9' })).toEqual({
      text: '96 of 96 quarter hours, official, no data for XX9',
      complete: false,
    });
  });

  it('include currency and status, compared with what arrived', () => {
    const { text, complete } = about({ deliveryarea: 'NO1', currency: 'NOK', status: 'P' });
    expect(text).toContain('Status: requested P, received O');
    expect(text).toContain('Currency: requested NOK, received EUR');
    expect(complete).toBe(false);
  });

  it('are reported as missing if another area arrived, but only as possibly missing if it is another spelling', () => {
    expect(about({ deliveryarea: 'NO5' })).toMatchObject({ complete: false });
    expect(about({ deliveryarea: '10YNO-1--------2' })).toEqual({
      text: '96 of 96 quarter hours, official, Delivery area: requested 10YNO-1--------2, received NO1',
      complete: false,
    });
  });

  it('include a currency found in the unit, and an area found in either attribute', () => {
    const attributes = ['NO2', 'UK'].map((area, end) => {
      return { role: end === 0 ? 'from' : 'to', name: 'area', value: area };
    });
    const flow = tableOf('timeSeries', [{ ...seriesRecord({}, quarters()), attributes }]);
    expect(said(flow, asked('uk-flows', { deliveryarea: 'UK' })).complete).toBe(true);
    const priced = said(flow, asked('uk-auction-prices', { currency: 'GBP' }));
    expect(priced.text).toMatch(/Currency: requested GBP, received EUR$/);
  });

  it('are open if they are areas and currencies that no column contains', () => {
    const bare = tableOf('timeSeries', [seriesRecord({}, quarters(), { unit: 'MW' })]);
    const everything = { deliveryarea: 'NO1', blockname: 'Peak', currency: 'EUR', status: 'O' };
    expect(said(bare, asked('dayahead-prices', everything)).text).toBe(
      "96 of 96 quarter hours, the response doesn't say which area its values are for, " +
        "the response doesn't say which currency its values are in",
    );
    expect(said(bare, asked('dayahead-prices', { blockname: 'Peak', status: 'O' })).complete).toBe(true);
  });

  it('are also checked for orders and capacities', () => {
    const order = tableOf('publicOrder', [placed({ id: '1', deliveryArea: 'NO1' })]);
    const orders = said(order, asked('intraday-orders', { deliveryarea: 'NO1,SE3' }));
    // In a quiet hour, nobody has an order there.
    expect(orders).toEqual({ text: 'no data for SE3', complete: true });
    const elsewhere = said(order, asked('intraday-orders', { deliveryarea: 'SE3' }));
    expect(elsewhere.complete).toBe(false);
    const pair = tableOf('hubToHubCapacity', [capacity]);
    const from = (daFrom: string) => found(pair, asked('hub-to-hub-capacities', { daFrom }));
    expect(from('NO1')).toEqual([]);
    expect(from('SE3')[0]?.text).toBe('From area: requested SE3, received NO1');
  });

  it('are never reported as missing if they arrived', () => {
    const text = fc.stringMatching(/^[^,\s][^,]{0,8}[^,\s]$/);
    fc.assert(
      fc.property(fc.constantFrom(...datasets), fc.uniqueArray(text, { minLength: 1 }), (dataset, areas) => {
        const parameter = dataset.parameters.find(({ several }) => several);
        if (!parameter) return;
        const records = areas.map((area) => seriesRecord({ deliveryArea: area }, values([1])));
        const question = askedOf({ dataset, parameters: { [parameter.name]: areas.join(',') } }, now);
        const findings = found(tableOf('timeSeries', records), question);
        expect(findings.filter(({ kind }) => kind === 'absent')).toEqual([]);
      }),
    );
  });
});

describe('the rows of a finding', () => {
  const at = (place: number, amount: number | null = 1, minutes = 15) =>
    value(place * 15, place * 15 + minutes, amount);

  it('are the affected ones, with those they repeat or overlap', () => {
    const odd = [at(0), at(1), at(1), at(2, null), at(3, 1, 30), at(4), at(200)];
    const table = tableOf('timeSeries', [seriesRecord({}, odd)]);
    expect(rowsOf(table, { kind: 'duplicates' })).toEqual([1, 2]);
    expect(rowsOf(table, { kind: 'nulls' })).toEqual([3]);
    expect(rowsOf(table, { kind: 'overlaps' })).toEqual([4, 5]);
    expect(rowsOf(table, { kind: 'outside' })).toEqual([6]);
    expect(rowsOf(table, { kind: 'length', of: String(30 * minute) })).toEqual([4]);
  });

  it('are as many as the finding counts, whatever arrived', () => {
    const interval = fc.tuple(fc.nat(30), fc.constantFrom(1, 2, 4), fc.option(fc.nat(9)));
    const series = fc.record({
      status: fc.constantFrom('P', 'O'),
      list: fc.array(interval, { maxLength: 12 }),
    });
    const asked = { ...unknown, start, end: start + 5 * hour };
    fc.assert(
      fc.property(fc.array(series, { maxLength: 4 }), (all) => {
        const records = all.map(({ status, list }) =>
          seriesRecord(
            { status },
            list.map(([from, steps, amount]) => at(from, amount, steps * 15)),
          ),
        );
        const table = tableOf('timeSeries', records);
        for (const { kind, of, count, shows } of found(table, asked)) {
          if (shows !== 'rows') continue;
          const rows = rowsOf(table, of === undefined ? { kind } : { kind, of }, asked);
          if (kind === 'duplicates' || kind === 'overlaps' || kind === 'empty') {
            expect(rows.length).toBeGreaterThan(0);
          } else expect([kind, rows.length]).toEqual([kind, count]);
        }
      }),
    );
  });

  it('are those of one status, or the single row of a series without values', () => {
    const table = tableOf('timeSeries', [
      seriesRecord({ status: 'O' }, [at(0), at(1)]),
      seriesRecord({ status: 'P' }, [at(2)]),
      seriesRecord({ status: 'X' }, []),
    ]);
    expect(rowsOf(table, { kind: 'status', of: 'P' })).toEqual([2]);
    expect(rowsOf(table, { kind: 'empty' })).toEqual([3]);
  });

  it('can be filtered and sorted like all rows', () => {
    const table = tableOf('timeSeries', [seriesRecord({}, [at(0, 3), at(0, 1), at(1, 2)])]);
    const judged = { finding: { kind: 'duplicates' as const }, asked: usual };
    const work = sortedRows(table, [{ column: 'value' }], [{ column: 'value', op: '<', value: 9 }], judged);
    expect(Array.from(atOnce(work) ?? [])).toEqual([1, 0]);
  });
});

describe('missing intervals', () => {
  const hours = values(Array.from({ length: 24 }, () => 1));
  const table = tableOf('timeSeries', [
    seriesRecord({ deliveryArea: 'NO1' }, [...hours.slice(0, 2), ...hours.slice(4)]),
    seriesRecord({ deliveryArea: 'NO2' }, hours.slice(1)),
  ]);

  it('are listed with their series, up to the requested number', () => {
    expect(atOnce(gapsOf(table, usual, 10))).toEqual({
      total: 2,
      gaps: [
        { start: start + 2 * hour, end: start + 4 * hour, missing: 2, series: 'NO1' },
        { start, end: start + hour, missing: 1, series: 'NO2' },
      ],
    });
    expect(atOnce(gapsOf(table, usual, 1))).toMatchObject({ total: 2, gaps: [{ series: 'NO1' }] });
  });

  it('are those of official and preliminary prices together', () => {
    const turns = tableOf('timeSeries', [
      seriesRecord({ deliveryArea: 'NO1', status: 'O' }, hours.slice(0, 12)),
      seriesRecord({ deliveryArea: 'NO1', status: 'P' }, hours.slice(13)),
    ]);
    expect(atOnce(gapsOf(turns, usual, 9)).gaps).toMatchObject([{ missing: 1, series: 'NO1' }]);
  });

  it('lead to the rows next to them', () => {
    expect(rowsOf(table, { kind: 'missing', of: '0' })).toEqual([1, 2]);
    expect(rowsOf(table, { kind: 'missing', of: '1' })).toEqual([22]);
  });
});

describe('pages that the service has and the response lacks', () => {
  const whole = tableOf('timeSeries', [seriesRecord({ deliveryArea: 'NO1' }, quarters())]);
  const orders = tableOf('publicOrder', [placed({ id: '1', price: 1 })]);

  it.each([
    [4900, 4900, '100 of 5,000 records; the service has more pages'],
    [undefined, 1, 'the service has more pages'],
  ])('make a response incomplete that lacks nothing else (%s)', (more, count, text) => {
    for (const table of [whole, orders]) {
      const findings = found(table, { ...usual, furtherPages: { records: 100, more } });
      const lacks = { kind: 'furtherPages', count, text, severity: 'problem', shows: 'nothing' };
      expect(findings).toContainEqual(lacks);
      expect(judgementOf({ isWhole: true, rows: table.rows, findings })).toBe('incomplete');
      expect(shortfallsOf(findings)).toEqual([text]);
    }
  });
});

describe('orders that contain a time twice', () => {
  const at = Date.UTC(2026, 2, 20, 10);
  const order = (createdTimeEpoch: number | null, createdTime: string | null = iso(at)) => {
    return placed({ id: '1', createdTime, createdTimeEpoch });
  };

  it('are found if the two times differ, whatever the unit of the epoch', () => {
    const orders = [at, at / 1000, at + hour, null, at + 1].map((epoch) => order(epoch));
    const table = tableOf('publicOrder', [...orders, order(at, null)]);
    expect(found(table)).toMatchObject([
      { kind: 'epochs', count: 1, text: '1 row where epoch and time differ', severity: 'problem' },
    ]);
    expect(rowsOf(table, { kind: 'epochs' })).toEqual([2]);
  });

  it('are not found if the times agree, and areas are named only if there are several', () => {
    const inAreas = (...areas: string[]) =>
      found(
        tableOf(
          'publicOrder',
          areas.map((deliveryArea) => ({ ...order(at), deliveryArea })),
        ),
      );
    expect(inAreas('NO1', 'NO1')).toEqual([]);
    expect(inAreas('NO1', 'NO2')).toMatchObject([
      { kind: 'areas', count: 2, severity: 'note', shows: 'nothing' },
    ]);
  });
});
