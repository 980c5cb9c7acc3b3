import * as l10n from '@vscode/l10n';
import type { Chart } from '#src/protocol/charts/chart';
import type { SeriesFacts } from '#src/protocol/charts/seriesChart';
import type { MenuItem } from '../../controls/menu';
import type { ChartChoices, Choose } from '../model/chartOptions';

/** The series to choose from; `null` unless the chart shows the series of a single result. */
export const factsOf = (chart: Chart | undefined): SeriesFacts | null =>
  chart && 'facts' in chart ? (chart.facts ?? null) : null;

/** The choice of a difference, second minus first, or of none. */
export const showing = (spread: ChartChoices['spread']) => ({ spread, heated: null, hidden: [] });

/** The choices that show the difference of two visible series of the same unit, or hide the one that is shown. */
export function differenceItems(
  chart: Chart | undefined,
  { hidden, spread }: ChartChoices,
  choose: Choose,
): MenuItem[] {
  const show = (label: string, chosen: ChartChoices['spread']): MenuItem => ({
    label,
    onChoose: () => choose(showing(chosen)),
  });
  const lines = (factsOf(chart)?.lines ?? []).filter(({ label }) => !hidden.includes(label));
  const pairs = lines.flatMap(({ label: first, unit }, at) =>
    lines.slice(at + 1).flatMap(({ label: second, unit: other }) => {
      const isShown = spread?.first === first && spread.second === second;
      if (unit !== other || isShown) return [];
      return [show(l10n.t('{0} minus {1}', second, first), { first, second })];
    }),
  );
  return spread ? [show(l10n.t('Hide Difference'), null), ...pairs] : pairs;
}
