import * as l10n from '@vscode/l10n';
import { minuteMs } from '#src/market/time/zones';
import type { Series, SeriesChart, Spans } from '#src/protocol/chartTypes';
import { absenceKeys, whyEmpty } from '../model/absenceWords';
import type { AbsentTimes, Drawing, LegendKey, Mark, Range, ValueAxis } from '../model/drawing';
import { nowLine } from '../model/now';
import { stylesOf } from '../model/seriesStyles';
import { preparation } from '../model/preparation';
import { quantitiesOf, quantityStyles, quantityOf, shownQuantities } from './quantities';
import type { ShownAbsence, ShownSeries } from './seriesReadout';
import { seriesReadout, stopsOf } from './seriesReadout';
import { briefOf, differencesBrief, seriesSummary } from './seriesSummary';
import type { ChartOptions } from '../model/chartOptions';
import { stepPoints } from '../model/stepPoints';
import { timeTicks } from '../model/timeTicks';
import type { ValueBounds } from '../model/valueAxes';
import { axisOf, noBounds, valueAxes, widened } from '../model/valueAxes';

/** With more series than this per interval, bars become lines. */
const mostBars = 4;
/** Pixels. Narrower bars would merge into a pattern that isn't in the data; steps don't. */
const leastBarWidth = 4;
/** Pixels between two bars. */
const barGap = 1;

/**
 * Draws prices as steps, volumes as bars, a single flow as bars on both sides of zero, and several flows as
 * steps. Bars that would be too narrow become steps; with only one series, the area between them and zero is
 * filled.
 */
export function seriesDrawing(sent: SeriesChart, options: ChartOptions): Drawing {
  const chart = sent.spread ? { ...sent, formula: sent.spread.label } : sent;
  const { plan, zone } = options;
  const extent = chart.axis ?? { from: chart.from, to: chart.to };
  const visible = options.range ?? extent;
  const quantities = quantitiesOf(chart.series, plan);
  const listed = shownQuantities(quantities, options.quantities);
  const isListed = (series: Series) => quantities.length === 0 || listed.includes(quantityOf(series));
  const shownSeries = chart.series.filter((one) => isListed(one) && !options.hidden.includes(one.label));
  const isPaned = shownSeries.some(isDifference) && !shownSeries.every(isDifference);
  const units = unitsOf(chart.series.filter(isListed));
  const subjects = new Set(chart.series.map(({ about }) => about?.subject));
  const styles = stylesIn(chart.series, quantities, plan);
  const all = chart.series
    .map((series, index) => ({
      series,
      ...(plan === 'comparison' && { short: comparedName(series, subjects.size) }),
      index,
      style: styles[index] ?? index,
      axis: isPaned ? (isDifference(series) ? 1 : 0) : axisOf(series.unit, units),
    }))
    .filter(({ series }) => isListed(series));
  const shown = all.filter(({ series }) => !options.hidden.includes(series.label));
  const absences = absencesOf(chart, shown);
  const isFromZero =
    !isPaned &&
    units.length === 1 &&
    (plan === 'bars' ? shown.length <= mostBars : plan === 'flows' && shown.length === 1);
  const asBars = isFromZero && narrowestBar(shown, visible, options.width) >= leastBarWidth + barGap;
  const asArea = isFromZero && shown.length === 1;
  return {
    x: {
      visible,
      extent,
      least: minuteMs,
      title: '',
      ticks: (most) => timeTicks(visible.from, visible.to, zone, most),
    },
    y: axesOf(shown, units, visible, {
      isFromZero: asBars || asArea,
      paneName: !isPaned ? null : plan === 'comparison' ? differenceName : (chart.formula ?? ''),
    }),
    marks: shown.map((one, slot) =>
      markOf(one, { asBars, asArea: asArea || isDifference(one.series) }, slot, shown.length),
    ),
    absent: absentTimes(shown, absences),
    ...nowLine(visible, options),
    zero: zeroTexts(shown, plan),
    keys: keysOf(shown, absences),
    legend: all.map(({ series, short, style, axis }) => ({
      label: series.label,
      ...(short !== undefined && { short }),
      style,
      shape: asBars || asArea || isDifference(series) ? ('bar' as const) : ('line' as const),
      ...(units.length > 1 &&
        !isPaned && {
          note: axis === 0 ? l10n.t('{0}, left axis', series.unit) : l10n.t('{0}, right axis', series.unit),
        }),
      hidden: options.hidden.includes(series.label),
    })),
    caption: preparation(
      shown.map(({ series }) => series).filter((series) => !isDifference(series)),
      chart.spread,
    ).join(' · '),
    brief: briefOf(shown.map(({ series }) => series)),
    summary:
      all.length > 0
        ? seriesSummary(
            {
              ...chart,
              series: (shown.length > 0 ? shown : all).map(({ series }) => series),
              absences: absences.map(({ absence }) => absence),
            },
            options,
          )
        : l10n.t('{0}: nothing to plot', options.title),
    empty: whyEmpty(chart.series, shown.length, options.receiving, nothingToPlot(chart, plan)),
    stops: stopsOf(shown, absences),
    readoutAt: (x) => seriesReadout(shown, absences, x, zone),
  };
}

