import * as l10n from '@vscode/l10n';
import { formatCount } from '../../src/text/l10n';
import { textField } from '../controls/controlLibrary';
import { typedRow } from './tableState';

/** A field that takes the number of a row, starting from 1. */
export function goToRowField(
  total: () => number,
  listener: { onGo(row: number): void; onSay(sentence: string): void },
): HTMLElement {
  return textField({
    label: l10n.t('Go to row'),
    placeholder: l10n.t('Go to row'),
    onEnter(text) {
      const row = typedRow(text, total());
      if (row !== null) listener.onGo(row);
      else listener.onSay(l10n.t('Enter a row number from 1 to {0}.', formatCount(total())));
    },
  }).element;
}
