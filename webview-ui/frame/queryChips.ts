import * as l10n from '@vscode/l10n';
import { dayText } from '#src/market/time/dayText';
import type { DeliveryDays, ResultState, ShownPart } from '#src/protocol/messages';
import type { Sentence } from '#src/text/l10n';
import { iconButton, plainButton } from '../controls/controls';
import { element } from '../controls/dom';
import { icon } from '../controls/icons';
import type { MenuItem } from '../controls/menu';
import { dateWords } from '../controls/monthGrid';
import { toolbar } from '../controls/toolbar';
import type { Host } from '../host/pane';
import { createAreasDialog } from './areasDialog';
import { createDayDialog } from './dayDialog';
import { isNarrow, onNarrowChange } from './narrowView';

/**
 * A chip with text only, with a calendar, with that and buttons for the day before and after, with a list of areas,
 * or with none of these.
 */
type ChipLook = 'text' | 'calendar' | 'day' | 'areas' | 'plain';

interface Chip {
  readonly look: ChipLook;
  readonly item: HTMLElement;
  /** The element with the part's text, which has the focus unless it's text only. */
  readonly words: HTMLElement;
}

/** What chips do, and the buttons of the one with the day. */
interface ChipActions {
  readonly edit: (part: ShownPart) => void;
  readonly dialog: (look: 'day' | 'areas', trigger: HTMLElement) => HTMLElement;
  readonly previous: HTMLElement;
  readonly next: HTMLElement;
}

/** Which buttons the chip has. If they stay the same, only its text is updated. */
function lookOf(
  part: ShownPart,
  at: number,
  { canChangeParts, deliveryDays, listPart }: ResultState,
): ChipLook {
  if (at === 0 && deliveryDays) return canChangeParts ? 'day' : 'calendar';
  if (!canChangeParts) return 'text';
  return part.name === listPart ? 'areas' : 'plain';
}

function chipOf(part: ShownPart, look: ChipLook, { edit, dialog, previous, next }: ChipActions): Chip {
  if (look === 'text') {
    const words = element('span', { class: 'chip cut' });
    return { look, item: element('span', {}, words), words };
  }
  const named = { class: 'chip cut', 'aria-haspopup': 'dialog' };
  const words = plainButton(named, () => look === 'plain' && edit(part));
  if (look === 'plain') return { look, item: element('span', {}, words), words };
  const opened = dialog(look === 'areas' ? 'areas' : 'day', words);
  if (look !== 'day') return { look, item: element('span', {}, opened), words };
  return { look, item: element('span', { class: 'day-chip' }, previous, opened, next), words };
}

/** What a chip with a dialog is called, whatever its part is called in the dataset. */
const dialogNames: { readonly [Look in ChipLook]?: Sentence } = {
  calendar: () => l10n.t('Delivery day'),
  day: () => l10n.t('Delivery day'),
  areas: () => l10n.t('Areas'),
};

/** A delivery day with its weekday, "Fri 27 Nov 2026", or in a narrow view without this year: "27 Nov". */
function dayWords(text: string, days: DeliveryDays | null): string {
  const start = Date.parse(days?.from ?? '');
  if (days === null || text !== dayText(start, 'UTC')) return text;
  return isNarrow()
    ? dayText(start, 'UTC', Date.now())
    : `${dateWords(days.from, { weekday: 'short' })} ${text}`;
}

function showWords({ look, words }: Chip, { label, text, sent, needsNoName }: ShownPart): void {
  words.title = l10n.t('{0}: sent as {1}', label, sent);
  // The accessible name must contain the visible text.
  if (look !== 'text') {
    words.setAttribute('aria-label', l10n.t('{0}: {1}', dialogNames[look]?.() ?? label, text));
  }
  words.replaceChildren(
    ...(needsNoName ? [text] : [element('span', { class: 'quiet' }, `${label}:`), ` ${text}`]),
  );
}

