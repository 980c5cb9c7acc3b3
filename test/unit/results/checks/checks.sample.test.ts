import { afterAll, beforeAll, expect, it } from 'vitest';
import { datasets } from '#src/market/datasets/datasets';
import { dayPeriod, marketZone } from '#src/market/time/deliveryDay';
import { saturday, visit, type Visit } from '../../sandbox/sampleRequests';
import { checksFor } from './checkedResponse';

let service: Visit;
beforeAll(async () => {
  service = await visit();
});
afterAll(() => service.sandbox.close());

/** The check `complete` of what the sample service returns for these days, the last one included. */
async function completeOf(dataset: string, first: string, last: string, more: Record<string, string>) {
  const utc = (instant: number) => new Date(instant).toISOString();
  const period = {
    startTime: utc(dayPeriod(first, marketZone).start),
    endTime: utc(dayPeriod(last, marketZone).end),
  };
  const reply = await service.get(dataset, { ...more, ...period });
  const body = reply.bytes.toString();
  const [, complete] = await checksFor({
    dataset,
    parameters: { ...more, startTime: first, endTime: last },
    expect: { complete: true },
    body,
    askedAt: saturday,
  });
  return { complete, body };
}

/** Has values that are null on purpose. */
const regulation = 'regulation-down-volumes';
const blocks = ['Off-peak 1', 'Peak', 'Off-peak 2'];
it.each([
  ...datasets
    .filter(({ id, record }) => record === 'timeSeries' && id !== regulation)
    .map(({ id, parameters }) => {
      const asksArea = parameters.some(({ name }) => name === 'deliveryarea');
      const area = id.startsWith('uk') ? 'UK' : 'NO1';
      return [id, asksArea ? { deliveryarea: area } : {}] as const;
    }),
  ...blocks.map((blockname) => ['dayahead-prices', { deliveryarea: 'NO1,SE3', blockname }] as const),
  ['dayahead-prices', { deliveryarea: 'NO1,SE3', currency: 'NOK', blockname: 'Peak' }] as const,
  ['uk-auction-prices', { deliveryarea: 'UK', currency: 'EUR', blockname: 'Hourly' }] as const,
])('whole days of the sample service are complete: %s %o', async (dataset, more) => {
  for (const [first, last] of [
    ['2026-11-18', '2026-11-18'],
    ['2026-10-22', '2026-10-28'],
  ] as const) {
    const { complete } = await completeOf(dataset, first, last, more);
    expect(complete).toMatchObject({ ok: true, message: 'The response is complete.' });
  }
});

it('regulation volumes of the sample service fail only because of their null values', async () => {
  const day = '2026-11-18';
  const { complete } = await completeOf(regulation, day, day, { deliveryarea: 'NO1' });
  expect(complete!.actual).toEqual({ nulls: 1 });
});
