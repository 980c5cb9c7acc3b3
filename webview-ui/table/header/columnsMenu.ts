import * as l10n from '@vscode/l10n';
import type { ColumnChoice } from '#src/protocol/tableTypes';
import { formatCount } from '#src/text/l10n';
import { plainButton, secondaryButton } from '../../controls/controls';
import { element, setAttribute, setText } from '../../controls/dom';
import { popover } from '../../controls/popover';
import { columnTitle, constantText } from '../grid/cellText';
import type { JudgedColumn } from './columnChoice';
import { countHidden, noChoice, visibleColumns, withMoved, withShown } from './columnChoice';

interface Line {
  item: HTMLElement;
  box: HTMLInputElement;
  /** The value that the column has in all rows. */
  constant: HTMLElement;
}

const title = () => l10n.t('Columns');

/** Brings the items into this order. */
function arrange(list: HTMLElement, items: readonly HTMLElement[]): void {
  if (items.every((item, index) => list.children[index] === item)) return;
  // Moving the focused item would take its focus away, so the others are moved around it.
  const still = Math.max(
    0,
    items.findIndex((item) => item.contains(document.activeElement)),
  );
  const fixed = items[still];
  if (fixed && fixed.parentNode !== list) list.append(fixed);
  fixed?.before(...items.slice(0, still));
  fixed?.after(...items.slice(still + 1));
}

/** A list of check boxes that determines which columns the table shows, and in which order. */
export function createColumnsMenu(onChoose: (choice: ColumnChoice) => void) {
  let ordered: readonly JudgedColumn[] = [];
  let choice = noChoice;
  const lines = new Map<string, Line>();
  const list = element('ul', { class: 'column-list', 'aria-label': l10n.t('Table columns') });
  const reset = secondaryButton(l10n.t('Reset Columns'), () => onChoose(noChoice));
  const content = element(
    'div',
    { class: 'menu columns-menu', role: 'dialog', 'aria-label': title() },
    element('p', { class: 'quiet', id: 'columns-help' }, l10n.t('Press Alt+↑ or Alt+↓ to move a column.')),
    list,
    element('p', { class: 'quiet' }, l10n.t('Exported rows also include hidden columns.')),
    reset.element,
  );
  const boxOf = (index: number) => lines.get(ordered[index]?.key ?? '')?.box;
  const opened = popover({
    label: title(),
    icon: 'columns',
    content,
    first: () => boxOf(0),
  });

  function move(key: string, by: 1 | -1): void {
    onChoose(withMoved(choice, ordered, key, by));
    lines.get(key)?.box.focus();
  }

  function listen(item: HTMLElement, key: string): void {
    item.addEventListener('keydown', (event) => {
      const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
      if (by === null) return;
      if (event.altKey) move(key, by);
      else boxOf(ordered.findIndex((column) => column.key === key) + by)?.focus();
      event.preventDefault();
      event.stopPropagation();
    });
  }

  function createLine(column: JudgedColumn): Line {
    const { key, title } = column;
    const box = element('input', { type: 'checkbox', 'aria-describedby': 'columns-help' });
    box.addEventListener('change', () => {
      const latest = ordered.find((each) => each.key === key) ?? column;
      onChoose(withShown(choice, latest, box.checked));
    });
    const constant = element('span', { class: 'quiet cut' });
    // Not a tab stop, because the keyboard moves columns with Alt and the arrow keys.
    const arrow = (by: 1 | -1, sign: string, label: string) =>
      plainButton({ tabindex: '-1', 'aria-label': label, title: label }, () => move(key, by), sign);
    const item = element(
      'li',
      { class: 'line' },
      element('label', { class: 'line cut' }, box, element('span', {}, columnTitle(column)), constant),
      arrow(-1, '↑', l10n.t('Move {0} Up', title)),
      arrow(1, '↓', l10n.t('Move {0} Down', title)),
    );
    listen(item, key);
    return { item, box, constant };
  }

  return {
    element: opened.element,
    open: () => opened.open(),
    /** All columns in their current order, including hidden ones; times are in `zone`. */
    show(columns: readonly JudgedColumn[], chosen: ColumnChoice, zone: string) {
      ordered = columns;
      choice = chosen;
      const visible = visibleColumns(ordered, choice);
      const hidden = countHidden(ordered, choice);
      const count = hidden === 0 ? '' : l10n.t('{0} hidden', formatCount(hidden));
      opened.setText(count, count === '' ? title() : l10n.t('{0}: {1}', title(), count));
      const keys = new Set(ordered.map(({ key }) => key));
      for (const [key, { item }] of lines) {
        if (keys.has(key)) continue;
        lines.delete(key);
        item.remove();
      }
      for (const column of ordered) {
        const line = lines.get(column.key) ?? createLine(column);
        lines.set(column.key, line);
        line.box.checked = visible.includes(column);
        setText(line.constant, column.constant === undefined ? '' : constantText(column, zone));
        // The last visible column can't be hidden: an empty table would have no headers to sort or filter by.
        line.box.disabled = visible.length === 1 && visible[0] === column;
        setAttribute(
          line.box,
          'title',
          line.box.disabled ? l10n.t('At least one column must be visible.') : null,
        );
      }
      const items = ordered.flatMap(({ key }) => lines.get(key)?.item ?? []);
      arrange(list, items);
    },
  };
}