const unitsOf = (some: readonly Series[]) => [...new Set(some.map(({ unit }) => unit))];

const titleOf = (units: readonly string[]) => units.filter((unit) => unit !== '').join(', ');

const isDifference = ({ isDifference: is = false }: Series): boolean => is;

/** What the difference of the results A and B is called. */
const differenceName = 'B − A';

/**
 * What the chart of a comparison calls a series: `NO1 · A`, `NO1 · B`, and `B − A`, with the area if there are
 * several.
 */
function comparedName(series: Series, subjects: number): string {
  const { label, about } = series;
  const subject = about?.subject ?? '';
  if (isDifference(series)) return subjects > 1 ? `${subject} · ${differenceName}` : differenceName;
  return `${subjects > 1 ? subject : label} · ${about?.result === 1 ? 'B' : 'A'}`;
}

/** Room for the caption above the values, as a share of their range. */
const captionRoom = 0.3;

/** Differences have their own scale, which always includes zero. */
function differencePane(name: string, differences: readonly Series[], bounds: ValueBounds): ValueAxis {
  const title = titleOf(unitsOf(differences));
  const [{ low, high } = { low: 0, high: 1 }] = valueAxes([{ title, bounds }], true);
  const caption = [name, differencesBrief(differences)].filter(Boolean).join(' · ');
  return { title, low, high: high + (high - low) * captionRoom, pane: { caption } };
}

/**
 * One axis, or two for different units. Differences beside values are in a pane of that name; `null` if there
 * is no pane.
 */
function axesOf(
  shown: readonly ShownSeries[],
  units: readonly string[],
  visible: Range,
  { isFromZero, paneName }: { isFromZero: boolean; paneName: string | null },
): ValueAxis[] {
  const bounds = ([0, 1] as const).map((axis) =>
    boundsOf(
      shown.filter((one) => one.axis === axis),
      visible,
    ),
  );
  const axes = (titles: readonly (readonly string[])[]) =>
    valueAxes(
      titles.map((some, axis) => ({ title: titleOf(some), bounds: bounds[axis] ?? noBounds })),
      isFromZero,
    );
  if (paneName === null) return axes([units.slice(0, 1), units.slice(1)].filter(({ length }) => length > 0));
  const series = shown.map((one) => one.series);
  const differences = series.filter(isDifference);
  return [
    ...axes([unitsOf(series.filter((one) => !isDifference(one)))]),
    differencePane(paneName, differences, bounds[1] ?? noBounds),
  ];
}

/** Preliminary series are dashed; otherwise dashes distinguish quantities. Bars have colors only. */
function stylesIn(
  series: readonly Series[],
  quantities: readonly string[],
  plan: ChartOptions['plan'],
): number[] {
  const byQuantity = quantities.length > 0 && !series.some(({ preliminary }) => preliminary);
  if (byQuantity) return quantityStyles(series);
  return stylesOf(plan === 'bars' ? series.map(({ about: _, ...one }) => one) : series);
}

