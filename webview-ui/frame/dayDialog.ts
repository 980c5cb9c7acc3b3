import * as l10n from '@vscode/l10n';
import { addDays, dayOf, marketZone } from '#src/market/time/deliveryDay';
import { dayMs } from '#src/market/time/zones';
import type { DeliveryDays, Questions, ResultState, ViewAction } from '#src/protocol/messages';
import { hasRows } from '#src/protocol/openedRange';
import { formatCounted } from '#src/text/l10n';
import { createCalendar } from '../controls/calendar';
import { button, secondaryButton } from '../controls/controls';
import { element, setText } from '../controls/dom';
import { popoverBelow } from '../controls/popover';
import { dayStandingOf, dayWords } from '../days/dayWords';
import type { Host } from '../host/pane';
import { createTypedField } from './typedField';

/**
 * The dialog in which the delivery days of a query are chosen or typed. In a range, it opens a day that is there, or
 * fetches others.
 */
export function createDayDialog(host: Host, trigger: HTMLElement, state: () => ResultState | undefined) {
  let facts: Questions['calendar']['answer'] | undefined;
  /** More days than one query gets. */
  let tooMany: DeliveryDays = { from: '', to: '' };

  const daysOfRange = () => {
    const source = state()?.source;
    return source?.kind === 'range' ? source.days : null;
  };
  const today = () => facts?.today ?? dayOf(Date.now(), marketZone);

  function lookOf(day: string): { look: string; remark: string } {
    const held = daysOfRange()?.find((each) => each.day === day);
    if (held) return { look: `day-${dayStandingOf(held)}`, remark: dayWords(held) };
    const isComing = facts !== undefined && day > facts.lastPublished;
    return isComing ? { look: 'day-coming', remark: l10n.t('Not published yet') } : { look: '', remark: '' };
  }

  function choose(days: DeliveryDays): void {
    const { from, to } = days;
    const count = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
    const held = daysOfRange();
    if (held?.some((day) => count === 1 && day.day === from && hasRows(day)) === true) {
      act({ kind: 'openDay', day: from });
    } else if (!held && count <= (facts?.mostDays ?? 1)) {
      act({ kind: 'onDays', from, to });
    } else {
      tooMany = days;
      const words = formatCounted(count, [
        l10n.t('{0} delivery day is fetched as a range, which saves a file for each day.'),
        l10n.t('{0} delivery days are fetched as a range, which saves a file for each day.'),
      ]);
      setText(hint, words);
      fetchRange.hidden = false;
      fetchRange.focus();
    }
  }

  function act(action: ViewAction): void {
    opened.close(true);
    host.act(action);
  }

  const hint = element('p', { class: 'quiet', role: 'status' });
  const fetchRange = button({
    label: l10n.t('Fetch Range…'),
    look: 'primary',
    onClick: () => act({ kind: 'fetchRange', ...tooMany }),
  }).element;
  const calendar = createCalendar(lookOf, {
    onFirst: () => setText(hint, l10n.t('Select the last day.')),
    onChoose: choose,
  });
  const chooseDay = (day: string) => choose({ from: day, to: day });
  const step = (label: string, onClick: () => void) => secondaryButton(label, onClick).element;
  const steps = element(
    'div',
    { class: 'calendar-steps lines' },
    step(l10n.t('Today'), () => chooseDay(today())),
    step(l10n.t('Tomorrow'), () => chooseDay(addDays(today(), 1))),
    step(l10n.t('A Day Earlier'), () => act({ kind: 'otherDay', days: -1 })),
    step(l10n.t('A Week Earlier'), () => act({ kind: 'otherDay', days: -7 })),
  );
  const part = () => state()?.parts[0]?.name ?? '';
  const { field, words, read, clear } = createTypedField(host, {
    label: l10n.t('Type a Day'),
    placeholder: l10n.t('-7d, last week, 26 nov'),
    part,
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    // The focus returns to the trigger, which the same key would click.
    event.preventDefault();
    void read().then((typed) => {
      if (typed?.values) act({ kind: 'setPart', part: part(), typed: typed.typed });
    });
  });

  const content = element(
    'div',
    { class: 'menu query-dialog', role: 'dialog', 'aria-label': l10n.t('Delivery day') },
    // First, so that they're in view however low the window is.
    steps,
    calendar.element,
    field,
    words,
    hint,
    fetchRange,
  );
  const opened = popoverBelow(trigger, {
    content,
    first: calendar.currentCell,
    onOpen() {
      const { deliveryDays, canChangeParts = false } = state() ?? {};
      steps.hidden = field.hidden = !canChangeParts;
      fetchRange.hidden = true;
      clear();
      setText(hint, l10n.t('For several days, press Shift and select the first one, then the last one.'));
      calendar.show(deliveryDays ?? { from: today(), to: today() });
      void host.ask('calendar', {}).then((answer) => {
        facts = answer;
        calendar.update(answer.today);
      });
    },
  });
  return opened.element;
}
