import * as l10n from '@vscode/l10n';
import { views } from '#src/protocol/messages';
import type { View } from '#src/protocol/messages';
import type { Sentence } from '#src/text/l10n';
import { element } from '../controls/dom';

const titles: Record<View, Sentence> = {
  chart: () => l10n.t('Chart'),
  table: () => l10n.t('Table'),
  days: () => l10n.t('Days'),
  json: () => 'JSON',
  request: () => l10n.t('Request'),
};

/** The tab list and a panel for each view. The arrow keys, Home, and End move between the offered tabs. */
export function createTabs(onSelect: (view: View) => void) {
  const list = element('div', { class: 'tabs', role: 'tablist', 'aria-label': l10n.t('View') });
  const tab = (view: View) =>
    element(
      'button',
      { class: 'tab', role: 'tab', id: `tab-${view}`, 'aria-controls': `panel-${view}` },
      titles[view](),
    );
  const tabs = {
    chart: tab('chart'),
    table: tab('table'),
    days: tab('days'),
    json: tab('json'),
    request: tab('request'),
  };
  const panel = (view: View) =>
    element('div', {
      class: 'panel',
      role: 'tabpanel',
      id: `panel-${view}`,
      'aria-labelledby': `tab-${view}`,
      hidden: '',
    });
  const panels = {
    chart: panel('chart'),
    table: panel('table'),
    days: panel('days'),
    json: panel('json'),
    request: panel('request'),
  };
  let selected: View | undefined;
  let offered: readonly View[] = views;

  function offer(those: readonly View[]): void {
    offered = those;
    for (const each of views) tabs[each].hidden = !those.includes(each);
  }

  function select(view: View): void {
    selected = view;
    for (const each of views) {
      const active = each === view;
      tabs[each].setAttribute('aria-selected', String(active));
      tabs[each].tabIndex = active ? 0 : -1;
      panels[each].hidden = !active;
    }
  }

  for (const view of views) tabs[view].addEventListener('click', () => onSelect(view));
  list.append(...views.map((view) => tabs[view]));
  list.addEventListener('keydown', (event) => {
    const at = selected === undefined ? 0 : offered.indexOf(selected);
    const moves: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: offered.length - 1,
    };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const view = offered[(to + offered.length) % offered.length];
    if (view === undefined) return;
    onSelect(view);
    tabs[view].focus();
  });
  const focus = () => {
    if (selected !== undefined) tabs[selected].focus();
  };
  return {
    list,
    panels,
    /** Shows the tabs of these views only. */
    offer,
    select,
    /** Focuses the selected tab. */
    focus,
  };
}
