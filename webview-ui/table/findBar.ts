import { t } from '../../src/market/words';
import { textField } from '../controls';
import { createTextSearch } from './textSearch';
import type { SearchTraits } from './textSearch';

export interface FindBar {
  readonly element: HTMLElement;
  /** Takes the focus: the person wants to look for something. */
  open(): void;
  /** On to the next cell that contains the text, or back to the one before. */
  go(back: boolean): void;
}

export interface FindTraits extends SearchTraits {
  /** Escape: back to the rows. */
  onLeave(): void;
}

/** A field that looks through all cells of the shown rows. */
export function createFindBar(traits: FindTraits): FindBar {
  const search = createTextSearch(traits);
  const field = textField({
    label: t('Find in table'),
    placeholder: t('Find'),
    onEnter: (_, back) => go(back),
  });

  function go(back: boolean): void {
    const text = field.value().trim();
    if (text === '') field.focus();
    else search(text, back);
  }

  field.element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    traits.onLeave();
  });
  return { element: field.element, open: () => field.focus(), go };
}
