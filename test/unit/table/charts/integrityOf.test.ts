import { describe, expect, it } from 'vitest';
import { integrityOf } from '../../../../src/table/charts/integrityOf';
import { atOnce } from '../atOnce';
import { minute, seriesRecord, start, tableOf, values } from './tables';

const judge = (...asked: Parameters<typeof integrityOf>) => atOnce(integrityOf(...asked));
const unknown = { start: null, end: null, values: [] };
const day = Array.from({ length: 96 }, () => 1);
const quarters = (from = 0) => values(day, 15, from);

describe('integrity of a table', () => {
  it('reads series, statuses and the asked period', () => {
    const no1 = { deliveryArea: 'NO1', status: 'O' };
    const table = tableOf('timeSeries', [seriesRecord(no1, quarters().slice(0, 94))]);
    expect(judge(table, unknown)?.text).toBe('94 of 94 quarter hours, official');
    const asked = { ...unknown, start, end: start + 24 * 60 * minute };
    expect(judge(table, asked)).toEqual({
      text: '94 of 96 quarter hours, official, 2 missing',
      complete: false,
    });
  });

  it('misses nothing where official prices end and preliminary ones go on', () => {
    const table = tableOf('timeSeries', [
      seriesRecord({ deliveryArea: 'NO1', Status: 'O' }, quarters()),
      seriesRecord({ deliveryArea: 'NO1', Status: 'P' }, quarters(1440)),
    ]);
    expect(judge(table, unknown)).toEqual({
      text: '2 series, 192 of 192 quarter hours, official and preliminary',
      complete: true,
    });
  });

  it('counts an area apart from another', () => {
    const table = tableOf('timeSeries', [
      seriesRecord({ deliveryArea: 'NO1' }, quarters()),
      seriesRecord({ deliveryArea: 'NO2' }, quarters().slice(1)),
    ]);
    expect(judge(table, unknown)?.text).toBe('2 series, 191 of 192 quarter hours, 1 missing');
  });

  it('names what was asked for and did not come', () => {
    const table = tableOf('timeSeries', [seriesRecord({ deliveryArea: 'NO1' }, quarters())]);
    const asking = (...values: string[]) =>
      judge(table, { ...unknown, values: [{ name: 'deliveryarea', values }] });
    expect(asking('no1', 'XX9', 'SE3')).toEqual({
      text: '96 of 96 quarter hours, nothing for XX9, SE3',
      complete: false,
    });
    expect(asking('NO1')?.complete).toBe(true);
    const short = tableOf('timeSeries', [seriesRecord({ area: 'NO1' }, quarters())]);
    const both = [{ name: 'deliveryarea', values: ['NO1', 'SE3'] }];
    expect(judge(short, { ...unknown, values: both })?.text).toMatch(/nothing for SE3$/);
    // The service may name areas otherwise than it is asked for them.
    expect(asking('10YNO-1--------2')?.complete).toBe(true);
  });

  it('is not asked of orders, curves, capacities and empty answers', () => {
    const order = { id: '1', deliveryStart: new Date(start).toISOString(), value: 3 };
    expect(judge(tableOf('publicOrder', [order]), unknown)).toBeNull();
    expect(judge(tableOf('hubToHubCapacity', [{ areaFrom: 'NO1' }]), unknown)).toBeNull();
    expect(judge(tableOf('timeSeries', []), unknown)).toBeNull();
    expect(judge(tableOf('timeSeries', [seriesRecord({}, [])]), unknown)).toBeNull();
  });
});
