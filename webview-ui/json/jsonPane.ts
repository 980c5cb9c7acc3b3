import * as l10n from '@vscode/l10n';
import { errorText } from '#src/text/errorText';
import { secondaryButton } from '../controls/controls';
import { element, setText } from '../controls/dom';
import { listenToFindKeys } from '../controls/findKeys';
import type { Host, Pane } from '../host/pane';
import { createJsonFind } from './jsonFind';
import { createJsonPaths } from './jsonPaths';
import { changeOf, foundAt, type JsonState } from './jsonState';
import { createJsonTree } from './jsonTree';

/** The body as the service sent it: a tree that reads expanded values from the stored bytes. */
export function createJsonPane(host: Host): Pane {
  const state: JsonState = { shown: null, found: foundAt(), scrollTop: 0, searches: 0 };
  const notice = element('span', { class: 'notice quiet', 'aria-live': 'polite' });
  const say = (text: string, isProblem = false) => {
    setText(notice, text);
    notice.classList.toggle('wrong', isProblem);
  };
  const failed = (error: unknown) => say(errorText(error), true);
  const listener = {
    onSay: (sentence: string) => say(sentence),
    onSearch(searching: Promise<void>) {
      const mine = (state.searches += 1);
      searching.catch((error: unknown) => {
        // The host cancels a search when the next one starts or another result is shown.
        if (mine === state.searches) failed(error);
      });
    },
  };
  const tree = createJsonTree(host, failed);
  const find = createJsonFind(host, state, tree, listener);
  const paths = createJsonPaths(host, tree, listener);
  const openDocument = () => host.act({ kind: 'openDocument' });
  const open = secondaryButton(l10n.t('Open as Document'), openDocument, 'document');
  const pane = element(
    'section',
    { class: 'json-pane', 'aria-label': 'JSON' },
    element('div', { class: 'pane-bar lines' }, find.element, paths.element, open.element),
    notice,
    tree.element,
  );
  listenToFindKeys(pane, find);
  paths.listen(pane);

  async function begin(): Promise<void> {
    state.searches += 1;
    say('');
    find.begin();
    const { scrollTop } = state;
    state.scrollTop = 0;
    await tree.begin(scrollTop);
  }

  return {
    element: pane,
    show({ id, revision, bytes }) {
      const change = changeOf(state.shown, { id, revision, bytes });
      if (change === null) return;
      state.shown = { id, revision, bytes };
      if (change === 'grown') find.grow();
      (change === 'another' ? begin() : tree.grow()).catch((error: unknown) => {
        if (state.shown?.id === id) failed(error);
      });
    },
    menu: { copyPath: paths.copy, goToPath: paths.edit },
    memory: {
      save: () => ({ json: { scrollTop: Math.round(tree.element.scrollTop) } }),
      restore({ json }) {
        state.scrollTop = json?.scrollTop ?? 0;
      },
    },
  };
}
