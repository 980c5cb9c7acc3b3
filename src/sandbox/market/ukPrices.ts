import { hourMs, minuteMs } from '../../market/time/zones';
import { areaPrice } from './areaPrices';
import { areasOf, windowOf, type SampleRequest, type Situation } from './sampleRequest';
import { durationOf, publicationOf, publishedIntervals } from './deliveryDays';
import { exchangeRate } from './exchangeRates';
import type { SampleSeries } from './sampleSeries';

/** The two UK auctions. They are different markets with different prices, so they never share a series. */
const auctions: ReadonlyMap<string, { readonly unit: number; readonly premium: number }> = new Map([
  ['Half-hour', { unit: 30 * minuteMs, premium: 0.4 }],
  ['Hourly', { unit: hourMs, premium: 0 }],
]);

/** The default auction of each area, used if no block name is given. */
const usualAuction: ReadonlyMap<string, string> = new Map([
  ['UK', 'Half-hour'],
  ['NO2', 'Hourly'],
]);

/**
 * UK auction prices: one series per area and delivery day. The block names `Half-hour` and `Hourly` select
 * the auction. Without one, the UK has half-hours and NO2 (over its interconnector) has hours.
 */
export function* ukPrices(request: SampleRequest, { now }: Situation): Iterable<SampleSeries> {
  const window = windowOf(request, now);
  const requested = request.currency ?? 'GBP';
  const currency = requested === 'EUR' ? 'EUR' : 'GBP';
  for (const area of areasOf(request, [...usualAuction.keys()])) {
    const usual = usualAuction.get(area);
    if (usual === undefined) continue;
    const name = request.blockname ?? usual;
    const auction = auctions.get(name);
    if (!auction) continue;
    for (const { day, period, intervals } of publishedIntervals(window, now, () => auction.unit)) {
      const rate = exchangeRate(currency, day, 'O');
      yield {
        type: 'price',
        subType: 'area',
        category: 'ukAuction',
        unit: `${currency}/MWh`,
        resolution: durationOf(auction.unit),
        scale: 2,
        attributes: { deliveryArea: area, currency, status: 'O', blockname: name },
        period,
        createdTime: publicationOf(day),
        values: intervals.map((interval) => ({
          ...interval,
          value: (areaPrice(area, interval) + auction.premium) * rate,
        })),
      };
    }
  }
}
