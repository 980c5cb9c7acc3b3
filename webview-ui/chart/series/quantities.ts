import type { ChartPlan } from '#src/market/datasets/dataset';
import type { Series } from '#src/protocol/charts/seriesChart';
import { joined } from '#src/text/joined';
import { chartColors } from '../model/seriesStyles';

/** More series than this can't be told apart in one chart. */
const mostAtOnce = 8;

type Measured = Pick<Series, 'endpoint' | 'unit'>;

/** What a series measures: `Sending, MW`, `EUR/MWh`. */
export const quantityOf = ({ endpoint, unit }: Measured): string => joined(', ', endpoint, unit);

/**
 * The quantities to choose from, in order of appearance. For flows, there is a choice only if there are too
 * many series to show at once; for comparisons always, because each of their panes has only one axis; for
 * other charts never.
 */
export function quantitiesOf(series: readonly Measured[], plan: ChartPlan): string[] {
  if (plan !== 'comparison' && (plan !== 'flows' || series.length <= mostAtOnce)) return [];
  const quantities = [...new Set(series.map(quantityOf))];
  return quantities.length > 1 ? quantities : [];
}

/** The quantities shown: the first one until the person chooses. */
export function shownQuantities(quantities: readonly string[], chosen: readonly string[] | null): string[] {
  return quantities.filter((one, index) => (chosen ? chosen.includes(one) : index === 0));
}

/**
 * The quantities shown after a click on one; in a comparison only that one, because each pane has one axis.
 */
export function toggledQuantities(shown: readonly string[], name: string, plan: ChartPlan): string[] {
  if (plan === 'comparison') return [name];
  return shown.includes(name) ? shown.filter((other) => other !== name) : [...shown, name];
}

/**
 * Styles of series by their index. Series with the same index within their quantity have the same color, so
 * that both ends of a cable visibly belong together; each quantity has its own dashes.
 */
export function quantityStyles(series: readonly Measured[]): number[] {
  const names = series.map(quantityOf);
  const indexes = names.map((name, index) => names.slice(0, index).filter((other) => other === name).length);
  const colors = chartColors.length;
  const most = (1 + Math.floor(Math.max(...indexes) / colors)) * colors;
  const groups = [...new Set(names)];
  return names.map((name, index) => groups.indexOf(name) * most + (indexes[index] ?? 0));
}
