import * as l10n from '@vscode/l10n';
import type { ResultState } from '#src/protocol/messages';
import { progressBar } from '../../controls/controls';
import { element, setAttribute, setText } from '../../controls/dom';
import { icon } from '../../controls/icons';
import { isRunning, progressOf, statusMark, statusSentence } from './statusLine';
import { transferFigures } from './transferFigures';

/** How the query went: its outcome in words, then the `between` element, then sizes and times. */
export function createOutcomeLine(between: HTMLElement) {
  const status = element('span', { role: 'status', class: 'status' });
  const statusIcon = element('span', { class: 'status-icon' });
  const figures = element('ul', { class: 'transfer-figures', 'aria-label': l10n.t('Transfer details') });
  const progress = progressBar(l10n.t('Download'));
  let announced = '';
  let ticking: ReturnType<typeof setTimeout> | undefined;

  function show(state: ResultState): void {
    const { phase } = state;
    // A running count is announced once, not every second.
    setAttribute(status, 'aria-live', announced === phase.kind ? 'off' : 'polite');
    if (!isRunning(state)) setAttribute(status, 'aria-live', 'polite');
    announced = phase.kind;
    setText(status, statusSentence(state, Date.now()));
    const told = transferFigures(state, Date.now());
    // The chart of a comparison has its figures, too, so one line is enough.
    const isComparison = state.source.kind === 'comparison';
    status.classList.toggle('one-line', isComparison);
    status.title = isComparison
      ? statusSentence(state, Date.now())
      : told.map(({ text }) => text).join(' · ');
    const mark = statusMark(state);
    statusIcon.className = `status-icon ${mark}`;
    const pictures = { good: 'check', bad: 'warning', running: 'waiting', neutral: 'info' } as const;
    statusIcon.replaceChildren(icon(pictures[mark]));
    figures.replaceChildren(...told.map(({ text, detail }) => element('li', { title: detail }, text)));
    progress.show(progressOf(state));
    clearTimeout(ticking);
    if (isRunning(state)) ticking = setTimeout(() => show(state), 1000);
  }

  return {
    element: element(
      'div',
      { class: 'outcome-line' },
      element('span', { class: 'status-words' }, statusIcon, status),
      between,
      figures,
    ),
    /** The progress of a download. */
    progress: progress.element,
    show,
  };
}
