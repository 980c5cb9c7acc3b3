import * as v from 'valibot';
import * as l10n from '@vscode/l10n';
import type { JsonNode } from '../../src/protocol/jsonTypes';
import type { ResultState } from '../../src/protocol/messages';
import type { FindCountAnswer } from '../../src/protocol/tableTypes';
import { textField } from '../controls/controlLibrary';
import { button } from '../controls/controls';
import { debounced, element, setText } from '../controls/dom';
import { listenToFindKeys } from '../controls/findKeys';
import { createMatchCount, createMatchNumber } from '../controls/matchCount';
import { setMenuSection } from '../controls/menuSection';
import type { Host, Pane } from '../host/pane';
import type { JsonBranch, JsonChildren } from './jsonBranch';
import { branchOf, createChildren, moreOf } from './jsonBranch';
import { errorText } from '../../src/text/errorText';

const memoryShape = v.object({ scrollTop: v.number() });

/** How long there must be no new bytes before matches are counted again, in milliseconds. */
const settledMs = 600;

const nothingFound = { text: '', after: 0 };

interface Counted {
  text: string;
  /** Body offset of the match whose number this is. */
  at: number;
  number: number;
  total: number;
  /** Body offset at which to continue counting; `null` once the end has been reached. */
  next: number | null;
}

const nothingCounted: Counted = { text: '', at: -1, number: 0, total: 0, next: 0 };

