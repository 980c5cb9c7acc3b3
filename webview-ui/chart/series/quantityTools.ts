import * as l10n from '@vscode/l10n';
import { element } from '../../controls/dom';
import type { ChartTools, Choose } from '../model/chartOptions';
import { quantitiesOf, shownQuantities, toggledQuantities } from './quantities';

/** The buttons that choose which quantities are shown; hidden if there is nothing to choose from. */
export function createQuantityTools(choose: Choose): ChartTools {
  const named = { class: 'chart-tools lines', role: 'group', 'aria-label': l10n.t('Quantities') };
  const tools = element('div', named);
  let drawn = '';
  return {
    element: tools,
    show(chart, options) {
      const quantities = chart?.kind === 'series' ? quantitiesOf(chart.series, options.plan) : [];
      const shown = shownQuantities(quantities, options.quantities);
      tools.hidden = quantities.length === 0;
      const key = JSON.stringify(quantities);
      if (key !== drawn) {
        drawn = key;
        tools.replaceChildren(
          ...quantities.map((name) => element('button', { class: 'chart-toggle', type: 'button' }, name)),
        );
      }
      quantities.forEach((name, index) => {
        const button = tools.children[index];
        if (!(button instanceof HTMLButtonElement)) return;
        button.setAttribute('aria-pressed', String(shown.includes(name)));
        button.onclick = () => choose({ quantities: toggledQuantities(shown, name, options.plan) });
      });
    },
  };
}
