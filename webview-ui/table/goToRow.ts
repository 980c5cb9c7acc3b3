import * as l10n from '@vscode/l10n';
import { formatCount } from '../../src/text/l10n';
import { textField } from '../controls/controls';

/** A field that takes the number of a row, from 1, and goes there. */
export function createGoToRow(traits: {
  total(): number;
  /** Counted from 0. */
  onRow(row: number): void;
  onSay(sentence: string): void;
}): HTMLElement {
  const go = (text: string) => {
    const row = Number(text.replace(/[,\s]/g, '')) - 1;
    const total = traits.total();
    if (Number.isInteger(row) && row >= 0 && row < total) traits.onRow(row);
    else traits.onSay(l10n.t('Enter a row number from 1 to {0}.', formatCount(total)));
  };
  return textField({ label: l10n.t('Go to row'), placeholder: l10n.t('Go to row'), onEnter: go }).element;
}
