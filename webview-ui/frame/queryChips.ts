import * as l10n from '@vscode/l10n';
import type { ResultState, ShownPart } from '../../src/messages';
import { button } from '../controls/controls';
import { element } from '../controls/dom';
import { icon } from '../controls/icons';
import type { MenuItem } from '../controls/menu';
import type { Host } from '../host/pane';

/** The query as chips, each of which is changed in place with one click. */
export interface QueryChips {
  readonly element: HTMLElement;
  show(state: ResultState): void;
  /** The chips to hide where they don't fit, the first to go first. */
  readonly hideable: readonly HTMLElement[];
  /** What a menu offers instead of hidden chips, and for parts that were left out. */
  items(): readonly MenuItem[];
}

export function createQueryChips(host: Host): QueryChips {
  const list = element('ul', { class: 'chips', 'aria-label': l10n.t('Query') });
  const day = (label: string, picture: 'previous' | 'next', days: 1 | -1) =>
    button({ label, look: 'icon', icon: picture, onClick: () => host.act({ kind: 'otherDay', days }) });
  const previous = day(l10n.t('Previous Day'), 'previous', -1);
  const next = day(l10n.t('Next Day'), 'next', 1);
  let state: ResultState | undefined;
  let drawn = '';
  let hideable: HTMLElement[] = [];
  /** The drawn item of each part, by the part's name. */
  const items = new Map<string, HTMLElement>();

  const edit = ({ name }: ShownPart) => host.act({ kind: 'editPart', part: name });

  function chipOf(part: ShownPart, canChange: boolean): HTMLElement {
    const { label, text, sent, isTelling } = part;
    // The visible words are part of the accessible name.
    const content = isTelling ? [text] : [element('span', { class: 'chip-name' }, `${label}:`), ` ${text}`];
    const title = l10n.t('{0}: sent as {1}', label, sent);
    if (!canChange) return element('span', { class: 'chip', title }, ...content);
    const chip = element('button', { class: 'chip', type: 'button', title }, ...content);
    chip.setAttribute('aria-label', l10n.t('{0}: {1}', label, text));
    chip.setAttribute('aria-haspopup', 'dialog');
    chip.addEventListener('click', () => edit(part));
    return chip;
  }

  function itemOf(part: ShownPart, { canChangeParts, hasDay, listPart }: ResultState): HTMLElement {
    const chip = chipOf(part, canChangeParts);
    const isTime = part.name === state?.parts[0]?.name;
    if (isTime && canChangeParts && hasDay) {
      return element('li', { class: 'day-chip' }, previous.element, chip, next.element);
    }
    if (part.name !== listPart || !canChangeParts) return element('li', {}, chip);
    const add = button({
      label: l10n.t('Add Area'),
      look: 'icon',
      icon: 'add',
      onClick: () => host.act({ kind: 'addToPart', part: part.name }),
    });
    return element('li', {}, chip, add.element);
  }

  return {
    element: list,
    get hideable() {
      return hideable;
    },
    show(latest) {
      state = latest;
      // A chip that is recreated loses the focus.
      const { parts, canChangeParts, hasDay, connection } = latest;
      const key = JSON.stringify([parts, canChangeParts, hasDay, connection]);
      if (key === drawn) return;
      drawn = key;
      const focused = [...list.querySelectorAll('.chip')].findIndex(
        (chip) => chip === document.activeElement,
      );
      items.clear();
      for (const part of parts) if (part.text !== '') items.set(part.name, itemOf(part, latest));
      const chips = [...items.values()];
      const label = l10n.t('Connection: {0}', connection);
      const where = element('li', { class: 'connection', title: label }, icon('plug'), connection);
      list.replaceChildren(...chips, where);
      hideable = [where, ...chips.slice(1).reverse()];
      list.querySelectorAll<HTMLElement>('button.chip')[focused]?.focus();
    },
    items() {
      if (!state?.canChangeParts) return [];
      return state.parts
        .filter(({ name }) => items.get(name)?.hidden !== false)
        .map((part) => ({
          label: l10n.t('{0}…', part.label),
          hint: part.text === '' ? l10n.t('not set') : part.text,
          onChoose: () => edit(part),
        }));
    },
  };
}
