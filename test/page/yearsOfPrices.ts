import { hour, minute, seriesRecord, tableOf } from '../unit/table/charts/tables';
import type { Table } from '#src/table/columns/table';

/** Prices with a daily and a yearly course, some of them negative, others far above the usual. */
export function priceAt(at: number, premium: number): number {
  const day = Math.floor(at / (24 * hour));
  const ofDay = (at % (24 * hour)) / hour;
  const chance = (Math.abs(Math.sin(day * 12.9898 + Math.floor(ofDay) * 78.233)) * 43_758.5453) % 1;
  const own = premium * (1 + Math.sin(day / 3 + ofDay / 5));
  const season = 40 + 30 * Math.cos((2 * Math.PI * (day - 15)) / 365);
  const course = 25 * Math.sin(((ofDay - 5) / 24) * 4 * Math.PI) + 14 * Math.sin((ofDay / 24) * 2 * Math.PI);
  const solar = ofDay > 9 && ofDay < 15 ? -55 * Math.max(0, Math.sin((2 * Math.PI * (day - 80)) / 365)) : 0;
  const spike = chance > 0.998 ? 400 : 0;
  return Math.round((season + own + course + solar + 10 * chance + spike) * 100) / 100;
}

/**
 * Quarter-hour prices of two areas between two instants. The first area lacks four hours of the third day and
 * has nulls in the fifth; intervals of the second area are `secondMinutes` long.
 */
export function recordsBetween(start: number, end: number, secondMinutes = 15) {
  const valuesOf = (minutes: number, premium: number, isTorn: boolean) =>
    Array.from(
      { length: Math.round((end - start) / minute / minutes) },
      (_, index) => start + index * minutes * minute,
    )
      .filter((at) => !(isTorn && at >= start + 56 * hour && at < start + 60 * hour))
      .map((at) => ({
        startTime: new Date(at).toISOString(),
        endTime: new Date(at + minutes * minute).toISOString(),
        value: isTorn && at >= start + 104 * hour && at < start + 107 * hour ? null : priceAt(at, premium),
      }));
  return [
    seriesRecord({ deliveryArea: 'NO1' }, valuesOf(15, 0, true)),
    seriesRecord({ deliveryArea: 'SE3' }, valuesOf(secondMinutes, 12, false)),
  ];
}

/** The table of these records. */
export const pricesBetween = (start: number, end: number, secondMinutes = 15): Table =>
  tableOf('timeSeries', recordsBetween(start, end, secondMinutes));
