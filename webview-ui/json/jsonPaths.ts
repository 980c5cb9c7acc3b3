import * as l10n from '@vscode/l10n';
import { textField } from '../controls/controlLibrary';
import type { Host } from '../host/pane';
import type { JsonTree } from './jsonTree';

/** A field that goes to the value at a path, and what copies the path of a value. */
export function createJsonPaths(
  host: Host,
  tree: JsonTree,
  listener: { onSay(sentence: string): void; onSearch(searching: Promise<void>): void },
) {
  const field = textField({
    label: l10n.t('Go to path'),
    placeholder: l10n.t('Go to path'),
    onEnter(text) {
      if (text.trim() === '') return;
      listener.onSay('');
      listener.onSearch(follow(text));
    },
  });

  async function follow(text: string): Promise<void> {
    const { path } = await host.ask('jsonAt', { path: text });
    const row = path.length === 0 ? tree.firstRow() : await tree.reach(path);
    row?.focus({ preventScroll: true });
  }

  /** The path of the value on which the keys act; `undefined` if the tree has none. */
  async function currentPath(): Promise<string | undefined> {
    const node = tree.current();
    return node && (await host.ask('jsonPath', { at: node.start })).path;
  }

  async function copyPath(): Promise<void> {
    const path = await currentPath();
    if (path === undefined) return;
    host.act({ kind: 'copyText', text: path });
    listener.onSay(l10n.t('Copied {0}.', path));
  }

  /** The field begins with the current path, because most people look for a value next to it. */
  async function editPath(): Promise<void> {
    field.focus();
    field.setValue((await currentPath()) ?? '');
    field.focus();
  }

  const copy = () => tree.attempt(copyPath());
  const edit = () => tree.attempt(editPath());
  return {
    element: field.element,
    copy,
    edit,
    /** Handles the keys that copy a path and go to one, wherever the focus is in the pane. */
    listen(pane: HTMLElement) {
      pane.addEventListener('keydown', (event) => {
        // With Alt, the key's letter depends on the keyboard.
        if (event.altKey && event.shiftKey && event.code === 'KeyC') copy();
        else if (event.ctrlKey && !event.shiftKey && event.key.toLowerCase() === 'g') edit();
        else return;
        // Otherwise, the editor would copy the path of a file, or ask for a line.
        event.preventDefault();
        event.stopPropagation();
      });
    },
  };
}
