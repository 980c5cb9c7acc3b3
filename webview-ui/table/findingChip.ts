import { element } from '../dom';
import { icon } from '../icons';
import type { RowsOfFinding } from '../shownFinding';

/** Says that the table shows the rows of a finding only; pressing it brings all rows back. */
export function createFindingChip(onRemove: () => void): {
  readonly element: HTMLElement;
  show(rows: RowsOfFinding | null): void;
} {
  const text = element('span', {});
  const chip = element('button', { class: 'finding-chip', type: 'button', title: 'Show all rows' }, text, icon('cancel')); // prettier-ignore
  chip.hidden = true;
  chip.addEventListener('click', onRemove);
  return {
    element: chip,
    show(rows) {
      chip.hidden = rows === null;
      if (!rows) return;
      text.textContent = `Only ${rows.text}`;
      chip.setAttribute('aria-label', `Only ${rows.text}: show all rows`);
    },
  };
}
