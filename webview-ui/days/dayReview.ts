import * as l10n from '@vscode/l10n';
import { hasRows, type OpenedDay } from '#src/protocol/openedRange';
import { formatCount, fromTo } from '#src/text/l10n';
import { plainButton } from '../controls/controls';
import { element } from '../controls/dom';
import { dateOf, remarksOf, type Remark } from './dayWords';

/** Nobody reads more than this many; the list says how many others there are. */
const mostRemarks = 500;

/** The list of days that aren't complete. `onOpen` gets a day such as `2026-03-29`. */
export function createDayReview(onOpen: (day: string) => void) {
  const remarks = element('div', { class: 'days-remarks' });

  function remarkRow({ first, last, rows, text }: Remark): HTMLElement {
    const date = fromTo([...new Set([dateOf(first), dateOf(last)])]);
    const name = element('td', {}, date);
    // Several days can't be opened as one result from here.
    if (hasRows(first) && first === last) {
      name.replaceChildren(plainButton({ class: 'link' }, () => onOpen(first.day), date));
    }
    const count = rows > 0 ? formatCount(rows) : '';
    return element('tr', {}, name, element('td', {}, text), element('td', { class: 'number' }, count));
  }

  return {
    element: remarks,
    show(days: readonly OpenedDay[]) {
      const all = remarksOf(days);
      remarks.hidden = all.length === 0;
      const titles = [l10n.t('Day'), l10n.t('Finding'), l10n.t('Rows')];
      const head = titles.map((text) => element('th', { scope: 'col' }, text));
      const table = element(
        'table',
        { 'aria-label': l10n.t('Days to review') },
        element('thead', {}, element('tr', {}, ...head)),
        element('tbody', {}, ...all.slice(0, mostRemarks).map(remarkRow)),
      );
      const rest = all.length - mostRemarks;
      remarks.replaceChildren(
        element('h2', {}, l10n.t('Days to Review')),
        table,
        ...(rest > 0 ? [element('p', {}, l10n.t('{0} more', formatCount(rest)))] : []),
      );
    },
  };
}
