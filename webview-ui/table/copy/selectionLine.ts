import { formatCounted, t } from '../../../src/text/l10n';
import type { Figures } from '../../../src/table/tableTypes';
import { debounced, element, setText } from '../../controls/dom';
import { figuresText } from './figuresText';
import type { Block } from '../grid/gridSelection';
import { cellsOf } from '../grid/gridSelection';
import { errorText } from '../../../src/text/errorText';

/** A selection that is still being drawn is not reckoned with, in milliseconds. */
const settledMs = 150;

export interface SelectionLine {
  readonly element: HTMLElement;
  /** The selected block, drawn anew or of other rows than before. */
  show(block: Block): void;
}

const selectedText = (block: Block) =>
  formatCounted(cellsOf(block), [t('{0} cell selected'), t('{0} cells selected')]);

/** How many cells are selected, and the figures of the numbers among them, once they are known. */
export function createSelectionLine(ask: (block: Block) => Promise<Figures>): SelectionLine {
  const line = element('span', { class: 'selection-line' });
  let shown: Block | undefined;
  let asks = 0;

  async function reckon(): Promise<void> {
    const block = shown;
    if (!block || cellsOf(block) < 2) return;
    const mine = (asks += 1);
    const selected = selectedText(block);
    try {
      const text = figuresText(await ask(block));
      if (mine === asks) setText(line, text === null ? selected : `${selected}: ${text}`);
    } catch (error) {
      // The host gives the figures of one selection up for those of the next.
      if (mine !== asks) return;
      const reason = errorText(error);
      setText(line, t('{0}. No figures: {1}', selected, reason));
    }
  }
  const reckonSoon = debounced(settledMs, () => void reckon());

  return {
    element: line,
    show(block) {
      shown = block;
      asks += 1; // what is on its way is of another selection
      const cells = cellsOf(block);
      setText(line, cells > 1 ? selectedText(block) : '');
      if (cells > 1) reckonSoon();
    },
  };
}
