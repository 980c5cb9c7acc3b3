import { element, setText } from '../controls/dom';
import { icon } from '../controls/icons';
import { remarksId, type FilterRemark } from './header/columnHeader';

/** The line below the rows: how many there are, notices, remarks on the filters, and the selection. */
export function createTableFoot(selectionLine: HTMLElement) {
  const count = element('span', { class: 'row-count quiet' });
  const notice = element('span', { class: 'notice quiet', 'aria-live': 'polite' });
  const remarks = element('span', { id: remarksId, 'aria-live': 'polite' });
  const warning = icon('warning');
  return {
    element: element(
      'div',
      { class: 'table-foot lines' },
      count,
      notice,
      element('div', { class: 'filter-remarks' }, warning, remarks),
      selectionLine,
    ),
    say: (sentence: string) => setText(notice, sentence),
    count: (text: string) => setText(count, text),
    /** `others` are further sentences about filters. */
    remark(said: readonly FilterRemark[], others: readonly string[]) {
      setText(remarks, [...said.map(({ text }) => text), ...others].join(' '));
      warning.classList.toggle(
        'shown',
        said.some(({ isProblem }) => isProblem),
      );
    },
  };
}
