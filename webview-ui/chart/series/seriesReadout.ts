import * as l10n from '@vscode/l10n';
import { minuteMs } from '../../../src/market/time/zones';
import type { Series } from '../../../src/table/chartTypes';
import type { AxisIndex, CrosshairReadout } from '../model/drawing';
import { formatValue } from '../model/valueText';
import { lastAtOrBefore } from '../model/visibleRange';
import { instantInBoth, intervalInBoth } from '../model/timeText';

/** A series that is drawn, with its style and axis. */
export interface ShownSeries {
  series: Series;
  style: number;
  axis: AxisIndex;
}

/** Index of the interval that contains the instant, -1 if none does. */
function indexAt({ start, end }: Series, at: number): number {
  const index = lastAtOrBefore(start, at);
  return index >= 0 && at < (end[index] ?? NaN) ? index : -1;
}

const noValue = () => l10n.t('no value');

/** A difference has its sign, so that it isn't taken for a value. */
export const seriesValue = (value: number, { unit, isDifference }: Series): string =>
  `${isDifference && value > 0 ? '+' : ''}${formatValue(value, unit)}`;

/** `54.20`, `no value`, or the extremes where many intervals share a pixel. */
function valueText(series: Series, index: number): string {
  const { value, low, reduced } = series;
  const high = value[index] ?? NaN;
  if (Number.isNaN(high)) return noValue();
  const least = low?.[index] ?? high;
  if (!reduced || least === high) return seriesValue(high, series);
  return l10n.t('{0} to {1}', seriesValue(least, series), seriesValue(high, series));
}

/** The values of all series at an instant. The text names the shortest interval there. */
export function seriesReadout(shown: readonly ShownSeries[], at: number, zone: string): CrosshairReadout {
  const found = shown
    .map((one) => ({ ...one, index: indexAt(one.series, at) }))
    .filter(({ index }) => index >= 0);
  const width = ({ series: { start, end }, index }: (typeof found)[number]) =>
    (end[index] ?? NaN) - (start[index] ?? NaN);
  const [first, ...others] = found;
  if (!first) {
    return {
      text: l10n.t('No interval at {0}', instantInBoth(Math.round(at), zone)),
      x: at,
      interval: null,
      dots: [],
      values: new Map(),
    };
  }
  const finest = others.reduce((a, b) => (width(b) < width(a) ? b : a), first);
  const interval = {
    from: finest.series.start[finest.index] ?? at,
    to: finest.series.end[finest.index] ?? at,
  };
  const pixel = finest.series.reduced;
  // A pixel column begins between two minutes.
  const bounds = pixel
    ? [Math.floor(interval.from / minuteMs), Math.ceil(interval.to / minuteMs)].map((at) => at * minuteMs)
    : [interval.from, interval.to];
  const texts = found.map(({ series, index }) => ({ series, text: valueText(series, index) }));
  const values = texts.map(({ series: { label, unit }, text }) => {
    const said = text === noValue() || unit === '' ? text : `${text} ${unit}`;
    return shown.length > 1 ? `${label} ${said}` : said;
  });
  const shownInterval = intervalInBoth(bounds[0] ?? at, bounds[1] ?? at, zone);
  const when = pixel ? l10n.t('Within {0}', shownInterval) : shownInterval;
  return {
    text: `${when}: ${values.join(' · ')}`,
    x: at,
    interval,
    dots: found.flatMap(({ series, index, axis, style }) => {
      const y = series.value[index] ?? NaN;
      return Number.isNaN(y) ? [] : [{ x: at, y, axis, style }];
    }),
    values: new Map(found.map(({ series, index }) => [series.label, legendText(series, index)])),
  };
}

/** Where the keyboard stops: the middle of every interval of the series that has most of them. */
export function stopsOf(shown: readonly ShownSeries[]): Float64Array {
  const [first, ...others] = shown;
  if (!first) return new Float64Array();
  const { series } = others.reduce((a, b) => (b.series.start.length > a.series.start.length ? b : a), first);
  return series.start.map((start, index) => (start + (series.end[index] ?? start)) / 2);
}

/** After the label in the legend there is room for one figure only. */
function legendText(series: Series, index: number): string {
  const { value, low } = series;
  const high = value[index] ?? NaN;
  const several = low !== undefined && low[index] !== high;
  return several ? maximumText(high, series) : valueText(series, index);
}

const maximumText = (value: number, series: Series) => l10n.t('maximum {0}', seriesValue(value, series));

/** Room for any value of the series after its label, in characters. */
export function roomFor(series: Series): number {
  const { summary, low } = series;
  const text = low === undefined ? seriesValue : maximumText;
  const extremes = [summary.min, summary.max];
  return Math.max(...extremes.map((value) => text(value, series).length), noValue().length);
}
