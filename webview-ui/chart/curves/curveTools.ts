import * as l10n from '@vscode/l10n';
import type { CurveChart } from '../../../src/table/chartTypes';
import { button } from '../../controls/controls';
import { element, setAttribute, setText } from '../../controls/dom';
import { intervalText } from '../model/times';

/** How long a period is seen while they play, in milliseconds. */
const playMs = 700;

const prefersStillness = () =>
  document.body.classList.contains('vscode-reduce-motion') ||
  matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Chooses the period of the curves, or plays one after the other, and looks closer at where they meet. */
export function createCurveTools(chosen: { onPeriod: (period: number) => void; onCrossing: () => void }): {
  readonly element: HTMLElement;
  show(chart: CurveChart, asked: number, zone: string, isAtCrossing: boolean): void;
  /** Stops playing. */
  rest(): void;
} {
  const slider = element('input', { type: 'range', id: 'chart-period', min: '0', step: '1' });
  const time = element('span', { class: 'chart-period-time' });
  const closer = button({
    label: l10n.t('Around the crossing'),
    look: 'secondary',
    onClick: () => chosen.onCrossing(),
  });
  const play = element('button', { class: 'chart-toggle', type: 'button' }, l10n.t('Play'));
  let playing: ReturnType<typeof setInterval> | undefined;

  function rest(): void {
    clearInterval(playing);
    playing = undefined;
    setAttribute(play, 'aria-pressed', 'false');
  }

  /** From the beginning where the last period is reached. */
  function advance(): void {
    const [at, last] = [Number(slider.value), Number(slider.max)];
    chosen.onPeriod(at < last ? at + 1 : 0);
    if (at + 1 === last) rest();
  }

  play.addEventListener('click', () => {
    if (playing !== undefined) {
      rest();
      return;
    }
    setAttribute(play, 'aria-pressed', 'true');
    playing = setInterval(advance, playMs);
    advance();
  });
  slider.addEventListener('input', () => {
    rest();
    chosen.onPeriod(Number(slider.value));
  });
  return {
    element: element(
      'div',
      { class: 'chart-tools' },
      element('label', { for: 'chart-period' }, l10n.t('Period')),
      slider,
      play,
      time,
      closer.element,
    ),
    show({ periods, crossing }, asked, zone, isAtCrossing) {
      const last = Math.max(0, periods.length / 2 - 1);
      // The answer may be that for a period before: the slider must not jump back under the hand.
      const period = Math.min(asked, last);
      setAttribute(slider, 'max', String(last));
      slider.disabled = last === 0;
      slider.value = String(period);
      play.hidden = last === 0 || prefersStillness();
      if (play.hidden) rest();
      const [from, to] = [periods[2 * period], periods[2 * period + 1]];
      const known = from !== undefined && to !== undefined && !Number.isNaN(from + to);
      const text = known ? intervalText(from, to, zone) : l10n.t('no period');
      setText(time, text);
      setAttribute(slider, 'aria-valuetext', known ? `${text} ${zone}` : text);
      closer.setEnabled(crossing !== null && !isAtCrossing);
    },
    rest,
  };
}
