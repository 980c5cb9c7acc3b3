import * as l10n from '@vscode/l10n';
import { hourMs } from '#src/market/time/zones';
import type { DurationChart, DurationSeries } from '#src/protocol/chartTypes';
import { formatCount } from '#src/text/l10n';
import { whyEmpty } from '../model/absenceWords';
import type { ChartOptions } from '../model/chartOptions';
import type { CrosshairReadout, Drawing } from '../model/drawing';
import { stylesOf } from '../model/seriesStyles';
import { stepPoints } from '../model/stepPoints';
import { timeText } from '../model/axisTimes';
import { axisOf, noBounds, valueAxes, widened } from '../model/valueAxes';
import { formatValue, formatWithUnit, shownValue } from '../model/valueText';
import { calculated } from '#src/text/numbers';
import { lastAtOrBefore } from '../model/visibleRange';
import { preparation } from '../model/preparation';

const percentText = (share: number) => `${share.toFixed(1)} %`;

const everything = { from: 0, to: 100 };

type Shown = DurationSeries & { style: number; axis: 0 | 1 };

/** Draws one curve per series: its values from the highest to the lowest over the share of the time. */
export function durationDrawing(chart: DurationChart, options: ChartOptions): Drawing {
  const units = [...new Set(chart.series.map(({ unit }) => unit))];
  const styles = stylesOf(chart.series.map((series) => ({ ...series })));
  const all: Shown[] = chart.series.map((series, index) => ({
    ...series,
    style: styles[index] ?? index,
    axis: axisOf(series.unit, units),
  }));
  const shown = all.filter(({ label }) => !options.hidden.includes(label));
  const axes = [units.slice(0, 1), units.slice(1)].filter((some) => some.length > 0);
  return {
    x: {
      visible: options.range ?? everything,
      extent: everything,
      least: 0.5,
      title: l10n.t('Share of the time with values, in percent'),
    },
    y: valueAxes(
      axes.map((some, axis) => ({
        title: some.filter((unit) => unit !== '').join(', '),
        bounds: shown
          .filter((one) => one.axis === axis)
          .reduce((bounds, { summary: { min, max } }) => widened(widened(bounds, min), max), noBounds),
      })),
      false,
    ),
    marks: shown.map((series) => ({
      kind: 'line',
      style: series.style,
      axis: series.axis,
      points: stepPoints(series),
    })),
    zero: { above: '', below: l10n.t('below zero') },
    legend: all.map((series) => ({
      label: series.label,
      style: series.style,
      shape: 'line' as const,
      ...(units.length > 1 && { note: series.unit }),
      hidden: options.hidden.includes(series.label),
    })),
    caption: preparation(chart.series, chart.spread).join(' · '),
    brief: briefOf(shown),
    summary: summaryOf(chart, shown.length > 0 ? shown : all, options),
    empty: whyEmpty(chart.series, shown.length, options.receiving),
    stops: Float64Array.from({ length: 100 }, (_, percent) => percent + 0.5),
    readoutAt: (x) => readoutAt(shown, x),
  };
}

function valueAt({ start, value, resampled }: Shown, share: number): number {
  return shownValue(value[lastAtOrBefore(start, share)] ?? NaN, resampled);
}

function readoutAt(shown: readonly Shown[], x: number): CrosshairReadout {
  const share = Math.min(100, Math.max(0, x));
  const drawn = shown.filter(({ value }) => value.length > 0);
  const texts = drawn.map((series) => {
    const figure = formatWithUnit(valueAt(series, share), series.unit, series.isDifference);
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
      value: formatValue(valueAt(series, share), series.unit, series.isDifference),
      unit: series.unit,
    })),
    x: share,
    dots: drawn.map((series) => ({
      x: share,
      y: series.value[lastAtOrBefore(series.start, share)] ?? NaN,
      axis: series.axis,
      style: series.style,
    })),
  };
}

/** For how long each series was below zero. */
function briefOf(shown: readonly Shown[]): string {
  return shown
    .filter(({ belowZero }) => belowZero > 0)
    .map(({ label, belowZero }) => l10n.t('{0} below zero {1} of the time', label, percentText(belowZero)))
    .join(' · ');
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
      .map(({ label, unit, isDifference, summary, belowZero, covered, resampled }) =>
        [
          l10n.t(
            '{0} from {1} to {2}',
            label,
            formatValue(shownValue(summary.max, resampled), unit, isDifference),
            formatWithUnit(shownValue(summary.min, resampled), unit, isDifference),
          ),
          ...(belowZero > 0 ? [l10n.t('below zero {0} of the time', percentText(belowZero))] : []),
          l10n.t('values for {0} h', formatValue(calculated(covered / hourMs), '')),
        ].join(', '),
      ),
  ].join('; ');
}
