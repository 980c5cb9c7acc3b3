import * as l10n from '@vscode/l10n';
import { secondaryButton } from '../../controls/controls';
import { element, setText } from '../../controls/dom';
import { icon } from '../../controls/icons';

/**
 * A message that is hidden at first. `sentence` says what couldn't be loaded and what to do. It gives no
 * reason, because that would be the address of a script, which helps nobody.
 */
export function createLoadFailure(sentence: string, onTryAgain: () => void) {
  const text = element('p', {});
  const tryAgain = secondaryButton(l10n.t('Try Again'), onTryAgain);
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
    show(isFailed: boolean) {
      region.hidden = !isFailed;
      setText(text, isFailed ? sentence : '');
    },
  };
}

/** Says that a part of the view couldn't be loaded, and lets the person try again. */
export type LoadFailure = ReturnType<typeof createLoadFailure>;
