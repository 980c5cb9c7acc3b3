import * as l10n from '@vscode/l10n';
import { dayOf, marketZone } from '#src/market/time/deliveryDay';
import { dayMs } from '#src/market/time/zones';
import type { CalendarFacts, ResultState } from '#src/protocol/messages';
import { formatCounted } from '#src/text/l10n';
import { createCalendar, type ChosenDays } from '../controls/calendar';
import { button } from '../controls/controls';
import { element, setText } from '../controls/dom';
import { popoverBelow } from '../controls/popover';
import { dayStandingOf, dayWords, hasRows } from '../days/dayWords';
import type { Host } from '../host/pane';
import { askAboutTyped, type ReadText } from './typedText';

const countDays = ({ from, to }: ChosenDays) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

/**
 * The dialog in which the delivery day of a query is chosen or typed. In a range, it opens a day that is there, or
 * fetches others.
 */
export function createDayDialog(host: Host, trigger: HTMLElement, state: () => ResultState | undefined) {
  let facts: CalendarFacts | undefined;
  /** More days than one query gets. */
  let tooMany: ChosenDays | undefined;

  const range = () => {
    const source = state()?.source;
    return source?.kind === 'range' ? source : undefined;
  };

  const hint = element('p', { class: 'quiet', role: 'status' });
  const usualHint = () =>
    setText(hint, l10n.t('For several days, press Shift and select the first one, then the last one.'));
  const fetchRange = button({
    label: l10n.t('Fetch Range…'),
    look: 'primary',
    onClick() {
      const days = tooMany;
      if (days) finish(() => host.act({ kind: 'fetchRange', ...days }));
    },
  });

  const calendar = createCalendar(
    (day) => {
      const found = range()?.days.find((each) => each.day === day);
      if (found) return { look: `day-${dayStandingOf(found)}`, remark: dayWords(found) };
      const isPublished = facts === undefined || day <= facts.lastPublished;
      return isPublished
        ? { look: '', remark: '' }
        : { look: 'day-coming', remark: l10n.t('Not published yet') };
    },
    {
      onFirst: () => setText(hint, l10n.t('Select the last day.')),
      onChoose: choose,
    },
  );

  function choose(days: ChosenDays): void {
    const { from, to } = days;
    const fetched = range();
    const isThere = fetched?.days.some((day) => from === to && day.day === from && hasRows(day)) === true;
    if (isThere) finish(() => host.act({ kind: 'openDay', day: from }));
    else if (!fetched && countDays(days) <= (facts?.mostDays ?? 1)) {
      finish(() => host.act({ kind: 'onDays', ...days }));
    } else {
      tooMany = days;
      fetchRange.element.hidden = false;
      setText(
        hint,
        formatCounted(countDays(days), [
          l10n.t('{0} delivery day is fetched as a range, which saves a file for each day.'),
          l10n.t('{0} delivery days are fetched as a range, which saves a file for each day.'),
        ]),
      );
      fetchRange.element.focus();
    }
  }

  function finish(act: () => void): void {
    opened.close(true);
    act();
  }

  const earlier = (label: string, days: -1 | -7) =>
    button({
      label,
      look: 'secondary',
      onClick: () => finish(() => host.act({ kind: 'otherDay', days })),
    }).element;
  const today = () => facts?.today ?? dayOf(Date.now(), marketZone);
  const steps = element(
    'div',
    { class: 'calendar-steps' },
    button({
      label: l10n.t('Today'),
      look: 'secondary',
      onClick: () => choose({ from: today(), to: today() }),
    }).element,
    earlier(l10n.t('A Day Earlier'), -1),
    earlier(l10n.t('A Week Earlier'), -7),
  );

  const field = element('input', {
    type: 'text',
    'aria-label': l10n.t('Type a Day'),
    placeholder: l10n.t('-7d, last week, 26 nov'),
  });
  const meaning = element('p', { class: 'quiet', role: 'status' });
  const latestRead = askAboutTyped(
    host,
    field,
    () => state()?.parts[0]?.name,
    (read) => setText(meaning, read?.words ?? ''),
  );
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    // The focus returns to the trigger, which the same key would click.
    event.preventDefault();
    void latestRead().then(take);
  });
  const byText = element('div', { class: 'calendar-typed' }, field, meaning);

  function take(read: ReadText | null): void {
    if (!read?.values || read.typed !== field.value.trim()) return;
    const { part, typed } = read;
    finish(() => host.act({ kind: 'setPart', part, typed }));
  }

  const content = element(
    'div',
    { class: 'menu query-dialog', role: 'dialog', 'aria-label': l10n.t('Delivery day') },
    calendar.element,
    steps,
    byText,
    hint,
    fetchRange.element,
  );
  const opened = popoverBelow(trigger, {
    content,
    first: () => calendar.current(),
    onOpen() {
      const { deliveryDays, canChangeParts = false } = state() ?? {};
      steps.hidden = byText.hidden = !canChangeParts;
      fetchRange.element.hidden = true;
      field.value = '';
      setText(meaning, '');
      usualHint();
      calendar.show(deliveryDays ?? { from: today(), to: today() });
      void host.ask('calendar', {}).then((answer) => {
        facts = answer;
        calendar.update(answer.today);
      });
    },
  });
  return opened.element;
}
