import * as l10n from '@vscode/l10n';
import { minuteMs } from '../../../src/market/time/zones';
import type { Series } from '../../../src/table/chartTypes';
import type { AxisPlace, Reading } from '../model/drawing';
import { formatValue } from '../model/figures';
import { lastAtOrBefore } from '../model/timeRange';
import { instantInBoth, intervalInBoth } from '../model/times';

/** A series that is drawn, with its look and axis. */
export interface ShownSeries {
  series: Series;
  look: number;
  axis: AxisPlace;
}

/** Place of the interval that holds the instant, -1 where none does. */
function placeAt({ start, end }: Series, at: number): number {
  const place = lastAtOrBefore(start, at);
  return place >= 0 && at < (end[place] ?? NaN) ? place : -1;
}

const noValue = () => l10n.t('no value');

/** `54.20`, `no value`, or the extremes where many intervals share a pixel. */
function valueText({ value, low, reduced, unit }: Series, place: number): string {
  const high = value[place] ?? NaN;
  if (Number.isNaN(high)) return noValue();
  const least = low?.[place] ?? high;
  if (!reduced || least === high) return formatValue(high, unit);
  return l10n.t('{0} to {1}', formatValue(least, unit), formatValue(high, unit));
}

/** What all series say at an instant. The shortest interval there is the one that is named. */
export function readSeries(shown: readonly ShownSeries[], at: number, zone: string): Reading {
  const found = shown
    .map((one) => ({ ...one, place: placeAt(one.series, at) }))
    .filter(({ place }) => place >= 0);
  const width = ({ series: { start, end }, place }: (typeof found)[number]) =>
    (end[place] ?? NaN) - (start[place] ?? NaN);
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
    from: finest.series.start[finest.place] ?? at,
    to: finest.series.end[finest.place] ?? at,
  };
  const pixel = finest.series.reduced;
  // A pixel column begins between two minutes.
  const bounds = pixel
    ? [Math.floor(interval.from / minuteMs), Math.ceil(interval.to / minuteMs)].map((at) => at * minuteMs)
    : [interval.from, interval.to];
  const texts = found.map(({ series, place }) => ({ series, text: valueText(series, place) }));
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
    dots: found.flatMap(({ series, place, axis, look }) => {
      const y = series.value[place] ?? NaN;
      return Number.isNaN(y) ? [] : [{ x: at, y, axis, look }];
    }),
    values: new Map(found.map(({ series, place }) => [series.label, legendText(series, place)])),
  };
}

/** Where the keyboard stops: the middle of every interval of the series that has most of them. */
export function stopsOf(shown: readonly ShownSeries[]): Float64Array {
  const [first, ...others] = shown;
  if (!first) return new Float64Array();
  const { series } = others.reduce((a, b) => (b.series.start.length > a.series.start.length ? b : a), first);
  return series.start.map((start, place) => (start + (series.end[place] ?? start)) / 2);
}

/** Behind the label in the legend there is room for one figure only. */
function legendText(series: Series, place: number): string {
  const { value, low, unit } = series;
  const high = value[place] ?? NaN;
  const several = low !== undefined && low[place] !== high;
  return several ? maximumText(high, unit) : valueText(series, place);
}

const maximumText = (value: number, unit: string) => l10n.t('maximum {0}', formatValue(value, unit));

/** Room for any value of the series behind its label, in characters. */
export function roomFor({ summary: { min, max }, low, unit }: Series): number {
  const text = low === undefined ? formatValue : maximumText;
  return Math.max(...[min, max].map((value) => text(value, unit).length), noValue.length);
}
