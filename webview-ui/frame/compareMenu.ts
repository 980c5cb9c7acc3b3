import * as l10n from '@vscode/l10n';
import { seriesPlans } from '#src/protocol/charts/chartQuestion';
import type { ResultState, ViewAction } from '#src/protocol/messages';
import { menuButton, type MenuItem } from '../controls/menu';
import type { Host } from '../host/pane';

type Made = Extract<ViewAction, { kind: 'compare' }>['as'];

/**
 * The menu that compares a result with others: overlaid in its chart, which only series can share, or as a
 * difference. `differences` are those of two series of the result itself.
 */
export function createCompareMenu(
  host: Host,
  state: () => ResultState | undefined,
  differences: () => readonly MenuItem[],
) {
  let chosen: Made = 'overlay';

  function items(): MenuItem[] {
    const result = state();
    if (!result) return [];
    const { dataset, deliveryDays, source } = result;
    const canOverlay = seriesPlans.includes(dataset.chart);
    const as = canOverlay ? chosen : 'difference';
    const either = (label: string, made: Made): MenuItem => ({
      label,
      isChosen: as === made,
      onChoose: () => (chosen = made),
    });
    const other = (label: string, days: number | null): MenuItem => ({
      label,
      onChoose: () => host.act({ kind: 'compare', as, days }),
    });
    // The orders of two days have nothing in common, and the days of a range aren't a single request.
    const hasDays = deliveryDays !== null && dataset.chart !== 'orders' && source.kind !== 'range';
    return [
      ...(canOverlay
        ? [either(l10n.t('Overlay'), 'overlay'), either(l10n.t('Difference'), 'difference')]
        : []),
      ...(as === 'difference' ? differences() : []),
      ...(hasDays ? [other(l10n.t('A Day Earlier'), -1), other(l10n.t('A Week Earlier'), -7)] : []),
      other(l10n.t('Another Day, Area, or Result…'), null),
    ];
  }

  const label = l10n.t('Compare…');
  return menuButton({ label, text: label, icon: 'compare', items });
}