/** Absences that concern at least one of the series drawn. */
function absencesOf(
  { absences = [] }: SeriesChart,
  shown: readonly (ShownSeries & { index: number })[],
): ShownAbsence[] {
  return absences
    .map((absence) => ({ absence, shown: shown.filter(({ index }) => absence.series.includes(index)) }))
    .filter((one) => one.shown.length > 0);
}

/** Times at which any of the series has a gap, or no value. */
function absentTimes(shown: readonly ShownSeries[], absences: readonly ShownAbsence[]): AbsentTimes {
  const incomplete = unionOf(shown.flatMap(({ series }) => series.incomplete ?? []));
  return {
    missing: unionOf(absences.map(({ absence }) => absence.missing)),
    nulls: unionOf(shown.flatMap(({ series: { nulls } }) => nulls ?? [])),
    ...(incomplete.length > 0 && { incomplete }),
  };
}

/** Merges ranges that overlap or touch, so that no time is drawn twice. */
function unionOf(some: readonly Spans[]): Range[] {
  const ranges = some
    .flatMap(({ start, end }) => [...start].map((from, index): Range => ({ from, to: end[index] ?? from })))
    .sort((a, b) => a.from - b.from);
  const union: Range[] = [];
  for (const range of ranges) {
    const last = union.at(-1);
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to);
    else union.push(range);
  }
  return union;
}

function keysOf(shown: readonly ShownSeries[], absences: readonly ShownAbsence[]): LegendKey[] {
  return absenceKeys({
    missing: absences.some(({ absence }) => absence.missingCount > 0),
    nulls: shown.some(({ series: { nulls, summary } }) => nulls && summary.nulls > 0),
    incomplete: shown.some(({ series: { resampled } }) => (resampled?.incomplete ?? 0) > 0),
  });
}

/** Pixels available to the narrowest bar, with the series of an interval side by side. */
function narrowestBar(shown: readonly ShownSeries[], { from, to }: Range, width: number): number {
  let shortest = Infinity;
  for (const { series } of shown) {
    if (series.reduced) return 0;
    for (let index = 0; index < series.start.length; index += 1) {
      shortest = Math.min(shortest, (series.end[index] ?? NaN) - (series.start[index] ?? NaN));
    }
  }
  return ((shortest / (to - from)) * width) / Math.max(1, shown.length);
}

function markOf(
  { series, style, axis }: ShownSeries,
  { asBars, asArea }: { asBars: boolean; asArea: boolean },
  slot: number,
  slots: number,
): Mark {
  if (asBars) return { kind: 'bars', style, axis, intervals: series, slot, slots };
  if (series.reduced || asArea) {
    const low = series.low ?? series.value;
    return { kind: 'band', style, axis, intervals: series, low, solid: asArea };
  }
  return { kind: 'line', style, axis, points: stepPoints(series) };
}

function boundsOf(shown: readonly ShownSeries[], { from, to }: Range): ValueBounds {
  let bounds = noBounds;
  for (const { series } of shown) {
    for (let index = 0; index < series.value.length; index += 1) {
      if ((series.start[index] ?? NaN) >= to || (series.end[index] ?? NaN) <= from) continue;
      const value = series.value[index] ?? NaN;
      bounds = widened(widened(bounds, value), series.low?.[index] ?? value);
    }
  }
  return bounds;
}

/** A single flow named `NO1 → SE3` is labeled with that direction above zero, and the opposite one below. */
function zeroTexts(shown: readonly ShownSeries[], plan: ChartOptions['plan']): NonNullable<Drawing['zero']> {
  const [from, to, ...more] = (shown[0]?.series.label ?? '').split(' · ')[0]?.split(' → ') ?? [];
  const ends = plan === 'flows' && shown.length === 1 && from && to && more.length === 0;
  return ends
    ? { above: `${from} → ${to}`, below: `${to} → ${from}` }
    : { above: '', below: l10n.t('below zero') };
}

/** Why there is nothing to plot; undefined if it's because all values are missing. */
function nothingToPlot({ series }: SeriesChart, plan: ChartOptions['plan']): string | undefined {
  if (plan === 'comparison') {
    return l10n.t('Only comparisons of time series can be plotted. The table shows all differences.');
  }
  return series.length > 0
    ? undefined
    : l10n.t('Nothing to plot: the response contains no values with readable times. See the table.');
}
