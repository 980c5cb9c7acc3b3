import { hubAreas } from '../../market/datasets/areas';
import { formatUtcMs, hourMs, minuteMs } from '../../market/time/zones';
import type { SampleRequest, Situation } from './sampleRequest';
import { germanCodes } from './areaPrices';
import { borders } from './borders';
import { publishedDays } from './deliveryDays';
import { noise, seedOf } from './seed';

const areas = hubAreas.map(({ value }) => value);

/** How many minutes before delivery the capacities are published. */
const publications = [600, 480, 360, 240, 180, 120, 90, 75, 65, 30];

/** Publications become visible with this delay. */
const delayMs = 25 * minuteMs;

/** The area of the borders to which an end belongs. */
const areaOf = (code: string) => (germanCodes.includes(code) ? 'DE-LU' : (code.split('_')[0] ?? code));

/**
 * Capacities: one record per target area and publication, oldest first. Capacities are whole MW over all
 * paths, `out` from `daFrom` to the other area and `in` in the other direction.
 */
export function* capacities(
  { powerHour = '', daFrom = '', daTo }: SampleRequest,
  { now }: Situation,
): Iterable<string> {
  const start = Date.parse(powerHour);
  const hour = { start, end: start + hourMs };
  if (!areas.includes(daFrom) || [...publishedDays(hour, now)].length === 0) return;
  for (const daOther of daTo === undefined ? areas : areas.filter((code) => code === daTo)) {
    if (daOther === daFrom) continue;
    const [from, to] = [areaOf(daFrom), areaOf(daOther)];
    const direct = borders.some(
      (one) => (one.from === from && one.to === to) || (one.from === to && one.to === from),
    );
    const pair = [daFrom, daOther].sort().join(' ');
    const size = (direct ? 700 : 250) * (0.4 + noise(seedOf(pair)));
    for (const [i, minutes] of publications.entries()) {
      const published = start - minutes * minuteMs + Math.floor(40 * noise(start / hourMs, i)) * 1000;
      if (published + delayMs > now) break;
      // Trading uses capacity in one direction and frees it in the other, consistently for both areas.
      const moved = size * 1.2 * (noise(seedOf(pair), start / hourMs, i) - 0.5) * (i / 5);
      const sign = daFrom < daOther ? 1 : -1;
      const left = (share: number) => Math.max(0, Math.round(size + share * moved));
      yield JSON.stringify({
        areaFrom: daFrom,
        areaTo: daOther,
        deliveryStart: formatUtcMs(hour.start),
        deliveryEnd: formatUtcMs(hour.end),
        publicationTime: formatUtcMs(published),
        inCapacity: left(-sign),
        outCapacity: left(sign),
        border: direct,
        internal: minutes < 60,
      });
    }
  }
}
