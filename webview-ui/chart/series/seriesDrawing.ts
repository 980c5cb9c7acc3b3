import * as l10n from '@vscode/l10n';
import { minuteMs } from '#src/market/time/zones';
import type { Series, SeriesChart, Spans } from '#src/protocol/charts/seriesChart';
import { absenceKeys, whyNothingDrawn } from '../model/absenceWords';
import type {
  AbsentTimes,
  AxisIndex,
  Drawing,
  EndName,
  LegendKey,
  Mark,
  Range,
  ValueAxis,
} from '../model/drawing';
import { briefest, without } from '../model/labelParts';
import { legendFigures } from '../model/legendFigures';
import { nowLine } from '../model/now';
import { stylesOf } from '../model/seriesStyles';
import { preparation } from '../model/preparation';
import { quantitiesOf, quantityStyles, quantityOf, shownQuantities } from './quantities';
import { seriesReadout, stopsOf, type ShownAbsence, type ShownSeries } from './seriesReadout';
import { seriesSummary } from './seriesSummary';
import type { ChartOptions } from '../model/chartOptions';
import { stepPoints } from '../model/stepPoints';
import { lastAtOrBefore } from '../model/visibleRange';
import { timeTicks } from '../model/timeTicks';
import {
  axisOf,
  noBounds,
  unitsOf,
  unitsOfAxes,
  unitTitle,
  valueAxes,
  widened,
  type ValueBounds,
} from '../model/valueAxes';

/** Pixels for a bar and its gap. Narrower bars would merge into a pattern that isn't in the data; steps don't. */
const leastBarWidth = 12;

/**
 * Draws a single volume or flow as bars from zero or, if they would be too narrow, as an area; everything else as
 * steps.
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
  const names = namesIn(chart.series, plan);
  const styles = stylesIn(chart.series, quantities, plan);
  // Each name would say the day once more.
  const isOverlaid = plan !== 'comparison' && names.some(({ group }) => group !== undefined);
  const signs = signStyles(chart.series, styles, plan);
  const all = chart.series
    .map((series, index) => ({
      series,
      ...names[index],
      index,
      style: (isDifference(series) ? signs?.style : undefined) ?? styles[index] ?? index,
      ...(signs && isDifference(series) && { below: signs.below }),
      axis: isPaned ? (isDifference(series) ? 1 : 0) : axisOf(series.unit, units),
    }))
    .filter(({ series }) => isListed(series));
  const shown = all.filter(({ series }) => !options.hidden.includes(series.label));
  const absences = absencesOf(chart, shown);
  const asArea = !isPaned && (plan === 'bars' || plan === 'flows') && shown.length === 1;
  // Several areas on top of each other would mix their colors.
  const isDifferenceArea = all.filter(({ series }) => isDifference(series)).length === 1;
  const isArea = (series: Series) => asArea || (isDifferenceArea && isDifference(series));
  const asBars = asArea && narrowestBar(shown, visible, options.width) >= leastBarWidth;
  return {
    x: {
      visible,
      extent,
      least: minuteMs,
      ticks: (most) => timeTicks(visible.from, visible.to, zone, most),
    },
    y: axesOf(shown, units, visible, {
      isFromZero: asArea,
      paneName: !isPaned ? null : plan === 'comparison' ? differenceName : (chart.formula ?? ''),
    }),
    marks: shown.map((one) => markOf(one, { asBars, asArea: isArea(one.series) })),
    ...(shown.length > 1 && !isOverlaid && { ends: endsOf(shown, visible) }),
    absent: absentTimes(shown, absences),
    ...nowLine(visible, options),
    zero: zeroTexts(shown, plan),
    keys: keysOf(shown, absences),
    legend: all.map(({ series, index: _, axis, ...named }) => ({
      label: series.label,
      ...named,
      shape: isArea(series) ? ('bar' as const) : ('line' as const),
      ...(units.length > 1 &&
        !isPaned && {
          note: axis === 0 ? l10n.t('{0}, left axis', series.unit) : l10n.t('{0}, right axis', series.unit),
        }),
      figures: legendFigures(series, zone),
      differsFrom: all
        .filter((one) => chart.facts && areComparable(one.series, series))
        .map((one) => one.series.label),
      hidden: options.hidden.includes(series.label),
    })),
    caption: preparation(
      shown.map(({ series }) => series).filter((series) => !isDifference(series)),
      chart.spread,
    ).join(' · '),
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
    empty: whyNothingDrawn(chart.series, shown.length, options.receiving, nothingToPlot(chart, plan)),
    stops: stopsOf(shown, absences),
    readoutAt: (x) => seriesReadout(shown, absences, x, zone),
  };
}

const isDifference = ({ isDifference: is = false }: Pick<Series, 'isDifference'>): boolean => is;

/** What the difference of the results A and B is called. */
const differenceName = 'A − B';

/** Whether a person may want to see one minus the other. */
const areComparable = (one: Series, other: Series) =>
  one !== other && one.unit === other.unit && !isDifference(one) && !isDifference(other);

type Named = Pick<ShownSeries, 'short' | 'group'>;

/**
 * What the legend calls the series. In a comparison, `SE3 · A`, `NO1 · B`, and `A − B`, with the area if there are
 * several; otherwise by their labels, grouped by result if there are several of one result.
 */
