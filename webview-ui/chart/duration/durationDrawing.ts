import * as l10n from '@vscode/l10n';
import { hourMs } from '#src/market/time/zones';
import type { DurationChart, DurationSeries } from '#src/protocol/charts/durationChart';
import { joined } from '#src/text/joined';
import { formatCount } from '#src/text/l10n';
import { whyNothingDrawn } from '../model/absenceWords';
import type { ChartOptions } from '../model/chartOptions';
import type { CrosshairReadout, Drawing } from '../model/drawing';
import { stylesOf } from '../model/seriesStyles';
import { stepPoints } from '../model/stepPoints';
import { timeText } from '../model/axisTimes';
import { legendFigures } from '../model/legendFigures';
import { axisOf, noBounds, unitsOf, unitsOfAxes, unitTitle, valueAxes, widened } from '../model/valueAxes';
import { formatValue, seriesValue, seriesValueWithUnit } from '../model/valueText';
import { calculated } from '#src/text/numbers';
import { lastAtOrBefore } from '../model/visibleRange';
import { preparation } from '../model/preparation';

const percentText = (share: number) => `${share.toFixed(1)} %`;

const everything = { from: 0, to: 100 };

type Shown = DurationSeries & { style: number; axis: 0 | 1 };

/** Draws one curve per series: its values from the highest to the lowest over the share of the time. */
export function durationDrawing(chart: DurationChart, options: ChartOptions): Drawing {
  const units = unitsOf(chart.series);
  const styles = stylesOf(chart.series);
  const all: Shown[] = chart.series.map((series, index) => ({
    ...series,
    style: styles[index] ?? index,
    axis: axisOf(series.unit, units),
  }));
  const shown = all.filter(({ label }) => !options.hidden.includes(label));
  return {
    x: {
      visible: options.range ?? everything,
      extent: everything,
      least: 0.5,
      title: l10n.t('Share of the time with values, in percent'),
      brief: '%',
    },
    y: valueAxes(
      unitsOfAxes(units).map((some, axis) => ({
        title: unitTitle(some),
        bounds: shown
          .filter((one) => one.axis === axis)
          .reduce((bounds, { summary: { min, max } }) => widened(widened(bounds, min), max), noBounds),
      })),
      false,
    ),
    marks: shown.map((series) => {
      const { style, axis } = series;
      return { kind: 'line', style, axis, points: stepPoints(series) };
    }),
    zero: { above: '', below: l10n.t('below zero') },
    legend: all.map((series) => ({
      label: series.label,
      style: series.style,
      shape: 'line' as const,
      ...(units.length > 1 && { note: series.unit }),
      figures: [
        ...legendFigures(series, options.zone),
        ...(series.belowZero > 0
          ? [{ name: l10n.t('below zero'), value: percentText(series.belowZero) }]
          : []),
      ],
      hidden: options.hidden.includes(series.label),
    })),
    caption: preparation(chart.series, chart.spread).join(' · '),
    summary: summaryOf(chart, shown.length > 0 ? shown : all, options),
    empty: whyNothingDrawn(chart.series, shown.length, options.receiving),
    stops: Float64Array.from({ length: 100 }, (_, percent) => percent + 0.5),
    readoutAt: (x) => readoutAt(shown, x),
  };
}

function valueAt({ start, value }: Shown, share: number): number {
  return value[lastAtOrBefore(start, share)] ?? NaN;
}

function readoutAt(shown: readonly Shown[], x: number): CrosshairReadout {
  const share = Math.min(100, Math.max(0, x));
  const drawn = shown.filter(({ value }) => value.length > 0);
  const texts = drawn.map((series) => {
    const figure = seriesValueWithUnit(valueAt(series, share), series);
    const hours = formatCount(Math.round(((series.covered / hourMs) * share) / 100));
    const text = l10n.t('at least {0} ({1} h)', figure, hours);
    return drawn.length === 1 ? text : `${series.label} ${text}`;
  });
  return {
    text: l10n.t('{0} of the time: {1}', percentText(share), texts.join(' · ')),
    heading: l10n.t('{0} of the time at least', percentText(share)),
    lines: drawn.map((series) => ({
      label: series.label,
      style: series.style,
      value: seriesValue(valueAt(series, share), series),
      unit: series.unit,
    })),
    x: share,
    dots: drawn.map((series) => {
      const { axis, style } = series;
      return { x: share, y: valueAt(series, share), axis, style };
    }),
  };
}

function summaryOf(chart: DurationChart, shown: readonly Shown[], { title, zone }: ChartOptions): string {
  return [
    l10n.t(
      '{0}: duration curve, values sorted from highest to lowest, from {1} to {2}',
      title,
      timeText(chart.from, zone),
      timeText(chart.to, zone),
    ),
    ...shown
      .filter(({ summary }) => summary.count > 0)
      .map((series) =>
        joined(
          ', ',
          l10n.t(
            '{0} from {1} to {2}',
            series.label,
            seriesValue(series.summary.max, series),
            seriesValueWithUnit(series.summary.min, series),
          ),
          series.belowZero > 0 && l10n.t('below zero {0} of the time', percentText(series.belowZero)),
          l10n.t('values for {0} h', formatValue(calculated(series.covered / hourMs), '')),
        ),
      ),
    ...(chart.omitted > 0 ? [l10n.t('{0} more series not shown', formatCount(chart.omitted))] : []),
  ].join('; ');
}
