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
  const withUnit = (text: string) => `${text} ${series.unit}`.trimEnd();
  const extreme = (name: string, said: (text: string) => string, value: number, at: number) => {
    const text = seriesValue(value, series);
    return { name, value: text, detail: `${said(withUnit(text))}, ${timeText(at, zone)}` };
  };
  const average = seriesMean(series);
  return [
    extreme(l10n.t('min'), (text) => l10n.t('minimum {0}', text), min, minAt),
    ...(Number.isNaN(mean)
      ? []
      : [
          {
            name: l10n.t('mean'),
            value: average,
            detail: l10n.t('mean {0}, weighted by time', withUnit(average)),
          },
        ]),
    extreme(l10n.t('max'), (text) => l10n.t('maximum {0}', text), max, maxAt),
  ];
}
