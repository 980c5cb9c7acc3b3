import * as vscode from 'vscode';
import { doubleOf } from '../../doubleOf';
import { editor, type ShownTree, ShownProgress, type Message, type StatusBarItem } from './editor';
import { FakeTab } from './fakeTab';
import { EventEmitter } from './values';

type Button = string | vscode.MessageItem;
const labelOf = (button: Button) => (typeof button === 'string' ? button : button.title);
const isButton = (each: Button | vscode.MessageOptions): each is Button =>
  typeof each === 'string' || 'title' in each;
const isOptions = (each: Button | vscode.MessageOptions): each is vscode.MessageOptions => !isButton(each);

const show =
  (kind: Message['kind']) =>
  async (text: string, ...more: (Button | vscode.MessageOptions)[]): Promise<Button | undefined> => {
    const buttons = more.filter(isButton);
    const [options = {}] = more.filter(isOptions);
    const { modal = false, detail = '' } = options;
    const message = { kind, text, detail, isModal: modal, buttons: buttons.map(labelOf) };
    editor.messages.push(message);
    const pressed = await editor.answer(message);
    if (pressed === undefined) return undefined;
    const button = buttons.find((each) => labelOf(each) === pressed);
    if (button === undefined) throw new Error(`The message "${text}" has no button "${pressed}".`);
    return button;
  };

async function showQuickPick(
  items: PromiseLike<readonly (string | vscode.QuickPickItem)[]> | readonly (string | vscode.QuickPickItem)[],
) {
  const all = await items;
  const shown = all.map((item) => (typeof item === 'string' ? { label: item } : item));
  editor.menus.push(shown);
  const picked = editor.pick(shown);
  return picked && all[shown.indexOf(picked)];
}

/** A list that shows its items once, for what is typed in `editor.typed`, and from which `editor.pick` selects. */
function createQuickPick() {
  const accepted = new EventEmitter<void>();
  const hidden = new EventEmitter<void>();
  const changed = new EventEmitter<string>();
  const input = {
    items: [] as readonly vscode.QuickPickItem[],
    selectedItems: [] as readonly vscode.QuickPickItem[],
    activeItems: [] as readonly vscode.QuickPickItem[],
    value: '',
    onDidAccept: accepted.event,
    onDidHide: hidden.event,
    onDidChangeValue: changed.event,
    onDidChangeActive: () => ({ dispose: () => undefined }),
    onDidTriggerButton: () => ({ dispose: () => undefined }),
    show() {
      input.value = editor.typed;
      if (editor.typed !== '') changed.fire(editor.typed);
      editor.menus.push([...input.items]);
      const picked = editor.pick([...input.items]);
      input.selectedItems = picked ? [picked] : [];
      if (picked) accepted.fire();
      hidden.fire();
    },
    dispose: () => undefined,
  };
  return input;
}

function dialog(options: vscode.SaveDialogOptions | vscode.OpenDialogOptions): vscode.Uri | undefined {
  editor.dialogs.push(options);
  return editor.select(options);
}

function createStatusBarItem() {
  const item: StatusBarItem = { text: '', tooltip: '', isShown: false };
  editor.statusBarItems.push(item);
  return Object.assign(item, {
    show: () => void (item.isShown = true),
    hide: () => void (item.isShown = false),
    dispose: () => void (item.isShown = false),
  });
}

function createTreeView(
  id: string,
  { treeDataProvider }: { treeDataProvider: vscode.TreeDataProvider<unknown> },
) {
  const visibility = new vscode.EventEmitter<{ visible: boolean }>();
  const view: ShownTree['view'] = {
    visible: true,
    revealed: [],
    show(visible) {
      view.visible = visible;
      visibility.fire({ visible });
    },
    reveal(node, how) {
      view.revealed.push([node, how]);
      return Promise.resolve();
    },
    dispose: () => undefined,
    onDidChangeVisibility: visibility.event,
  };
  editor.trees.set(id, { provider: treeDataProvider, view });
  return view;
}

export const window = doubleOf(
  {
    get activeTextEditor() {
      return editor.activeTextEditor;
    },
    get state() {
      return { focused: editor.isFocused, active: true };
    },
    tabGroups: doubleOf(
      {
        get onDidChangeTabs() {
          return editor.changedTabs.event;
        },
      },
      'window.tabGroups of the fake VS Code',
    ),
    showInformationMessage: show('information'),
    showWarningMessage: show('warning'),
    showErrorMessage: show('error'),
    setStatusBarMessage: (text: string) => void editor.statusMessages.push(text),
    showQuickPick,
    createQuickPick,
    showSaveDialog: (options: vscode.SaveDialogOptions) => Promise.resolve(dialog(options)),
    showOpenDialog: (options: vscode.OpenDialogOptions) => {
      const selected = dialog(options);
      return Promise.resolve(selected && [selected]);
    },
    showTextDocument: (of: vscode.TextDocument | vscode.Uri) => {
      const uri = 'uri' in of ? of.uri : of;
      return Promise.resolve({ document: { uri } });
    },
    withProgress<Result>(
      { title }: vscode.ProgressOptions,
      task: (
        progress: { report: (value: { message?: string }) => void },
        token: vscode.CancellationToken,
      ) => Thenable<Result>,
    ) {
      const progress = new ShownProgress(title);
      editor.progress.push(progress);
      editor.onProgress(progress);
      const report = ({ message }: { message?: string }) => {
        if (message !== undefined) progress.reports.push(message);
      };
      return task({ report }, progress.token);
    },
    createStatusBarItem,
    createTreeView,
    registerTreeDataProvider: (id: string, treeDataProvider: vscode.TreeDataProvider<unknown>) =>
      createTreeView(id, { treeDataProvider }),
    createWebviewPanel(viewType: string, title: string) {
      const tab = new FakeTab(viewType, title);
      editor.tabs.push(tab);
      return tab;
    },
  },
  'window of the fake VS Code',
);
