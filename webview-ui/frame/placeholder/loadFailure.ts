import * as l10n from '@vscode/l10n';
import { secondaryButton } from '../../controls/controls';
import { element, setText } from '../../controls/dom';
import { icon } from '../../controls/icons';

/**
 * A message that is hidden at first. `sentence` says what couldn't be loaded and what to do. It gives no
 * reason, because that would be the address of a script, which helps nobody.
 */
export function createLoadFailure(sentence: string) {
  let again = (): void => undefined;
  const text = element('p', {});
  const tryAgain = secondaryButton(l10n.t('Try Again'), () => again());
  const region = element(
    'div',
    { class: 'problem', role: 'alert', hidden: '' },
    icon('warning'),
    element('div', { class: 'problem-text' }, text),
    tryAgain.element,
  );
  return {
    element: region,
    /** Shows the message with what tries it again; `null` hides it. */
    show(onTryAgain: (() => void) | null) {
      region.hidden = onTryAgain === null;
      again = onTryAgain ?? again;
      setText(text, onTryAgain ? sentence : '');
    },
  };
}

/** Says that a part of the view couldn't be loaded, and lets the person try again. */
export type LoadFailure = ReturnType<typeof createLoadFailure>;
