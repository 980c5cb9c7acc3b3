import type { JsonNode } from '#src/protocol/jsonTypes';
import { element, setAttribute, setText } from '../controls/dom';
import { icon } from '../controls/icons';
import type { Host } from '../host/pane';
import { gapsAfter, isContainer, moreLabel, pageNodes, previewText } from './jsonText';

/** The pages of a container's children that have been read, and a row for each gap between them. */
export interface JsonChildren {
  readonly element: HTMLElement;
  isEmpty(): boolean;
  read(page: number): Promise<void>;
  /** Reads the last page again, because more of the container has arrived. */
  refresh(): Promise<void>;
  /** Returns the child, after reading its page if necessary. */
  child(index: number): Promise<JsonBranch | undefined>;
}

/** One value in the tree. */
export interface JsonBranch {
  /** The value's own row, which can be focused. */
  readonly item: HTMLElement;
  /** The value's row and, below it, the rows of its expanded children. */
  readonly box: HTMLElement;
  readonly parent: JsonBranch | null;
  readonly children: JsonChildren;
  node(): JsonNode;
  /** The same value, of which more may have arrived. */
  update(node: JsonNode): Promise<void>;
  isExpanded(): boolean;
  setExpanded(expanded: boolean): Promise<void>;
}

/** The value that a row represents. */
export const branchOf = new WeakMap<Element, JsonBranch>();
/** The gap that a row represents: children that haven't been read yet. */
export const moreOf = new WeakMap<Element, { parent: JsonBranch | null; load: () => Promise<void> }>();

/** The texts of containers, which are cut at the end of the line. */
const previewOf = new WeakMap<Element, () => string>();
const pen = document.createElement('canvas').getContext('2d');

/** In pixels. The font is monospaced. */
function characterWidth(target: Element): number {
  if (!pen) return 8;
  pen.font = getComputedStyle(target).font;
  return pen.measureText('0').width;
}

const previewWidths = new ResizeObserver((entries) => {
  const [first] = entries;
  const width = first ? characterWidth(first.target) : 1;
  for (const { target, contentRect } of entries) {
    const text = previewOf.get(target)?.() ?? '';
    setText(target, previewText(text, Math.floor(contentRect.width / width)));
  }
});

/**
 * Items are siblings with a level. If they were nested, an item's accessible name would include the text of
 * everything expanded in it.
 */
function treeItem(level: number, ...content: (Node | string)[]): HTMLElement {
  return element(
    'div',
    { role: 'treeitem', class: 'json-item', tabindex: '-1', 'aria-level': String(level) },
    ...content,
  );
}

/** The children of a value, or of the body's root if there is no `owner`. */
export function createChildren(host: Host, owner: JsonBranch | null, level: number): JsonChildren {
  const made = element('div', owner ? { class: 'json-group' } : {});
  const pages = new Map<number, { branches: JsonBranch[]; more: boolean }>();
  let total: number | null = null;

  async function read(page: number): Promise<void> {
    const from = page * pageNodes;
    const node = owner?.node();
    const range = node ? { start: node.start, end: node.end } : {};
    const answer = await host.ask('json', { ...range, from, to: from + pageNodes });
    total = answer.total;
    const known = pages.get(page)?.branches ?? [];
    const branches: JsonBranch[] = [];
    for (const [at, child] of answer.nodes.entries()) {
      const present = known[at];
      if (present) await present.update(child);
      branches.push(present ?? createBranch(host, child, owner, level));
    }
    pages.set(page, { branches, more: answer.more });
    draw();
  }

  function gapRow(page: number, next: number | null): HTMLElement {
    const from = page * pageNodes;
    const row = treeItem(level, moreLabel(from, next === null ? total : next * pageNodes));
    row.classList.add('json-more');
    moreOf.set(row, {
      parent: owner,
      async load() {
        await read(page);
        pages.get(page)?.branches[0]?.item.focus();
      },
    });
    return row;
  }

  function draw(): void {
    const gaps = new Map(gapsAfter([...pages.keys()]).map((gap) => [gap.page, gap]));
    const rows: HTMLElement[] = [];
    const leading = gaps.get(0);
    if (leading) rows.push(gapRow(0, leading.next));
    for (const [page, { branches, more }] of [...pages].sort(([a], [b]) => a - b)) {
      rows.push(...branches.map(({ box }) => box));
      const gap = gaps.get(page + 1);
      if (gap && more) rows.push(gapRow(gap.page, gap.next));
    }
    if (rows.length === 0) rows.push(element('div', { class: 'json-none quiet' }, 'empty'));
    made.replaceChildren(...rows);
  }

  return {
    element: made,
    isEmpty: () => pages.size === 0,
    read,
    refresh: () => read(Math.max(0, ...pages.keys())),
    async child(index) {
      const page = Math.floor(index / pageNodes);
      if (!pages.has(page)) await read(page);
      return pages.get(page)?.branches.find((each) => each.node().index === index);
    },
  };
}

function createBranch(host: Host, first: JsonNode, parent: JsonBranch | null, level: number): JsonBranch {
  let node = first;
  let expanded = false;
  const value = element('span', {});
  const item = treeItem(
    level,
    element('span', { class: 'json-twist' }, icon('chevron')),
    element(
      'span',
      { class: node.name === null ? 'json-name json-index' : 'json-name' },
      node.name ?? String(node.index),
    ),
    value,
  );
  const box = element('div', {}, item);

  const branch: JsonBranch = {
    item,
    box,
    parent,
    get children() {
      return children;
    },
    node: () => node,
    async update(next) {
      const grown = next.end !== node.end;
      node = next;
      draw();
      if (grown && !children.isEmpty()) await children.refresh();
    },
    isExpanded: () => expanded,
    async setExpanded(wanted) {
      if (!isContainer(node.kind) || wanted === expanded) return;
      if (wanted && children.isEmpty()) await children.read(0);
      expanded = wanted;
      draw();
    },
  };
  const children = createChildren(host, branch, level + 1);
  box.append(children.element);
  branchOf.set(item, branch);
  previewOf.set(value, () => node.text);

  function draw(): void {
    value.className = `json-value json-${node.kind}`;
    previewWidths.unobserve(value);
    // An element that is observed again gets its text before it's painted.
    if (isContainer(node.kind)) previewWidths.observe(value);
    else setText(value, node.cut ? `${node.text}…` : node.text);
    setAttribute(item, 'aria-expanded', isContainer(node.kind) ? String(expanded) : null);
    children.element.hidden = !expanded;
  }

  draw();
  return branch;
}
