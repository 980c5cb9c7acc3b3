import type { Period } from '../../market/time/deliveryDay';
import { areaPrice, dayAheadAreas, subscribedAreas } from './areaPrices';
import { areasOf, windowOf, type SampleRequest, type Situation } from './sampleRequest';
import {
  atWallTime,
  durationOf,
  stepsIn,
  publicationOf,
  publishedDays,
  belongsTo,
  timeUnitOf,
  type DeliveryDay,
} from './deliveryDays';
import { exchangeRate, officialFrom } from './exchangeRates';
import type { SampleSeries, SeriesValue } from './sampleSeries';

/** The hours of the wall clock at which each block starts and ends. */
const blocks: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['Off-peak 1', [0, 8]],
  ['Peak', [8, 20]],
  ['Off-peak 2', [20, 24]],
]);

/** Areas that are also quoted in currencies other than the euro; elsewhere, prices are always in euro. */
const northernArea = /^((NO|SE|DK|FI)\d?|SYS)$/;
const northernCurrencies = new Set(['NOK', 'SEK', 'DKK']);

/**
 * The statuses that the day's prices have at `now`: preliminary prices are kept until the delivery day ends.
 */
function statusesOf(day: DeliveryDay, currency: string, now: number): readonly ('P' | 'O')[] {
  const official = officialFrom(day.day, currency) <= now;
  if (currency === 'EUR') return ['O'];
  const recent = day.period.end > now;
  return official ? (recent ? ['O', 'P'] : ['O']) : ['P'];
}

/** Irregularities on some days: three missing values, and one that is null. */
function withOddities(area: string, day: string, values: readonly SeriesValue[]): SeriesValue[] {
  const date = day.slice(8);
  const kept = area === 'SE2' && date === '13' ? (i: number) => i < 10 || i > 12 : () => true;
  const empty = area === 'EE' && date === '07' ? 7 : -1;
  return values
    .map((value, i) => (i === empty ? { ...value, value: null } : value))
    .filter((_, i) => kept(i));
}

function blockOf({ day }: DeliveryDay, name: string): Period | undefined {
  const hours = blocks.get(name);
  return hours && { start: atWallTime(day, hours[0]), end: atWallTime(day, hours[1]) };
}

/**
 * Day-ahead prices: one series per area, delivery day, and status. Without a block name, the prices of the
 * market time units; with one, the mean over the block's actual duration.
 */
export function* dayAheadPrices(request: SampleRequest, { now }: Situation): Iterable<SampleSeries> {
  const window = windowOf(request, now);
  for (const area of areasOf(request, subscribedAreas)) {
    if (!dayAheadAreas.includes(area)) continue;
    const requested = request.currency ?? 'EUR';
    const currency = northernCurrencies.has(requested) && northernArea.test(area) ? requested : 'EUR';
    for (const day of publishedDays(window, now)) {
      const unit = timeUnitOf(day.day);
      const block = request.blockname === undefined ? undefined : blockOf(day, request.blockname);
      if (request.blockname !== undefined && !block) continue;
      const statuses = statusesOf(day, currency, now);
      const status = request.status === undefined ? statuses[0] : statuses.find((s) => s === request.status);
      if (!status) continue;
      const rate = exchangeRate(currency, day.day, status);
      const values = (block ? [block] : stepsIn(day.period, unit)).map((interval) => ({
        ...interval,
        value: areaPrice(area, interval) * rate,
      }));
      yield {
        type: 'price',
        subType: 'area',
        category: 'dayAhead',
        unit: `${currency}/MWh`,
        resolution: durationOf(block ? block.end - block.start : unit),
        scale: 2,
        attributes: {
          deliveryArea: area,
          status,
          currency,
          confirmationStatus: status === 'O' ? 'confirmed' : 'unconfirmed',
          ...(request.blockname === undefined ? {} : { blockname: request.blockname }),
        },
        period: day.period,
        createdTime: status === 'O' ? officialFrom(day.day, currency) : publicationOf(day.day),
        values: (block ? values : withOddities(area, day.day, values)).filter(belongsTo(window)),
      };
    }
  }
}
