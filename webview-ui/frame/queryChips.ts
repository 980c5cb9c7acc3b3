import * as l10n from '@vscode/l10n';
import type { ResultState, ShownPart } from '#src/protocol/messages';
import { button } from '../controls/controls';
import { element } from '../controls/dom';
import { icon } from '../controls/icons';
import type { MenuItem } from '../controls/menu';
import { toolbar } from '../controls/toolbar';
import type { Host } from '../host/pane';

/**
 * A chip with text only, with buttons for the day before and after, with a button to add a value, or with
 * none.
 */
type ChipLook = 'text' | 'day' | 'list' | 'plain';

interface Chip {
  readonly look: ChipLook;
  readonly item: HTMLElement;
  /** The element with the part's text, which has the focus unless it's text only. */
  readonly words: HTMLElement;
}

/** What chips do, and the buttons of the one with the day. */
interface ChipActions {
  readonly edit: (part: ShownPart) => void;
  readonly addTo: (part: ShownPart) => void;
  readonly previous: HTMLElement;
  readonly next: HTMLElement;
}

/** Which buttons the chip has. If they stay the same, only its text is updated. */
function lookOf(part: ShownPart, at: number, { canChangeParts, hasDay, listPart }: ResultState): ChipLook {
  if (!canChangeParts) return 'text';
  if (at === 0 && hasDay) return 'day';
  return part.name === listPart ? 'list' : 'plain';
}

function chipOf(part: ShownPart, look: ChipLook, { edit, addTo, previous, next }: ChipActions): Chip {
  if (look === 'text') {
    const words = element('span', { class: 'chip' });
    return { look, item: element('span', {}, words), words };
  }
  const words = element('button', { class: 'chip', type: 'button', 'aria-haspopup': 'dialog' });
  words.addEventListener('click', () => edit(part));
  if (look === 'day') {
    const item = element('span', { class: 'day-chip' }, previous, words, next);
    return { look, item, words };
  }
  if (look === 'plain') return { look, item: element('span', {}, words), words };
  const add = button({
    label: l10n.t('Add Area'),
    text: l10n.t('Area'),
    look: 'toolbar',
    icon: 'add',
    onClick: () => addTo(part),
  });
  return { look, item: element('span', {}, words, add.element), words };
}

function showWords({ look, words }: Chip, { label, text, sent, needsNoName }: ShownPart): void {
  words.title = l10n.t('{0}: sent as {1}', label, sent);
  // The accessible name must contain the visible text.
  if (look !== 'text') words.setAttribute('aria-label', l10n.t('{0}: {1}', label, text));
  words.replaceChildren(
    ...(needsNoName ? [text] : [element('span', { class: 'chip-name' }, `${label}:`), ` ${text}`]),
  );
}

/** The chips of the two results that a comparison compares. They're drawn anew only if these change. */
function comparedChips(host: Host): (state: ResultState) => readonly HTMLElement[] {
  let chips: HTMLElement[] = [];
  let drawn = '';
  return ({ source }) => {
    const labels = source.kind === 'comparison' ? source.originals.map(({ label }) => label) : [];
    const key = JSON.stringify(labels);
    if (key === drawn) return chips;
    drawn = key;
    chips = ([0, 1] as const).flatMap((index) => {
      const label = labels[index];
      if (label === undefined) return [];
      const letter = index === 0 ? 'A' : 'B';
      const chip = element(
        'button',
        { class: 'chip', type: 'button', title: l10n.t('Open {0}', label) },
        element('b', {}, letter),
        ` ${label}`,
      );
      chip.addEventListener('click', () => host.act({ kind: 'openOriginal', index }));
      return element('span', {}, chip);
    });
    return chips;
  };
}

/**
 * The query as chips, each of which can be changed with one click: reports to the host what a person wants to
 * change.
 */