function namesIn(series: readonly Series[], plan: ChartOptions['plan']): Named[] {
  const subjects = new Set(series.map(({ about }) => about?.subject));
  const named = series.map(({ label, about, ...one }): Named => {
    const subject = about?.subject ?? '';
    if (plan !== 'comparison') return { group: without(label, subject) };
    const side = one.isDifference === true ? differenceName : about?.result === 1 ? 'B' : 'A';
    if (subjects.size > 1) return { short: `${subject} · ${side}`, group: subject };
    return { short: one.isDifference === true ? side : `${label} · ${side}` };
  });
  const groups = new Set(named.map(({ group }) => group ?? ''));
  const isGrouped = subjects.size > 1 && !groups.has('') && groups.size < series.length;
  return isGrouped ? named : named.map(({ group: _, ...one }) => one);
}

/** The styles of a single difference of two series: the style of the series that is higher. */
function signStyles(
  series: readonly Series[],
  styles: readonly number[],
  plan: ChartOptions['plan'],
): { style: number; below: number } | undefined {
  const [first, second, ...others] = styles.filter((_, index) => !isDifference(series[index] ?? {}));
  if (series.length !== 3 || first === undefined || second === undefined || others.length > 0)
    return undefined;
  // A comparison's A minus its B; in other charts, the later series minus the earlier one.
  return plan === 'comparison' ? { style: first, below: second } : { style: second, below: first };
}

/** The names of the series beside their last visible values. */
function endsOf(shown: readonly ShownSeries[], { from, to }: Range): EndName[] {
  const names = briefest(shown.map(({ series, short }) => short ?? series.label));
  return shown.flatMap(({ series, style, axis }, index) => {
    // Its name is in its pane.
    if (isDifference(series)) return [];
    const { start, end, value } = series;
    let last = lastAtOrBefore(start, to);
    while (last >= 0 && (Number.isNaN(value[last]) || start[last] === to)) last -= 1;
    const y = (end[last] ?? NaN) > from ? value[last] : undefined;
    return y === undefined ? [] : [{ label: names[index] ?? series.label, style, axis, y }];
  });
}

/** Room for the caption above the values, as a share of their range. */
const captionRoom = 0.3;

/** Differences have their own scale, which always includes zero. */
function differencePane(name: string, differences: readonly Series[], bounds: ValueBounds): ValueAxis {
  const title = unitTitle(unitsOf(differences));
  const [{ low, high } = { low: 0, high: 1 }] = valueAxes([{ title, bounds }], true);
  return { title, low, high: high + (high - low) * captionRoom, pane: { caption: name } };
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
  const bounds = ([0, 1] as const).map((axis) => boundsOf(shown, axis, visible));
  const axes = (titles: readonly (readonly string[])[]) =>
    valueAxes(
      titles.map((some, axis) => ({ title: unitTitle(some), bounds: bounds[axis] ?? noBounds })),
      isFromZero,
    );
  if (paneName === null) return axes(unitsOfAxes(units));
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

/** Pixels available to the narrowest bar. */
function narrowestBar(shown: readonly ShownSeries[], { from, to }: Range, width: number): number {
  let shortest = Infinity;
  for (const { series } of shown) {
    if (series.reduced) return 0;
    for (let index = 0; index < series.start.length; index += 1) {
      shortest = Math.min(shortest, (series.end[index] ?? NaN) - (series.start[index] ?? NaN));
    }
  }
  return (shortest / (to - from)) * width;
}

function markOf(
  { series, style, below, axis }: ShownSeries,
  { asBars, asArea }: { asBars: boolean; asArea: boolean },
): Mark {
  if (asBars) return { kind: 'bars', style, axis, intervals: series };
  if (series.reduced || asArea) {
    const low = series.low ?? series.value;
    const signed = below !== undefined && { below };
    return { kind: 'band', style, axis, intervals: series, low, solid: asArea, ...signed };
  }
  return { kind: 'line', style, axis, points: stepPoints(series) };
}

function boundsOf(shown: readonly ShownSeries[], of: AxisIndex, { from, to }: Range): ValueBounds {
  let bounds = noBounds;
  for (const { series, axis } of shown) {
    if (axis !== of) continue;
    for (let index = 0; index < series.value.length; index += 1) {
      if ((series.start[index] ?? NaN) >= to || (series.end[index] ?? NaN) <= from) continue;
      const value = series.value[index] ?? NaN;
      bounds = widened(widened(bounds, value), series.low?.[index] ?? value);
    }
  }
  return bounds;
}

/**
 * A single flow named `NO1 → SE3` is labeled with that direction above zero, and the opposite one below; several
 * flows from or to one area with its exports and imports.
 */
function zeroTexts(shown: readonly ShownSeries[], plan: ChartOptions['plan']): NonNullable<Drawing['zero']> {
  const below = { above: '', below: l10n.t('below zero') };
  if (plan !== 'flows') return below;
  const flows = shown.map(({ series }) => series.label.split(' · ')[0]?.split(' → ') ?? []);
  const [from, to] = [0, 1].map((end) => new Set(flows.map((ends) => ends[end] ?? '')));
  const [first = '', second = ''] = flows[0] ?? [];
  if (first === '' || second === '' || flows.some(({ length }) => length !== 2)) return below;
  if (shown.length === 1) return { above: `${first} → ${second}`, below: `${second} → ${first}` };
  const exports = (area: string) => l10n.t('{0} exports', area);
  const imports = (area: string) => l10n.t('{0} imports', area);
  if (from?.size === 1) return { above: exports(first), below: imports(first) };
  if (to?.size === 1) return { above: imports(second), below: exports(second) };
  return { above: '', below: l10n.t('opposite to the arrow') };
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
