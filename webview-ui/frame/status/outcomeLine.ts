import type { ResultState } from '#src/protocol/messages';
import { element, setAttribute, setText } from '../../controls/dom';
import { icon } from '../../controls/icons';
import { isRunning, progressFigures, statusMark, statusSentence } from './statusLine';

/** How the query went: its outcome in words, then the `findings`; while it runs, how fast data arrives. */
export function createOutcomeLine(findings: HTMLElement) {
  const status = element('span', { role: 'status', class: 'status' });
  const statusIcon = element('span', { class: 'status-icon' });
  const figures = element('span', { class: 'quiet' });
  let announced = '';
  let ticking: ReturnType<typeof setTimeout> | undefined;

  function show(state: ResultState): void {
    const { phase } = state;
    // A running count is announced once, not every second.
    setAttribute(status, 'aria-live', isRunning(state) && announced === phase.kind ? 'off' : 'polite');
    announced = phase.kind;
    const sentence = statusSentence(state, Date.now());
    setText(status, sentence);
    // A narrow view cuts it off.
    status.title = sentence;
    const mark = statusMark(state);
    statusIcon.className = `status-icon ${mark}`;
    const pictures = { good: 'check', bad: 'warning', running: 'waiting', neutral: 'info' } as const;
    statusIcon.replaceChildren(icon(pictures[mark]));
    setText(figures, progressFigures(state, Date.now()));
    clearTimeout(ticking);
    if (isRunning(state)) ticking = setTimeout(() => show(state), 1000);
  }

  return {
    element: element(
      'div',
      { class: 'outcome-line lines' },
      element('span', { class: 'status-words' }, statusIcon, status),
      findings,
      figures,
    ),
    show,
  };
}
