import * as l10n from '@vscode/l10n';
import { formatCount, formatCounted } from '#src/text/l10n';
import { minuteMs } from '#src/market/time/zones';
import type { Series, SeriesChart } from '#src/protocol/charts/seriesChart';
import { absenceCounts } from '../model/absenceWords';
import type { ChartOptions } from '../model/chartOptions';
import { unitsOf } from '../model/valueAxes';
import { nowText } from '../model/now';
import { timeText } from '../model/axisTimes';
import { preparation } from '../model/preparation';
import { seriesMean, seriesValue } from '../model/valueText';

/**
 * The chart in a sentence: the number of values, their period, the minimum, maximum, and mean per unit, what
 * is missing, and the current time if the axis contains it. Figures are for the whole result, regardless of
 * the zoom.
 */
export function seriesSummary(chart: SeriesChart, options: ChartOptions): string {
  const differences = chart.series.filter(({ isDifference }) => isDifference);
  const values = chart.series.filter(({ isDifference }) => !isDifference);
  const series = values.length > 0 ? values : differences;
  const sum = (of: (one: Series) => number) => series.reduce((total, one) => total + of(one), 0);
  const count = sum(({ summary }) => summary.count);
  const nulls = sum(({ summary }) => summary.nulls);
  const texts = sum(({ summary }) => summary.texts ?? 0);
  const missing = (chart.absences ?? []).reduce((total, { missingCount }) => total + missingCount, 0);
  const { zone } = options;
  return [
    formatCounted(
      count,
      [l10n.t('{1}, {2}: {0} value from {3} to {4}'), l10n.t('{1}, {2}: {0} values from {3} to {4}')],
      options.title,
      namesOf(series.map(({ label }) => label)),
      timeText(chart.from, zone),
      timeText(chart.to, zone),
    ),
    ...unitsOf(series).flatMap((unit) => figuresOf(series, unit)),
    ...(values.length > 0 ? unitsOf(differences) : []).flatMap((unit) =>
      figuresOf(differences, unit).map((figures) => `${chart.formula ?? ''}: ${figures}`),
    ),
    ...preparation(values, chart.spread),
    ...absenceCounts({ missing, nulls, texts }, options.plan !== 'comparison'),
    ...(chart.omitted > 0 ? [l10n.t('{0} more series not shown', formatCount(chart.omitted))] : []),
    ...(options.range
      ? [l10n.t('shown from {0} to {1}', minute(options.range.from, zone), minute(options.range.to, zone))]
      : []),
    ...nowText(chart.axis ?? chart, options),
    l10n.t('times in {0}', zone),
  ].join(', ');
}

/** Rounded to the minute: ranges set with the wheel begin and end at arbitrary times. */
const minute = (at: number, zone: string) => timeText(Math.round(at / minuteMs) * minuteMs, zone);

/** `NO1`, `NO1 and NO2`, `NO1, NO2, and NO3`, `15 series (NO1, NO2, NO3, and 12 more)`. */
function namesOf(labels: readonly string[]): string {
  const others = labels.slice(0, -1).join(', ');
  const last = labels.at(-1) ?? '';
  if (labels.length <= 1) return last;
  if (labels.length === 2) return l10n.t('{0} and {1}', others, last);
  if (labels.length === 3) return l10n.t('{0}, and {1}', others, last);
  const more = labels.length - 3;
  return l10n.t('{0} series ({1}, and {2} more)', labels.length, labels.slice(0, 3).join(', '), more);
}

/** More means than this would only be a list of numbers. */
const mostMeans = 4;

/** Differences are named by their subject only, because the formula precedes them. */
const nameOf = ({ label, about, isDifference }: Series) => (isDifference ? (about?.subject ?? label) : label);

function figuresOf(series: readonly Series[], unit: string): string[] {
  const known = series.filter((one) => one.unit === unit && one.summary.count > 0);
  const [first] = known;
  if (!first) return [];
  const lowest = known.reduce((a, b) => (b.summary.min < a.summary.min ? b : a), first);
  const highest = known.reduce((a, b) => (b.summary.max > a.summary.max ? b : a), first);
  const of = (one: Series) => (known.length > 1 ? ` (${nameOf(one)})` : '');
  const mean = (one: Series) => `${seriesMean(one)}${of(one)}`;
  // A mean across several series would be meaningless, so several series of differences each get their own.
  const hasMeans = known.length === 1 || (first.isDifference === true && known.length <= mostMeans);
  const figures = [
    `${l10n.t('minimum {0}', seriesValue(lowest.summary.min, lowest))}${of(lowest)}`,
    `${l10n.t('maximum {0}', seriesValue(highest.summary.max, highest))}${of(highest)}`,
    ...(hasMeans && !known.some(({ summary }) => Number.isNaN(summary.mean))
      ? [l10n.t('mean {0}', known.map(mean).join(', '))]
      : []),
  ];
  return [`${figures.join(', ')} ${unit}`.trimEnd()];
}
