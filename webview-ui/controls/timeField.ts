import * as l10n from '@vscode/l10n';
import { hourMs, instantsOf, minuteMs, startOfDay, wallClock } from '#src/market/time/zones';
import { iconButton } from './controls';
import { element, setAttribute } from './dom';

/** `17:30`, `17.30`, `1730`, `17`, or `17:30:15`. */
const typedTime = /^\s*(\d{1,2})(?:[:.]?(\d{2}))?(?::(\d{2}))?\s*$/;

/**
 * The instant at which clocks show what was typed, on the calendar day of another instant; the later one if the
 * hour is repeated, so that it includes the first. `null` if it isn't a time.
 */
export function typedInstant(text: string, sameDay: number, zone: string): number | null {
  const [, hours = '', minutes = '0', seconds = '0'] = typedTime.exec(text) ?? [];
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)];
  if (hours === '' || hour > 23 || minute > 59 || second > 59) return null;
  const { year, month, day } = wallClock(sameDay, zone);
  const found = instantsOf({ year, month, day, hour, minute, second }, zone).at(-1);
  return found ?? startOfDay(year, month, day, zone) + hour * hourMs + minute * minuteMs + second * 1000;
}

interface ShownTime {
  index: number;
  last: number;
  name: string;
  text: string;
  at: number;
  zone: string;
  isFirst: boolean;
  isLast: boolean;
}

/**
 * A slider that leads to one of several times, and a field for a time of day between buttons that go one step back
 * and forward. `onSlide` gets the index of the time.
 */
export function createTimeField(
  words: { slider: string; label: string; previous: string; next: string },
  onSlide: (index: number) => void,
) {
  const slider = element('input', { type: 'range', 'aria-label': words.slider, min: '0', step: '1' });
  slider.addEventListener('input', () => onSlide(Number(slider.value)));
  let go: { step: (by: 1 | -1) => void; to: (instant: number) => void } | undefined;
  let shown = { text: '', at: NaN, zone: 'UTC' };
  const step = (label: string, icon: 'previous' | 'next', by: 1 | -1) =>
    iconButton(label, icon, () => go?.step(by));
  const previous = step(words.previous, 'previous', -1);
  const next = step(words.next, 'next', 1);
  const field = element('input', {
    type: 'text',
    class: 'field chart-time',
    'aria-label': words.label,
    title: l10n.t('Type a time, such as 17:30'),
  });
  field.addEventListener('focus', () => field.select());
  field.addEventListener('change', () => {
    const instant = typedInstant(field.value, shown.at, shown.zone);
    field.value = shown.text;
    if (instant !== null) go?.to(instant);
  });
  return {
    slider,
    steps: [previous.element, field, next.element],
    /** Shows a time, and the slider at its place, which has a name; `onGo` is called with where to go from there. */
    show({ index, last, name, ...at }: ShownTime, onGo: NonNullable<typeof go>) {
      setAttribute(slider, 'max', String(last));
      slider.disabled = last === 0;
      slider.value = String(index);
      setAttribute(slider, 'aria-valuetext', name);
      go = onGo;
      const isTyping = document.activeElement === field && field.value !== shown.text;
      shown = at;
      if (!isTyping) field.value = at.text;
      previous.setEnabled(!at.isFirst);
      next.setEnabled(!at.isLast);
    },
  };
}
