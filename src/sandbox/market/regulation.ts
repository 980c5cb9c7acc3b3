import { hourMs, minuteMs } from '../../market/time/zones';
import { hasPrice, subscribedAreas } from './areaPrices';
import { areasOf, windowOf, type SampleRequest, type Situation } from './sampleRequest';
import { durationOf, publishedIntervals } from './deliveryDays';
import { drift, noise, seedOf } from './seed';
import type { SampleSeries } from './sampleSeries';

const quarterMs = 15 * minuteMs;

/** In MW; 0 if no regulation is needed, `null` if the operator reported nothing. */
function downVolume(seed: number, start: number): number | null {
  const quarter = start / quarterMs;
  if (noise(seed, quarter, 1) < 0.01) return null;
  const need = drift(seed, start / (3 * hourMs)) - 0.45;
  return need <= 0 ? 0 : Math.round(320 * need * (0.6 + 0.8 * noise(seed, quarter)));
}

/** Down-regulation volumes: one series per area and day, in MW per quarter hour, available after delivery. */
export function* regulationDown(request: SampleRequest, { now }: Situation): Iterable<SampleSeries> {
  const window = windowOf(request, now);
  for (const area of areasOf(request, subscribedAreas)) {
    if (!hasPrice(area)) continue;
    const seed = seedOf(`regulation ${area}`);
    for (const { period, intervals } of publishedIntervals(window, now, () => quarterMs)) {
      yield {
        type: 'volume',
        subType: 'automaticDown',
        category: 'regulation',
        unit: 'MW',
        resolution: durationOf(quarterMs),
        scale: 0,
        attributes: { deliveryArea: area, direction: 'down' },
        period,
        createdTime: period.start + quarterMs,
        values: intervals
          .filter((quarter) => quarter.end <= now)
          .map((quarter) => ({ ...quarter, value: downVolume(seed, quarter.start) })),
      };
    }
  }
}