export function createQueryChips(host: Host) {
  const list = toolbar(element('div', { class: 'chips' }), l10n.t('Query'));
  const day = (label: string, picture: 'previous' | 'next', days: 1 | -1) =>
    button({ label, look: 'icon', icon: picture, onClick: () => host.act({ kind: 'otherDay', days }) });
  const previous = day(l10n.t('Previous Day'), 'previous', -1);
  const next = day(l10n.t('Next Day'), 'next', 1);
  const connection = element('span', { class: 'connection' });
  /** The two results of a comparison, which the chart calls A and B. */
  const compared = comparedChips(host);
  let state: ResultState | undefined;
  let hideable: HTMLElement[] = [];
  /** The current chip of each part, by the part's name. */
  const chips = new Map<string, Chip>();

  const edit = ({ name }: ShownPart) => host.act({ kind: 'editPart', part: name });
  const addTo = ({ name }: ShownPart) => host.act({ kind: 'addToPart', part: name });
  const actions = { edit, addTo, previous: previous.element, next: next.element };

  /** The parts of the query that were left out, if they can be set. */
  const unset = () => (state?.canChangeParts === true ? state.parts.filter(({ text }) => text === '') : []);

  const changeItem = (part: ShownPart): MenuItem => ({
    label: l10n.t('{0}…', part.label),
    onChoose: () => edit(part),
  });

  /** Menu items for a part whose chip is hidden. */
  function itemsOf(part: ShownPart): MenuItem[] {
    const { name, label, text: hint } = part;
    const chip = chips.get(name);
    if (chip?.item.hidden !== true) return [];
    if (!state?.canChangeParts) return [{ label, hint, onChoose: null }];
    const change = { ...changeItem(part), hint };
    const add: MenuItem = { label: l10n.t('{0}…', l10n.t('Add Area')), onChoose: () => addTo(part) };
    return chip.look === 'list' ? [change, add] : [change];
  }

  const connectionItem = ({ connection: hint, source }: ResultState): MenuItem[] =>
    connection.hidden
      ? [{ label: source.kind === 'file' ? l10n.t('File') : l10n.t('Connection'), hint, onChoose: null }]
      : [];

  return {
    element: list,
    /** The chips to hide if they don't fit, in the order in which to hide them. */
    get hideable() {
      return hideable;
    },
    show(latest: ResultState) {
      state = latest;
      const focused = document.activeElement;
      const focusedPart = [...chips].find(([, { item }]) => item.contains(focused))?.[0];
      const before = new Map(chips);
      chips.clear();
      for (const [at, part] of latest.parts.entries()) {
        if (part.text === '') continue;
        const look = lookOf(part, at, latest);
        const known = before.get(part.name);
        const chip = known?.look === look ? known : chipOf(part, look, actions);
        showWords(chip, part);
        chips.set(part.name, chip);
      }
      const { source } = latest;
      const isFile = source.kind === 'file';
      connection.title = isFile
        ? l10n.t('File: {0}', source.path)
        : l10n.t('Connection: {0}', latest.connection);
      connection.replaceChildren(
        icon(isFile ? 'document' : 'plug'),
        element('span', { class: 'connection-name' }, latest.connection),
      );
      const originals = compared(latest);
      const drawn = [...chips.values()].map(({ item }) => item);
      hideable = [connection, ...drawn.slice(originals.length > 0 ? 0 : 1).reverse()];
      const children = [...originals, ...drawn, connection];
      // What is moved loses the focus.
      if (children.every((child, at) => child === list.children[at]) && !list.children[children.length])
        return;
      const hadFocus = list.contains(focused);
      list.replaceChildren(...children);
      if (!hadFocus || !(focused instanceof HTMLElement)) return;
      (list.contains(focused) ? focused : chips.get(focusedPart ?? '')?.words)?.focus();
    },
    /** Focuses the first chip that can be changed; returns whether there is one. */
    focus() {
      const first = list.querySelector<HTMLElement>('button.chip');
      first?.focus();
      return first !== null;
    },
    /** Menu items for hidden chips, and for the parts that were left out. */
    items: () =>
      state ? [...state.parts.flatMap(itemsOf), ...unset().map(changeItem), ...connectionItem(state)] : [],
  };
}
