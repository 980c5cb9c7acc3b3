import type { Period } from '../../market/time/deliveryDay';
import { formatUtcMs } from '../../market/time/zones';

export interface SeriesValue extends Period {
  /** `null` if the interval exists but its value is missing. */
  readonly value: number | null;
}

/** One record before it is written as text (docs/api.md, "Time series"). */
export interface SampleSeries {
  readonly type: string;
  readonly subType: string;
  readonly category: string;
  readonly unit: string;
  /** ISO 8601 duration. */
  readonly resolution: string;
  /** Number of decimals in every value. */
  readonly scale: number;
  /** Values by name. The role is always null. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly period: Period;
  /** Epoch milliseconds. */
  readonly createdTime: number;
  readonly values: readonly SeriesValue[];
}

/** Attributes as JSON, as the API writes them in TimeSeriesDto and PriceCurveDto. */
export function attributesText(attributes: Readonly<Record<string, string>>): string {
  const list = Object.entries(attributes).map(([name, value]) => ({ role: null, name, value }));
  return JSON.stringify(list);
}

/** A number with all its decimals, including trailing zeros: `12.10`. Never `-0.00`. */
export function decimalText(value: number, decimals: number): string {
  const unit = 10 ** decimals;
  return (Math.round(value * unit) / unit).toFixed(decimals);
}

/**
 * The record as JSON text. Not written by `JSON.stringify`, which can't write `12.10` like a real service.
 */
export function seriesText(series: SampleSeries): string {
  const values = series.values.map(
    ({ start, end, value }) =>
      `{"startTime":"${formatUtcMs(start)}","endTime":"${formatUtcMs(end)}",` +
      `"value":${value === null ? 'null' : decimalText(value, series.scale)}}`,
  );
  return (
    `{"type":${JSON.stringify(series.type)},"SubType":${JSON.stringify(series.subType)},` +
    `"scale":${series.scale},"resolution":${JSON.stringify(series.resolution)},` +
    `"attributes":${attributesText(series.attributes)},"unit":${JSON.stringify(series.unit)},` +
    `"startTime":"${formatUtcMs(series.period.start)}","endTime":"${formatUtcMs(series.period.end)}",` +
    `"values":[${values.join(',')}],"category":${JSON.stringify(series.category)},` +
    `"createdTime":${series.createdTime}}`
  );
}

/** The series without the values from 40% to 50% of its length, and with a null right after them. */
export function withGap(series: SampleSeries): SampleSeries {
  const from = Math.floor(series.values.length * 0.4);
  const to = Math.ceil(series.values.length * 0.5);
  const values = series.values
    .map((value, i) => (i === to ? { ...value, value: null } : value))
    .filter((_, i) => i < from || i >= to);
  return { ...series, values };
}
