import type { CapacityPair } from '#src/protocol/charts/capacityChart';
import type { ContractRow } from '#src/protocol/charts/contractsChart';
import type { DepthChart } from '#src/protocol/charts/depthChart';
import type { OrdersChart } from '#src/protocol/charts/ordersChart';
import type { SeriesSummary } from '#src/protocol/charts/seriesChart';

type ChartMember =
  | keyof SeriesSummary
  | keyof OrdersChart['shown']
  | keyof DepthChart
  | keyof CapacityPair
  | keyof ContractRow;

/**
 * Numbers of a chart that are NaN if they aren't known. Members with these names are never `null` in a chart.
 */
const mayBeUnknown: ReadonlySet<string> = new Set<ChartMember>([
  'from',
  'to',
  'low',
  'high',
  'min',
  'max',
  'minAt',
  'maxAt',
  'mean',
  'at',
  'last',
  'deliveryStart',
  'deliveryEnd',
  'publicationTime',
]);

/**
 * Restores NaN in a chart from the host. Every VS Code sends messages as JSON, in which NaN becomes `null`;
 * typed arrays are transferred separately, byte by byte.
 */
export function restoreUnknown(chart: object): void {
  for (const [name, member] of Object.entries(chart) as [string, unknown][]) {
    if (member === null && mayBeUnknown.has(name)) Reflect.set(chart, name, Number.NaN);
    else if (typeof member === 'object' && member !== null && !ArrayBuffer.isView(member))
      restoreUnknown(member);
  }
}
