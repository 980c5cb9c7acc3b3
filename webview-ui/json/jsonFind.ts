import * as l10n from '@vscode/l10n';
import { textField } from '../controls/controlLibrary';
import { debounced } from '../controls/dom';
import { createMatchCount, createMatchNumber } from '../controls/matchCount';
import type { Host } from '../host/pane';
import { countedWith, foundAt, matchNumber, searchStart, type JsonState } from './jsonState';
import type { JsonTree } from './jsonTree';

/** How long there must be no new bytes before matches are counted again, in milliseconds. */
const settledMs = 600;

/** A field that searches the body for a text, shows each match in the tree, and numbers it. */
export function createJsonFind(
  host: Host,
  state: JsonState,
  tree: JsonTree,
  listener: { onSay(sentence: string): void; onSearch(searching: Promise<void>): void },
) {
  const field = textField({
    label: l10n.t('Find'),
    placeholder: l10n.t('Find (Enter for next)'),
    onEnter: next,
  });
  const count = createMatchCount<number>({
    async ask(text, at) {
      const { found } = state;
      const part = await host.ask('jsonCount', { text, from: found.next ?? 0, at });
      const counted = countedWith(found, part);
      if (state.found === found) state.found = counted;
      return matchNumber(counted);
    },
    onSay: createMatchNumber(field.element),
  });
  field.element.addEventListener('input', () => count.clear());
  /** Only the bytes that had arrived so far were counted. */
  const countSoon = debounced(settledMs, () => {
    const { text, at } = state.found;
    if (at !== null) count.show(text, at);
  });

  async function search(text: string): Promise<void> {
    const searched = tree.root();
    const after = searchStart(state.found, text);
    let { match } = await host.ask('jsonFind', { text, after });
    const wrapped = match === null && after > 0;
    if (wrapped) ({ match } = await host.ask('jsonFind', { text, after: 0 }));
    if (tree.root() !== searched) return;
    state.found = foundAt(text, match?.at);
    tree.mark(undefined);
    listener.onSay(match && wrapped ? l10n.t('Search wrapped around to the beginning.') : '');
    if (!match) {
      count.showNone();
      return;
    }
    count.show(text, match.at);
    const row = await tree.reach(match.path);
    if (row) tree.mark(row);
  }

  function next(text: string): void {
    if (text !== '') listener.onSearch(search(text));
  }

  return {
    element: field.element,
    open: () => field.focus(),
    go: () => next(field.value()),
    /** Forgets what was found, because another result begins. */
    begin() {
      state.found = foundAt();
      count.clear();
    },
    /** Call when more bytes have arrived. */
    grow() {
      if (state.found.at === null) return;
      count.outdate();
      countSoon();
    },
  };
}
