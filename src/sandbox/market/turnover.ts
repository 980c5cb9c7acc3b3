import type { Period } from '../../market/time/deliveryDay';
import { minuteMs } from '../../market/time/zones';
import { windowOf, type SampleRequest, type Situation } from './sampleRequest';
import {
  clockHour,
  durationOf,
  isWeekend,
  publicationOf,
  publishedIntervals,
  timeUnitOf,
  winterOf,
} from './deliveryDays';
import { noise, seedOf } from './seed';
import type { SampleSeries } from './sampleSeries';

const seed = seedOf('turnover');

/** Power bought and sold in the auction, in MW rounded to 0.1, for the period that starts here. */
export function turnoverOf({ start }: Period): number {
  const winter = winterOf(start);
  const day = 1 - Math.cos(((clockHour(start) - 4) / 24) * 2 * Math.PI);
  const level = 34_000 + 9_000 * winter + 5_500 * day + (isWeekend(start) ? -3_000 : 0);
  return Math.round(10 * (level + 600 * noise(seed, start / (15 * minuteMs)))) / 10;
}

/** Turnover: one series per delivery day and side, in MW per market time unit. */
export function* turnover(request: SampleRequest, { now }: Situation): Iterable<SampleSeries> {
  const window = windowOf(request, now);
  for (const { day, period, step, intervals } of publishedIntervals(window, now, timeUnitOf)) {
    for (const side of ['buy', 'sell']) {
      yield {
        type: 'volume',
        subType: 'systemPrice',
        category: 'dayAhead',
        unit: 'MW',
        resolution: durationOf(step),
        scale: 1,
        attributes: { side, status: 'O' },
        period,
        createdTime: publicationOf(day),
        // Power that is bought here but not sold here comes from across the border.
        values: intervals.map((interval) => ({
          ...interval,
          value:
            turnoverOf(interval) +
            (side === 'buy' ? 400 * noise(seed, interval.start / (15 * minuteMs), 1) : 0),
        })),
      };
    }
  }
}
