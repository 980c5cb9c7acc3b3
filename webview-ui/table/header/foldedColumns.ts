import * as l10n from '@vscode/l10n';
import { statusWord } from '#src/market/records/statusWords';
import type { ShownColumn } from '#src/protocol/tableTypes';
import { plainButton } from '../../controls/controls';
import { element } from '../../controls/dom';
import { constantText } from '../grid/cellText';

/** What all rows have in common, for reading: a status in words. No time is among them, so the zone doesn't matter. */
function wordsOf(column: ShownColumn): string {
  const text = constantText(column, 'UTC');
  return column.key.toLowerCase() === 'attribute.status' ? statusWord(text) : text;
}

/** A line above the table with what all rows have in common, instead of a column for each. */
export function createFoldedColumns(listener: {
  /** The person wants to see this column in the table. */
  onUnfold: (column: ShownColumn) => void;
  /** The person wants to see the columns that don't fit into the line. */
  onMore: () => void;
}) {
  const list = element('ul', { 'aria-label': l10n.t('The same in all rows') });
  const more = plainButton({}, listener.onMore);
  const line = element('div', { class: 'folded-columns line quiet', hidden: '' }, list, more);
  let shown = '';

  /** Shows as many as fit. */
  function fit(): void {
    const items = [...list.children].filter((item) => item instanceof HTMLElement);
    for (const item of items) item.hidden = false;
    more.hidden = true;
    for (let left = 1; line.scrollWidth > line.clientWidth && left < items.length; left += 1) {
      const last = items.at(-left);
      if (last) last.hidden = true;
      more.hidden = false;
      more.textContent = l10n.t('{0} more…', left);
    }
  }

  new ResizeObserver(fit).observe(line);

  function itemOf(column: ShownColumn): HTMLElement {
    const item = plainButton(
      { class: 'cut', title: l10n.t('Show as Column') },
      () => listener.onUnfold(column),
      element('span', { class: 'quiet' }, column.title),
      ` ${wordsOf(column)}`,
    );
    return element('li', {}, item);
  }

  return {
    element: line,
    show(columns: readonly ShownColumn[]) {
      // Columns without values come last, because they say the least.
      const sorted = [...columns].sort(
        (one, other) => Number(one.constant === null) - Number(other.constant === null),
      );
      const next = JSON.stringify(sorted);
      if (next === shown) return;
      shown = next;
      line.hidden = sorted.length === 0;
      list.replaceChildren(...sorted.map(itemOf));
      fit();
    },
  };
}
