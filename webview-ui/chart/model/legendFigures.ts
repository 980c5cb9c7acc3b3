import * as l10n from '@vscode/l10n';
import { timeText } from './axisTimes';
import type { KeyFigure } from './drawing';
import { seriesMean, seriesValue, type Measured } from './valueText';

/**
 * What the legend says about a series: its lowest value, mean, and highest value, each in detail with its time or
 * how it was calculated. Figures are for the whole result, regardless of the zoom.
 */
export function legendFigures(series: Measured, zone: string): KeyFigure[] {
  const { count, min, max, minAt, maxAt, mean } = series.summary;
  if (count === 0) return [];
  const [low, high] = [min, max].map((value) => seriesValue(value, series));
  const detailed = (text: string, at: number) =>
    l10n.t('{0} {1}, {2}', text, series.unit, timeText(at, zone));
  return [
    { name: l10n.t('min'), value: low ?? '', detail: detailed(l10n.t('minimum {0}', low ?? ''), minAt) },
    ...(Number.isNaN(mean)
      ? []
      : [
          {
            name: l10n.t('mean'),
            value: seriesMean(series),
            detail: l10n.t('mean {0}, weighted by time', `${seriesMean(series)} ${series.unit}`.trimEnd()),
          },
        ]),
    { name: l10n.t('max'), value: high ?? '', detail: detailed(l10n.t('maximum {0}', high ?? ''), maxAt) },
  ];
}
