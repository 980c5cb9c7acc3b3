import * as l10n from '@vscode/l10n';
import { views, type View } from '#src/protocol/messages';
import type { Sentence } from '#src/text/l10n';
import { plainButton } from '../controls/controls';
import { element } from '../controls/dom';
import { placeByKey } from '../controls/placeByKey';

const titles: Record<View, Sentence> = {
  chart: () => l10n.t('Chart'),
  table: () => l10n.t('Table'),
  days: () => l10n.t('Days'),
  json: () => 'JSON',
  request: () => l10n.t('Request'),
};

const forEach = <Made>(make: (view: View) => Made): Readonly<Record<View, Made>> => ({
  chart: make('chart'),
  table: make('table'),
  days: make('days'),
  json: make('json'),
  request: make('request'),
});

/** The tab list and a panel for each view. The arrow keys, Home, and End move between the offered tabs. */
export function createTabs(onSelect: (view: View) => void) {
  const list = element('div', { class: 'tabs', role: 'tablist', 'aria-label': l10n.t('View') });
  const tabs = forEach((view) => {
    const named = { class: 'tab', role: 'tab', id: `tab-${view}`, 'aria-controls': `panel-${view}` };
    return plainButton(named, () => onSelect(view), titles[view]());
  });
  const panels = forEach((view) => {
    const named = { class: 'panel', role: 'tabpanel', id: `panel-${view}`, 'aria-labelledby': `tab-${view}` };
    return element('div', { ...named, hidden: '' });
  });
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

  list.append(...views.map((view) => tabs[view]));
  list.addEventListener('keydown', (event) => {
    const at = selected === undefined ? 0 : offered.indexOf(selected);
    const view = offered[placeByKey(event.key, at, offered.length, ['ArrowLeft', 'ArrowRight']) ?? -1];
    if (view === undefined) return;
    event.preventDefault();
    onSelect(view);
    tabs[view].focus();
  });
  return {
    list,
    panels,
    offer,
    select,
    focus: () => selected && tabs[selected].focus(),
  };
}
