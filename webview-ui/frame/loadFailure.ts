import * as l10n from '@vscode/l10n';
import { button } from '../controls/controls';
import { element, setText } from '../controls/dom';
import { icon } from '../controls/icons';
import { errorText } from '../../src/text/errorText';

/** Says that a part of the view couldn't be loaded, and lets the person try again. */
export interface LoadFailure {
  readonly element: HTMLElement;
  /** Shows why it couldn't be loaded, or hides the message if `error` is `null`. */
  show(error: unknown): void;
}

/** A message that is hidden at first. `sentence` says what couldn't be loaded and why. */
export function createLoadFailure(sentence: (reason: string) => string, onTryAgain: () => void): LoadFailure {
  const text = element('p', {});
  const tryAgain = button({ label: l10n.t('Try Again'), look: 'secondary', onClick: onTryAgain });
  const region = element(
    'div',
    { class: 'problem', role: 'alert' },
    icon('warning'),
    element('div', { class: 'problem-text' }, text),
    tryAgain.element,
  );
  region.hidden = true;
  return {
    element: region,
    show(error) {
      region.hidden = error === null;
      setText(text, error === null ? '' : sentence(errorText(error)));
    },
  };
}
