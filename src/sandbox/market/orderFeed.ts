import { orderAreas } from '../../market/datasets/areas';
import type { Period } from '../../market/time/deliveryDay';
import { hourMs, minuteMs } from '../../market/time/zones';
import { subscribedAreas } from './areaPrices';
import { areasOf, type SampleRequest, type Situation } from './sampleRequest';
import { historyStart } from './deliveryDays';
import { orderEvents } from './orderEvents';
import { noise, seedOf } from './seed';

/** Updates of orders become visible with this delay. */
const delayMs = 20 * minuteMs;

/** Germany's areas in intraday trading are its transmission systems. */
const subscribed = subscribedAreas.map((area) => (area === 'DE-LU' ? 'TTG' : area));
const traded = new Set(orderAreas.map(({ value }) => value));

/** Without bounds, the last published clock hour. With one bound, the hour next to it. */
function orderWindow({ startTime, endTime }: SampleRequest, latest: number): Period {
  const start = startTime === undefined ? undefined : Date.parse(startTime);
  const end = endTime === undefined ? undefined : Date.parse(endTime);
  const lastHour = Math.floor(latest / hourMs) * hourMs;
  const to = end ?? (start === undefined ? lastHour : start + hourMs);
  return { start: Math.max(start ?? to - hourMs, historyStart), end: Math.min(to, latest) };
}

/** The UTC clock hours that the period touches. */
function* hoursIn({ start, end }: Period): Iterable<Period> {
  for (let at = Math.floor(start / hourMs) * hourMs; at < end; at += hourMs)
    yield { start: at, end: at + hourMs };
}

/** Number of order events in one hour and area in normal trading. */
function usualCount(area: string, { start }: Period): number {
  return Math.round(1500 * (0.75 + 0.5 * noise(seedOf(area), start / hourMs)));
}

/**
 * Intraday orders: order events that were updated within the period, by hour and then by area. The events of
 * an hour don't depend on the period, so overlapping periods agree. Only a fixed number of records is spread
 * over the whole period instead: exactly this many, or none if there is no area.
 */
export function* orders(request: SampleRequest, { now, orders: fixed }: Situation): Iterable<string> {
  const window = orderWindow(request, now - delayMs);
  // Nothing in the period has been published yet.
  if (window.end <= window.start) return;
  const areas = areasOf(request, subscribed).filter((area) => traded.has(area));
  const parts = [...hoursIn(window)].flatMap((hour) => areas.map((area) => ({ hour, area })));
  const shareUntil = (part: number) => Math.floor(((fixed ?? 0) * part) / parts.length);
  for (const [i, { hour, area }] of parts.entries()) {
    const within = { start: Math.max(hour.start, window.start), end: Math.min(hour.end, window.end) };
    const events =
      fixed === undefined
        ? orderEvents(area, hour, usualCount(area, hour))
        : orderEvents(area, within, shareUntil(i + 1) - shareUntil(i));
    for (const { updated, text } of events) {
      if (updated >= window.start && updated < window.end) yield text;
    }
  }
}
