import * as l10n from '@vscode/l10n';
import type { ResultState } from '#src/protocol/messages';
import { iconButton, progressBar } from '../controls/controls';
import { element, setText } from '../controls/dom';
import { icon, type IconName } from '../controls/icons';
import type { Host } from '../host/pane';
import { createQueryChips } from './queryChips';
import { createResultActions, type ActionListener } from './resultActions';
import { runTime } from './runTime';
import { progressOf } from './status/statusLine';

/** Words about where the rows come from, of which a narrow view shows the icon alone. */
function createPill(picture: IconName) {
  const words = element('span', {});
  const made = element('span', { class: 'pill' }, icon(picture), words);
  return {
    element: made,
    show(text: string | null, title: string) {
      made.hidden = text === null;
      made.title = title;
      setText(words, text ?? '');
    },
  };
}

/** The query and the actions on its result. */
export function createHeader(host: Host, listener: ActionListener) {
  const back = iconButton(l10n.t('Back to Previous Result'), 'back', () => host.act({ kind: 'back' }));
  const title = element('h1', {});
  const madeUp = createPill('beaker');
  const fromHistory = createPill('history');
  const chips = createQueryChips(host);
  const actions = createResultActions(host, listener, () => chips.items());
  // The back button isn't before the title: the buttons for other days would move away from under the
  // pointer.
  const subject = element(
    'div',
    { class: 'subject line' },
    title,
    madeUp.element,
    fromHistory.element,
    chips.element,
  );
  const bar = element('div', { class: 'query-bar line' }, subject, back.element, actions.element);
  const progress = progressBar(l10n.t('Download'));

  return {
    element: element('header', { class: 'result-header' }, bar, progress.element),
    /** Call before the view below is shown, which measures the room that the header leaves. */
    show(latest: ResultState) {
      back.element.hidden = !latest.canGoBack;
      setText(title, latest.dataset.title);
      title.title = latest.dataset.summary;
      const made = latest.madeUp === 'synthetic' ? l10n.t('Seeded data') : l10n.t('Sample data');
      madeUp.show(latest.madeUp === null ? null : made, made);
      const at = l10n.t('Run at {0}', runTime(latest.startedEpochMs, latest.timeZone));
      fromHistory.show(latest.source.kind === 'history' ? l10n.t('From history') : null, at);
      chips.show(latest);
      actions.show(latest);
      progress.show(progressOf(latest));
    },
    /** Call when another view is shown: it may have actions of its own, such as a button to cancel the query. */
    showWith: (isCancelInView: boolean) => actions.showWith(isCancelInView),
    /** Focuses the first part of the query that can be changed; returns whether there is one. */
    focus: () => chips.focus(),
    focusExport: () => actions.focusExport(),
  };
}
