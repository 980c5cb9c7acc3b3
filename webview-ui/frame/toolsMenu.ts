import * as l10n from '@vscode/l10n';
import { iconButton } from '../controls/controls';
import { popoverBelow } from '../controls/popover';

/**
 * The controls of the shown view: beside the tabs or the outcome, or with less room, in a menu of their own. The style
 * sheet decides.
 */
export function createToolsMenu(controls: HTMLElement): HTMLElement {
  const trigger = iconButton(l10n.t('View Options'), 'options', () => undefined).element;
  const menu = popoverBelow(trigger, {
    content: controls,
    first: () =>
      [...controls.querySelectorAll<HTMLElement>('button, select, input, vscode-text-field')].find((each) =>
        each.checkVisibility(),
      ),
  }).element;
  menu.classList.add('tools-menu');
  menu.append(controls);
  return menu;
}
