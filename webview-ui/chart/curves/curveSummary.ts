import * as l10n from '@vscode/l10n';
import { formatCounted } from '#src/text/l10n';
import type { ClearingPoint } from '#src/market/records/curveCrossing';
import type { CurveChart } from '#src/protocol/chartTypes';
import type { ChartOptions } from '../model/chartOptions';
import type { KeyFigure } from '../model/drawing';
import { formatPrice } from '../model/valueText';
import { curveReading, periodText, settledLabel, volumeText } from './curveReading';
import { calculated } from '#src/text/numbers';

/** `price 54.20 at volume 26,101.66`: the units of curves aren't documented. */
function crossingText({ price, volume }: ClearingPoint): string {
  return l10n.t('price {0} at volume {1}', formatPrice(calculated(price)), volumeText(calculated(volume)));
}

/** The period, the number of points, and where the curves cross. */
export function curveSummary(chart: CurveChart, options: ChartOptions): string {
  const { sell, buy, crossing, periods, period } = chart;
  const { title, zone } = options;
  const reading = curveReading(chart, options);
  if (periods.length === 0) return l10n.t('{0}: nothing to plot', title);
  const interval = periodText(chart, period, zone);
  return [
    interval === null ? title : `${title}, ${interval}`,
    l10n.t('period {0} of {1}', period + 1, periods.length / 2),
    formatCounted(sell.price.length, [l10n.t('{0} supply point'), l10n.t('{0} supply points')]),
    formatCounted(buy.price.length, [l10n.t('{0} demand point'), l10n.t('{0} demand points')]),
    crossing ? l10n.t('the curves cross at {0}', crossingText(crossing)) : l10n.t("the curves don't cross"),
    ...(reading ? [reading.text] : []),
    l10n.t('times in {0}', zone),
  ].join(', ');
}

/** The key figures of the curves: values as sent, and crossings as calculated. */
export function curveKeyFigures(chart: CurveChart): KeyFigure[] {
  if (chart.periods.length === 0) return [];
  const volume = (name: string, value: number | null) =>
    value === null ? [] : [{ name, value: volumeText(value) }];
  const { crossing } = chart;
  return [
    crossingFigure(l10n.t('Crossing'), crossing),
    ...settledFigures(chart),
    ...volume(l10n.t('Minimum volume'), chart.minVolume),
    ...volume(l10n.t('Maximum volume'), chart.maxVolume),
    ...volume(l10n.t('Accepted blocks, buy'), chart.volumeAcceptedBlocksBuy),
    ...volume(l10n.t('Accepted blocks, sell'), chart.volumeAcceptedBlocksSell),
    ...netFlowFigures(chart),
  ];
}

/** In short, because the axes say what the numbers are. */
function crossingFigure(name: string, crossing: ClearingPoint | null): KeyFigure {
  if (!crossing) return { name, value: l10n.t('none') };
  const [price, volume] = [formatPrice(calculated(crossing.price)), volumeText(calculated(crossing.volume))];
  return { name, value: l10n.t('{0} at {1}', price, volume), detail: crossingText(crossing) };
}

/** The settled crossing, and how far it is from that of the curves as sent. */
function settledFigures({ crossing, settled }: CurveChart) {
  if (!settled) return [];
  const { ifImports } = settled;
  const figures = [crossingFigure(settledLabel(), ifImports)];
  if (crossing && ifImports) {
    const price = signed(ifImports.price - crossing.price);
    const volume = signed(ifImports.volume - crossing.volume);
    figures.push({ name: l10n.t('Difference'), value: l10n.t('price {0}, volume {1}', price, volume) });
  }
  return figures;
}

/** The direction of positive net flows isn't documented: the text states the assumption. */
function netFlowFigures({ volumeNetFlows, settled }: CurveChart) {
  if (volumeNetFlows === null) return [];
  const price = settled?.ifExports ? formatPrice(calculated(settled.ifExports.price)) : null;
  const otherwise =
    price === null ? l10n.t("the curves wouldn't cross") : l10n.t('the price would be {0}', price);
  const assumed =
    volumeNetFlows > 0
      ? l10n.t('assumed to be imports; if they are exports, {0}', otherwise)
      : l10n.t('assumed to be exports; if they are imports, {0}', otherwise);
  const value = volumeText(volumeNetFlows);
  const name = l10n.t('Net flows');
  if (volumeNetFlows === 0) return [{ name, value }];
  const short =
    volumeNetFlows > 0
      ? l10n.t('{0}, assumed to be imports', value)
      : l10n.t('{0}, assumed to be exports', value);
  return [{ name, value: short, detail: `${value}, ${assumed}` }];
}

const signed = (value: number) => formatPrice(calculated(value), true);