/** The body as the service sent it: a tree that reads expanded values from the stored bytes. */
export function createJsonPane(host: Host): Pane {
  let shown: { id: string; revision: number; bytes: number } | undefined;
  let root: JsonChildren | undefined;
  let marked: HTMLElement | undefined;
  let searches = 0;
  let found = nothingFound;
  let counted = nothingCounted;
  /** Where a restored tree was scrolled to, until it's drawn. */
  let scrollTop = 0;
  /** Whether the first record has been expanded, which must wait until it has arrived. */
  let isFirstOpened = false;

  const notice = element('span', { class: 'notice', 'aria-live': 'polite' });
  const find = textField({
    label: l10n.t('Find'),
    placeholder: l10n.t('Find (Enter for next)'),
    onEnter: findNext,
  });
  const count = createMatchCount<number>({ ask: countMatches, onSay: createMatchNumber(find.element) });
  find.element.addEventListener('input', () => count.clear());
  /** Only the bytes that had arrived so far were counted. */
  const countSoon = debounced(settledMs, () => {
    if (found.after > 0) count.show(found.text, found.after - 1);
  });
  const open = button({
    label: l10n.t('Open as Document'),
    look: 'secondary',
    icon: 'document',
    onClick: () => host.act({ kind: 'openDocument' }),
  });
  const goTo = textField({
    label: l10n.t('Go to path'),
    placeholder: l10n.t('Go to path'),
    onEnter: goToPath,
  });
  const tree = element('div', { role: 'tree', class: 'json-tree', 'aria-label': 'JSON' });
  setMenuSection(tree, 'json');
  const pane = element(
    'section',
    { class: 'json-pane', 'aria-label': 'JSON' },
    element('div', { class: 'pane-bar' }, find.element, goTo.element, open.element),
    notice,
    tree,
  );

  listenToFindKeys(pane, { open: () => find.focus(), go: () => findNext(find.value()) });
  pane.addEventListener('keydown', (event) => {
    // With Alt, the key's letter depends on the keyboard.
    if (event.altKey && event.shiftKey && event.code === 'KeyC') attempt(copyPath());
    else if (event.ctrlKey && !event.shiftKey && event.key.toLowerCase() === 'g') attempt(editPath());
    else return;
    // Otherwise, the editor would copy the path of a file, or ask for a line.
    event.preventDefault();
    event.stopPropagation();
  });

  /** Makes the item the only tab stop of the tree. */
  function setCurrent(item: HTMLElement): void {
    for (const other of tree.querySelectorAll<HTMLElement>('[tabindex="0"]')) other.tabIndex = -1;
    item.tabIndex = 0;
  }

  const say = (text: string, isProblem = false) => {
    setText(notice, text);
    notice.classList.toggle('wrong', isProblem);
  };
  const failed = (error: unknown) => say(errorText(error), true);

  /** Says why values couldn't be read, unless another result is shown by then. */
  function attempt(reading: Promise<void> | undefined): void {
    const read = root;
    reading?.catch((error: unknown) => {
      if (root === read) failed(error);
    });
  }

  async function load(fresh: boolean): Promise<void> {
    if (root && !fresh) {
      await root.refresh();
      return openFirst();
    }
    const children = (root = createChildren(host, null, 1));
    searches += 1;
    found = nothingFound;
    counted = nothingCounted;
    marked = undefined;
    isFirstOpened = false;
    say('');
    count.clear();
    tree.replaceChildren(children.element);
    await children.read(0);
    // Another result may be shown by now.
    if (root !== children) return;
    await openFirst();
    tree.scrollTop = scrollTop;
    scrollTop = 0;
  }

  /** Expands the first record. If the body is an object, its fields are visible already. */
  async function openFirst(): Promise<void> {
    const [first, second] = items();
    const branch = first && branchOf.get(first);
    if (isFirstOpened || !branch) return;
    isFirstOpened = true;
    setCurrent(first);
    if (branch.node().name === null || !second) await branch.setExpanded(true);
  }

  async function search(text: string): Promise<void> {
    const searched = root;
    const from = text === found.text ? found.after : 0;
    let { match } = await host.ask('jsonFind', { text, after: from });
    const wrapped = match === null && from > 0;
    if (wrapped) ({ match } = await host.ask('jsonFind', { text, after: 0 }));
    if (root !== searched) return;
    marked?.classList.remove('match');
    if (!match) {
      found = { text, after: 0 };
      say('');
      count.showNone();
      return;
    }
    found = { text, after: match.at + 1 };
    count.show(text, match.at);
    say(wrapped ? l10n.t('Search wrapped around to the beginning.') : '');
    marked = await reach(match.path);
    marked?.classList.add('match');
  }

  /** Expands the values on the way, and shows the last one; `undefined` if another result is shown by then. */
  async function reach(path: readonly JsonNode[]): Promise<HTMLElement | undefined> {
    const searched = root;
    let branch: JsonBranch | undefined;
    for (const step of path) {
      await branch?.setExpanded(true);
      branch = await (branch?.children ?? searched)?.child(step.index);
    }
    if (!branch || root !== searched) return undefined;
    setCurrent(branch.item);
    center(branch.item);
    return branch.item;
  }

  /** The path of the value on which the keys act; `undefined` if the tree has none. */
  async function currentPath(): Promise<string | undefined> {
    const item = tree.querySelector('[tabindex="0"]');
    const node = item && branchOf.get(item)?.node();
    return node ? (await host.ask('jsonPath', { at: node.start })).path : undefined;
  }

  async function copyPath(): Promise<void> {
    const path = await currentPath();
    if (path === undefined) return;
    host.act({ kind: 'copyText', text: path });
    say(l10n.t('Copied {0}.', path));
  }

  /** The field begins with the current path, because most people look for a value next to it. */
  async function editPath(): Promise<void> {
    goTo.focus();
    goTo.setValue((await currentPath()) ?? '');
    goTo.focus();
  }

  async function follow(text: string): Promise<void> {
    const { path } = await host.ask('jsonAt', { path: text });
    const item = path.length === 0 ? items()[0] : await reach(path);
    item?.focus({ preventScroll: true });
  }

  function goToPath(text: string): void {
    if (text.trim() === '') return;
    say('');
    const mine = (searches += 1);
    follow(text).catch((error: unknown) => {
      if (mine === searches) failed(error);
    });
  }

  /** Continues counting where an earlier count for the same match stopped. */
  async function countMatches(text: string, at: number): Promise<FindCountAnswer> {
    const isSame = counted.text === text && counted.at === at;
    const { number, total, next } = isSame ? counted : nothingCounted;
    const part = await host.ask('jsonCount', { text, from: next ?? 0, at });
    const sum = next === null ? part.total : total + part.total;
    const upToMatch = next === null ? part.upToMatch : number + part.upToMatch;
    counted = { text, at, number: upToMatch, total: sum, next: part.next };
    const isNumbered = part.next === null || part.next > at;
    return { number: isNumbered ? upToMatch : null, total: sum, isComplete: part.next === null };
  }

  /** Scrolls only the tree. `scrollIntoView` would also scroll the page around it. */
  function center(item: HTMLElement): void {
    const [{ top, height }, box] = [item.getBoundingClientRect(), tree.getBoundingClientRect()];
    tree.scrollTop += top + height / 2 - (box.top + box.height / 2);
  }

  function findNext(text: string): void {
    if (text === '') return;
    const mine = (searches += 1);
    search(text).catch((error: unknown) => {
      // The host cancels a search when the next one starts or another result is shown.
      if (mine === searches) failed(error);
    });
  }

  function toggle(item: HTMLElement): void {
    const branch = branchOf.get(item);
    const more = moreOf.get(item);
    attempt(branch ? branch.setExpanded(!branch.isExpanded()) : more?.load());
  }

  /** The visible items from top to bottom. Items in collapsed branches have no `offsetParent`. */
  const items = () =>
    [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')].filter((item) => item.offsetParent !== null);

  function moveFrom(item: HTMLElement, key: string): HTMLElement | null | undefined {
    const all = items();
    const at = all.indexOf(item);
    const branch = branchOf.get(item);
    switch (key) {
      case 'ArrowDown':
        return all[at + 1];
      case 'ArrowUp':
        return all[at - 1];
      case 'Home':
        return all[0];
      case 'End':
        return all.at(-1);
      case 'ArrowRight':
        if (branch?.isExpanded() === true) return all[at + 1];
        attempt(branch?.setExpanded(true));
        return item;
      case 'ArrowLeft':
        if (branch?.isExpanded() === true) {
          attempt(branch.setExpanded(false));
          return item;
        }
        return (branch ?? moreOf.get(item))?.parent?.item;
      default:
        return undefined;
    }
  }

  const itemOf = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLElement>('[role="treeitem"]') : null;

  tree.addEventListener('keydown', (event) => {
    const item = itemOf(event.target);
    if (!item) return;
    if (event.key === 'Enter' || event.key === ' ') toggle(item);
    else {
      const to = moveFrom(item, event.key);
      if (to === undefined || to === null) return;
      to.focus();
    }
    event.preventDefault();
  });
  tree.addEventListener('click', (event) => {
    const item = itemOf(event.target);
    const selecting = document.getSelection()?.isCollapsed === false;
    if (item && !selecting) toggle(item);
  });
  tree.addEventListener('contextmenu', (event) => {
    const item = itemOf(event.target);
    if (item) setCurrent(item);
  });
  tree.addEventListener('focusin', (event) => {
    const item = itemOf(event.target);
    if (item) setCurrent(item);
  });

  function show(state: ResultState): void {
    const { id, revision, bytes } = state;
    const before = shown;
    if (before?.id === id && before.revision === revision && before.bytes === bytes) return;
    shown = { id, revision, bytes };
    if (before?.id === id && before.bytes !== bytes && found.after > 0) {
      count.outdate();
      countSoon();
    }
    load(before?.id !== id).catch((error: unknown) => {
      if (shown?.id === id) failed(error);
    });
  }

  return {
    element: pane,
    show,
    menu: { copyPath: () => attempt(copyPath()), goToPath: () => attempt(editPath()) },
    memory: {
      save: () => ({ scrollTop: Math.round(tree.scrollTop) }),
      restore(saved) {
        const read = v.safeParse(memoryShape, saved);
        scrollTop = read.success ? read.output.scrollTop : 0;
      },
    },
  };
}
