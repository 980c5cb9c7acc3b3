import { minuteMs } from '../../src/market/zones';
import type { Series, SeriesChart } from '../../src/table/chartTypes';
import { formatCount } from '../figures';
import { calculated, formatValue } from './figures';
import type { Sight } from './sight';
import { timeText } from './times';

/**
 * The picture in a sentence: how many values, from when to when, the extremes and the mean per unit,
 * and what is missing. Figures are of the whole result, whatever is zoomed to.
 */
export function seriesSummary(chart: SeriesChart, sight: Sight): string {
  const { series } = chart;
  const sum = (of: (one: Series) => number) => series.reduce((total, one) => total + of(one), 0);
  const count = sum(({ summary }) => summary.count);
  const missing = sum(({ summary }) => summary.missing);
  const { zone } = sight;
  return [
    `${sight.title}, ${namesOf(series.map(({ label }) => label))}: ` +
      `${formatCount(count)} ${count === 1 ? 'value' : 'values'} ` +
      `from ${timeText(chart.from, zone)} to ${timeText(chart.to, zone)}`,
    ...[...new Set(series.map(({ unit }) => unit))].flatMap((unit) => figuresOf(series, unit)),
    ...(missing > 0 ? [`${formatCount(missing)} missing`] : []),
    ...(chart.omitted > 0 ? [`${formatCount(chart.omitted)} more series not drawn`] : []),
    ...(sight.range
      ? [`shown from ${minute(sight.range.from, zone)} to ${minute(sight.range.to, zone)}`]
      : []),
    `times in ${zone}`,
  ].join(', ');
}

/** Ranges end wherever the wheel left them. */
const minute = (at: number, zone: string) => timeText(Math.round(at / minuteMs) * minuteMs, zone);

/** `NO1`, `NO1, NO2 and NO3`, `15 series (NO1, NO2, NO3 and 12 more)`. */
export function namesOf(labels: readonly string[]): string {
  if (labels.length <= 3) return labels.join(', ').replace(/, (?=[^,]*$)/, ' and ');
  const more = labels.length - 3;
  return `${labels.length} series (${labels.slice(0, 3).join(', ')} and ${more} more)`;
}

function figuresOf(series: readonly Series[], unit: string): string[] {
  const known = series.filter((one) => one.unit === unit && one.summary.count > 0);
  const [first] = known;
  if (!first) return [];
  const lowest = known.reduce((a, b) => (b.summary.min < a.summary.min ? b : a));
  const highest = known.reduce((a, b) => (b.summary.max > a.summary.max ? b : a));
  const of = ({ label }: Series) => (known.length > 1 ? ` (${label})` : '');
  const figures = [
    `min ${formatValue(lowest.summary.min, unit)}${of(lowest)}`,
    `max ${formatValue(highest.summary.max, unit)}${of(highest)}`,
    // A mean over several series would be of nothing.
    ...(known.length === 1 ? [`mean ${formatValue(calculated(first.summary.mean), unit)}`] : []),
  ];
  return [`${figures.join(', ')} ${unit}`.trimEnd()];
}
