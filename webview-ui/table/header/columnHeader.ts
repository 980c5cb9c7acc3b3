import * as l10n from '@vscode/l10n';
import type { Column, ColumnSummary } from '#src/protocol/tableTypes';
import type { SortKey } from '#src/protocol/rowsQuestion';
import { plainButton } from '../../controls/controls';
import { debounced, element, setAttribute, setText } from '../../controls/dom';
import { icon } from '../../controls/icons';
import { joined } from '#src/text/joined';
import { columnTitle } from '../grid/cellText';
import { createColumnBars, summaryWords, type Summaries } from './columnSummary';
import { filterExample } from './filterText';
import type { ValueList } from './valueList';

/** A message about a filter, such as why it isn't applied. */
export interface FilterRemark {
  readonly text: string;
  readonly isProblem: boolean;
}

/** The id of the element with the messages about all filters, which describes the filter fields. */
export const remarksId = 'filter-remarks';

/** By how many pixels a column becomes wider with one press of a key. */
const widthStep = 16;

interface HeaderListener {
  onSort: (further: boolean) => void;
  onFilter: () => void;
  /** In pixels. */
  onWiden: (by: number) => void;
  /**
   * The person moves to the title or filter field of the next column to the left or right, or to the rows.
   */
  onLeave: (to: 'rows' | 'left' | 'right', from: 'title' | 'filter') => void;
}

/** The arrow of a sorted column and, if there are several, its place among them. */
function orderText(sort: readonly SortKey[], key: string): string {
  const at = sort.findIndex(({ column }) => column === key);
  if (at < 0) return '';
  const arrow = sort[at]?.descending === true ? '↓' : '↑';
  return sort.length > 1 ? `${arrow}${at + 1}` : arrow;
}

function createTitle(name: string, order: HTMLElement, listener: HeaderListener, onDown: () => void) {
  const title = plainButton(
    {
      class: 'column-title',
      tabindex: '-1',
      title: [
        name,
        l10n.t('Click to sort, Shift+click to sort by this column as well'),
        l10n.t('Press Shift+← or Shift+→ to change the width'),
      ].join('\n'),
    },
    ({ shiftKey }) => listener.onSort(shiftKey),
    element('span', { class: 'column-name cut' }, name),
    order,
  );
  title.addEventListener('keydown', (event) => {
    const moves: Record<string, () => void> = {
      ArrowDown: onDown,
      ArrowLeft: () => listener.onLeave('left', 'title'),
      ArrowRight: () => listener.onLeave('right', 'title'),
      Escape: () => listener.onLeave('rows', 'title'),
    };
    const wider: Record<string, () => void> = {
      ArrowLeft: () => listener.onWiden(-widthStep),
      ArrowRight: () => listener.onWiden(widthStep),
    };
    const move = (event.shiftKey ? wider : moves)[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  });
  return title;
}

function createFilter(column: Column, values: ValueList, listener: HeaderListener, onUp: () => void) {
  const filter = element('input', {
    class: 'field column-filter',
    type: 'text',
    tabindex: '-1',
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-label': l10n.t('Filter {0}', column.title),
    placeholder: filterExample(column),
  });
  const filterSoon = debounced(250, listener.onFilter);
  if (offersValues(column)) values.serve(filter, column.key, listener.onFilter);
  filter.addEventListener('input', filterSoon);
  // The filter applies as soon as the field loses the focus, because the rows must match it then.
  filter.addEventListener('change', listener.onFilter);
  filter.addEventListener('keydown', (event) => {
    const leave = () => listener.onLeave('rows', 'filter');
    const actions: Record<string, () => void> = {
      ArrowUp: onUp,
      ArrowDown: leave,
      Enter: listener.onFilter,
      Escape() {
        if (filter.value === '') leave();
        else filter.value = '';
        filterSoon();
      },
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  return filter;
}

const offersValues = ({ type }: Column) => type === 'text';

/** What can be typed into the filter, after what the column contains. */
function filterHelp(column: Column, summary: ColumnSummary | undefined, zone: string): string {
  return joined(
    '\n',
    summary && summaryWords(column, summary, zone),
    l10n.t('Click to filter'),
    l10n.t('Examples: text, = text, != text, < 5, >= 10. Type = alone to find missing values.'),
    offersValues(column) && l10n.t('Press Alt+↓ to list the values.'),
  );
}

/** The header of one column: its title, which sorts, above its filter, with a picture of what it contains. */
export function createColumnHeader(
  column: Column,
  values: ValueList,
  summaries: Summaries,
  listener: HeaderListener,
) {
  const name = columnTitle(column);
  const order = element('span', { class: 'sort-order', 'aria-hidden': 'true' });
  const title = createTitle(name, order, listener, () => filter.focus());
  const filter = createFilter(column, values, listener, () => title.focus());
  const bars = createColumnBars();
  /** The rows about which was asked last, and the answer. */
  let asked: string | undefined;
  let known: ColumnSummary | undefined;
  let shown: { remark: FilterRemark | null; zone: string } = { remark: null, zone: 'UTC' };

  function describe(): void {
    const { remark, zone } = shown;
    bars.show(known);
    setAttribute(filter, 'aria-invalid', remark?.isProblem === true ? 'true' : null);
    setAttribute(filter, 'aria-describedby', remark === null ? null : remarksId);
    filter.title = remark?.text ?? filterHelp(column, known, zone);
  }

  /** Asks what the column contains, unless that's known of these rows. */
  async function summarize(): Promise<void> {
    const about = summaries.about();
    if (about === null || about === asked) return;
    asked = about;
    const answer = await summaries.of(column.key).catch(() => undefined);
    if (about !== asked) return;
    known = answer;
    describe();
  }

  const header = element(
    'div',
    { class: 'column-header' },
    title,
    element('div', { class: 'column-content' }, filter, icon('filter'), bars.element),
  );
  return {
    /** The element, which says what the column contains. */
    inView() {
      void summarize();
      return header;
    },
    /** Title and unit, as displayed. */
    name,
    /** `remark` is a message about the filter; a problem marks it as invalid. */
    show(sort: readonly SortKey[], remark: FilterRemark | null, zone: string) {
      setText(order, orderText(sort, column.key));
      shown = { remark, zone };
      describe();
    },
    title,
    filter,
  };
}

export type ColumnHeader = ReturnType<typeof createColumnHeader>;
