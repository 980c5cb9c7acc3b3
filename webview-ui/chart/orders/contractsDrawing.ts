import * as l10n from '@vscode/l10n';
import type { ContractsChart } from '#src/protocol/charts/contractsChart';
import { formatCount, formatCounted } from '#src/text/l10n';
import type { ChartOptions } from '../model/chartOptions';
import type { Drawing } from '../model/drawing';

/** What is said of the list of contracts, which is no picture. */
export function contractsDrawing(chart: ContractsChart, options: ChartOptions): Drawing {
  const { contracts, total, events } = chart;
  const extent = { from: 0, to: 1 };
  const brief = [
    contracts.length < total
      ? l10n.t(
          '{0} of {1} contracts: those with the most events',
          formatCount(contracts.length),
          formatCount(total),
        )
      : formatCounted(total, [l10n.t('{0} contract'), l10n.t('{0} contracts')]),
    formatCounted(events, [l10n.t('{0} event'), l10n.t('{0} events')]),
    ...(options.receiving ? [] : [l10n.t('prices at the last time with an open order')]),
  ].join(' · ');
  return {
    x: { visible: extent, extent, least: null },
    y: [],
    marks: [],
    legend: [],
    brief,
    summary: `${options.title}, ${brief}`,
    empty: contracts.length > 0 ? null : emptyText(options),
    stops: [],
    readoutAt: () => null,
  };
}

const emptyText = ({ receiving }: ChartOptions): string =>
  receiving
    ? l10n.t('Receiving…')
    : l10n.t('No event names a contract. Select All Contracts to see the events.');