/** The chip of a result that a comparison compares, which the chart calls A or B. */
function originalChip(host: Host, index: 0 | 1, label: string): Chip {
  const words = plainButton(
    { class: 'chip cut', title: l10n.t('Open {0}', label) },
    () => host.act({ kind: 'openOriginal', index }),
    element('b', {}, index === 0 ? 'A' : 'B'),
    ` ${label}`,
  );
  return { look: 'plain', item: element('span', {}, words), words };
}

/**
 * The query as chips, each of which can be changed with one click: reports to the host what a person wants to
 * change.
 */
export function createQueryChips(host: Host) {
  const list = toolbar(element('div', { class: 'chips lines' }), l10n.t('Query'));
  const day = (label: string, picture: 'previous' | 'next', days: 1 | -1) =>
    iconButton(label, picture, () => host.act({ kind: 'otherDay', days }));
  const previous = day(l10n.t('Previous Day'), 'previous', -1);
  const next = day(l10n.t('Next Day'), 'next', 1);
  const connection = element('span', { class: 'connection' });
  let state: ResultState | undefined;
  /** The current chip of each part, by the part's name, after those of the results of a comparison. */
  const chips = new Map<string, Chip>();

  const edit = ({ name }: ShownPart) => host.act({ kind: 'editPart', part: name });
  const dialog = (look: 'day' | 'areas', trigger: HTMLElement) =>
    (look === 'day' ? createDayDialog : createAreasDialog)(host, trigger, () => state);
  const actions = { edit, dialog, previous: previous.element, next: next.element };

  // A chip that doesn't fit is scrolled to while it has the focus.
  list.addEventListener('focusout', () => (list.scrollTop = 0));

  function show(latest: ResultState): void {
    state = latest;
    const focused = document.activeElement;
    const focusedPart = [...chips].find(([, { item }]) => item.contains(focused))?.[0];
    const before = new Map(chips);
    chips.clear();
    const { source } = latest;
    const originals = source.kind === 'comparison' ? source.originals : [];
    for (const index of [0, 1] as const) {
      const label = originals[index]?.label;
      if (label === undefined) continue;
      const key = `${index} ${label}`;
      chips.set(key, before.get(key) ?? originalChip(host, index, label));
    }
    for (const [at, part] of latest.parts.entries()) {
      if (part.text === '') continue;
      const look = lookOf(part, at, latest);
      const known = before.get(part.name);
      const chip = known?.look === look ? known : chipOf(part, look, actions);
      showWords(chip, at === 0 ? { ...part, text: dayWords(part.text, latest.deliveryDays) } : part);
      chips.set(part.name, chip);
    }
    const isFile = source.kind === 'file';
    // The sample service is named already.
    connection.hidden = latest.madeUp === 'sample' && !isFile;
    connection.title = isFile
      ? l10n.t('File: {0}', source.path)
      : l10n.t('Connection: {0}', latest.connection);
    connection.replaceChildren(
      icon(isFile ? 'document' : 'plug'),
      element('span', { class: 'connection-name cut' }, latest.connection),
    );
    const children = [...[...chips.values()].map(({ item }) => item), connection];
    // What is moved loses the focus.
    if (children.every((child, at) => child === list.children[at]) && !list.children[children.length]) return;
    const hadFocus = list.contains(focused);
    list.replaceChildren(...children);
    if (!hadFocus || !(focused instanceof HTMLElement)) return;
    (list.contains(focused) ? focused : chips.get(focusedPart ?? '')?.words)?.focus();
  }

  onNarrowChange(() => state && show(state));

  return {
    element: list,
    show,
    /** Focuses the first chip that can be changed; returns whether there is one. */
    focus() {
      const first = list.querySelector<HTMLElement>('button.chip');
      first?.focus();
      return first !== null;
    },
    /** Menu items for the parts that were left out, or that a narrow view has no room for, if they can be set. */
    items(): MenuItem[] {
      const parts = state?.canChangeParts === true ? state.parts : [];
      const inMenu = parts.filter(({ text }) => text === '' || isNarrow());
      return inMenu.map((part) => ({ label: l10n.t('{0}…', part.label), onChoose: () => edit(part) }));
    },
  };
}
