import type { JsonNode } from '#src/protocol/jsonTypes';
import { element } from '../controls/dom';
import { setMenuSection } from '../controls/menuSection';
import type { Host } from '../host/pane';
import { branchOf, createChildren, moreOf, type JsonBranch, type JsonChildren } from './jsonBranch';

/** The visible rows from top to bottom. Rows in collapsed branches have no `offsetParent`. */
const rowsOf = (tree: HTMLElement) =>
  [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')].filter((row) => row.offsetParent !== null);

const rowAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[role="treeitem"]') : null;

/** Makes the row the only tab stop of the tree. */
function setCurrent(tree: HTMLElement, row: HTMLElement): void {
  for (const other of tree.querySelectorAll<HTMLElement>('[tabindex="0"]')) other.tabIndex = -1;
  row.tabIndex = 0;
}

/** Scrolls only the tree. `scrollIntoView` would also scroll the page around it. */
function center(tree: HTMLElement, row: HTMLElement): void {
  const [{ top, height }, box] = [row.getBoundingClientRect(), tree.getBoundingClientRect()];
  tree.scrollTop += top + height / 2 - (box.top + box.height / 2);
}

function toggle(row: HTMLElement): Promise<void> | undefined {
  const branch = branchOf.get(row);
  return branch ? branch.setExpanded(!branch.isExpanded()) : moreOf.get(row)?.load();
}

/** Lets the keyboard and the pointer move in the tree. `attempt` gets what has to be read. */
function listenToTree(tree: HTMLElement, attempt: (reading: Promise<void> | undefined) => void): void {
  /** Does what the key does at the row, and returns the row that gets the focus, if any. */
  function moveFrom(row: HTMLElement, key: string): HTMLElement | undefined {
    const rows = rowsOf(tree);
    const at = rows.indexOf(row);
    const branch = branchOf.get(row);
    const isExpanded = branch?.isExpanded() === true;
    if (key === 'ArrowUp') return rows[at - 1];
    if (key === 'ArrowDown' || (key === 'ArrowRight' && isExpanded)) return rows[at + 1];
    if (key === 'Home') return rows[0];
    if (key === 'End') return rows.at(-1);
    if (key === 'ArrowLeft' && !isExpanded) return (branch ?? moreOf.get(row))?.parent?.item;
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
    attempt(branch?.setExpanded(!isExpanded));
    return row;
  }

  tree.addEventListener('keydown', (event) => {
    const row = rowAt(event.target);
    if (!row) return;
    if (event.key === 'Enter' || event.key === ' ') attempt(toggle(row));
    else {
      const to = moveFrom(row, event.key);
      if (!to) return;
      to.focus();
    }
    event.preventDefault();
  });
  tree.addEventListener('click', (event) => {
    const row = rowAt(event.target);
    const selecting = document.getSelection()?.isCollapsed === false;
    if (row && !selecting) attempt(toggle(row));
  });
  for (const event of ['contextmenu', 'focusin']) {
    tree.addEventListener(event, ({ target }) => {
      const row = rowAt(target);
      if (row) setCurrent(tree, row);
    });
  }
}

/** The tree of values, which reads what is expanded. `onFailed` is told why values couldn't be read. */
export function createJsonTree(host: Host, onFailed: (error: unknown) => void) {
  let root: JsonChildren | undefined;
  /** Whether the first record has been expanded, which must wait until it has arrived. */
  let isFirstOpened = false;
  let marked: HTMLElement | undefined;
  const tree = element('div', { role: 'tree', class: 'json-tree code', 'aria-label': 'JSON' });
  setMenuSection(tree, 'json');
  listenToTree(tree, attempt);

  /** Says why values couldn't be read, unless another result is shown by then. */
  function attempt(reading: Promise<void> | undefined): void {
    const read = root;
    reading?.catch((error: unknown) => {
      if (root === read) onFailed(error);
    });
  }

  /** Expands the first record. If the body is an object, its fields are visible already. */
  async function openFirst(): Promise<void> {
    const [first, second] = rowsOf(tree);
    const branch = first && branchOf.get(first);
    if (isFirstOpened || !branch) return;
    isFirstOpened = true;
    setCurrent(tree, first);
    if (branch.node().name === null || !second) await branch.setExpanded(true);
  }

  return {
    element: tree,
    attempt,
    /** Identifies the tree of one result. */
    root: () => root,
    /** Shows the body from its beginning, scrolled by this many pixels. */
    async begin(scrollTop: number) {
      const children = (root = createChildren(host, null, 1));
      marked = undefined;
      isFirstOpened = false;
      tree.replaceChildren(children.element);
      await children.read(0);
      // Another result may be shown by now.
      if (root !== children) return;
      await openFirst();
      tree.scrollTop = scrollTop;
    },
    /** Reads what has arrived since. */
    async grow() {
      await root?.refresh();
      await openFirst();
    },
    /** Expands the values on the way, and shows the last one; `undefined` if another result is shown by then. */
    async reach(path: readonly JsonNode[]): Promise<HTMLElement | undefined> {
      const searched = root;
      let branch: JsonBranch | undefined;
      for (const step of path) {
        await branch?.setExpanded(true);
        branch = await (branch?.children ?? searched)?.child(step.index);
      }
      if (!branch || root !== searched) return undefined;
      setCurrent(tree, branch.item);
      center(tree, branch.item);
      return branch.item;
    },
    mark(row: HTMLElement | undefined) {
      marked?.classList.remove('match');
      marked = row;
      marked?.classList.add('match');
    },
    firstRow: () => rowsOf(tree)[0],
    /** The value on which the keys act; `undefined` if the tree has none. */
    current() {
      const row = tree.querySelector('[tabindex="0"]');
      return row ? branchOf.get(row)?.node() : undefined;
    },
  };
}

export type JsonTree = ReturnType<typeof createJsonTree>;
