import type * as vscode from 'vscode';
import { diskOfMachine, type Disk } from './disk';
import type { FakeTab } from './fakeTab';
import type { FakeTestController } from './testing';
import { CancellationTokenSource, EventEmitter } from './values';

/** A message as a person sees it. */
export interface Message {
  readonly kind: 'information' | 'warning' | 'error';
  readonly text: string;
  readonly detail: string;
  readonly isModal: boolean;
  readonly buttons: readonly string[];
}

/** A progress that is shown, with a button that cancels it. */
export class ShownProgress {
  constructor(readonly title: string | undefined) {}

  readonly reports: string[] = [];
  private readonly source = new CancellationTokenSource();
  readonly token = this.source.token;
  readonly cancel = () => this.source.cancel();
}

/** A watcher of the workspace's files. */
export interface Watcher {
  readonly pattern: string;
  readonly created: vscode.EventEmitter<vscode.Uri>;
  readonly changed: vscode.EventEmitter<vscode.Uri>;
  readonly deleted: vscode.EventEmitter<vscode.Uri>;
}

export interface ShownTree {
  readonly provider: vscode.TreeDataProvider<unknown>;
  readonly view: {
    message?: string;
    description?: string;
    visible: boolean;
    /** What was revealed so far, and how. */
    readonly revealed: (readonly [node: unknown, how: unknown])[];
    /** Shows or hides the view, as a person does. */
    readonly show: (visible: boolean) => void;
    readonly reveal: (node: unknown, how: unknown) => Promise<void>;
    readonly onDidChangeVisibility: vscode.Event<{ visible: boolean }>;
    readonly dispose: () => void;
  };
}

export interface StatusBarItem {
  text: string;
  tooltip: string;
  isShown: boolean;
  command?: vscode.Command | string;
  accessibilityInformation?: vscode.AccessibilityInformation;
}

type Awaited<Value> = Value | Promise<Value>;

/** What there is in VS Code, what a person does in it, and what they see: new for each test. */
class Editor {
  // What there is.
  isTrusted = true;
  /** The paths of the workspace's folders. */
  folders: string[] = [];
  /** By their whole name, such as `http.proxy`. */
  settings: Record<string, unknown> = {};
  disk: Disk = diskOfMachine();
  /** What a search of the workspace finds. */
  find: (pattern: string) => Awaited<readonly vscode.Uri[]> = () => [];
  documents: vscode.TextDocument[] = [];
  activeTextEditor: vscode.TextEditor | undefined;
  isFocused = true;
  language = 'en';
  /** What kind of remote the extension runs on, if it doesn't run on the person's machine. */
  remoteName: string | undefined;
  /** The sentences of a language other than English. */
  bundle: Readonly<Record<string, string>> | undefined;

  // What a person does.
  /** The button that is pressed; none by default. */
  answer: (message: Message) => Awaited<string | undefined> = () => undefined;
  /** The item that is selected; none by default. */
  pick: (items: readonly vscode.QuickPickItem[]) => vscode.QuickPickItem | undefined = () => undefined;
  /** What is typed into a list before an item is selected. */
  typed = '';
  /** The file or folder that is selected in a dialog; none by default. */
  select: (options: vscode.SaveDialogOptions | vscode.OpenDialogOptions) => vscode.Uri | undefined = () =>
    undefined;
  onProgress: (progress: ShownProgress) => void = () => undefined;
  /** What a command returns. */
  run: (id: string, ...args: unknown[]) => unknown = () => undefined;

  // What they see, in order.
  readonly messages: Message[] = [];
  readonly statusMessages: string[] = [];
  readonly menus: (readonly vscode.QuickPickItem[])[] = [];
  readonly dialogs: (vscode.SaveDialogOptions | vscode.OpenDialogOptions)[] = [];
  readonly progress: ShownProgress[] = [];
  /** The commands that were run, with their arguments. */
  readonly commands: (readonly [id: string, ...args: unknown[]])[] = [];
  readonly trees = new Map<string, ShownTree>();
  readonly statusBarItems: StatusBarItem[] = [];
  readonly tabs: FakeTab[] = [];
  readonly testControllers: FakeTestController[] = [];
  /** The problems that a file was said to have, each time. */
  readonly problems: (readonly vscode.Diagnostic[])[] = [];
  clipboard = '';

  // What happens.
  readonly watchers: Watcher[] = [];
  readonly changedSettings = new EventEmitter<vscode.ConfigurationChangeEvent>();
  readonly changedTabs = new EventEmitter<vscode.TabChangeEvent>();
  readonly changedFolders = new EventEmitter<vscode.WorkspaceFoldersChangeEvent>();
  readonly openedDocuments = new EventEmitter<vscode.TextDocument>();
  readonly closedDocuments = new EventEmitter<vscode.TextDocument>();
  readonly changedDocuments = new EventEmitter<vscode.TextDocumentChangeEvent>();

  /** The texts of all messages so far. */
  get told(): string[] {
    return this.messages.map(({ text }) => text);
  }

  /** From now on, presses one of these buttons in each message that has it. */
  press(...labels: string[]): void {
    this.answer = ({ buttons }) => buttons.find((button) => labels.includes(button));
  }

  /** Changes a setting, and tells who listens. */
  set(key: string, value: unknown): void {
    this.settings[key] = value;
    this.changedSettings.fire({
      affectsConfiguration: (section) => key === section || key.startsWith(`${section}.`),
    });
  }

  /** Tells the watchers of a file or folder. */
  report(event: 'created' | 'changed' | 'deleted', uri: vscode.Uri): void {
    const watching = this.watchers.filter(
      ({ pattern }) => pattern === '**/*' || uri.path.endsWith(pattern.replace('**/*', '')),
    );
    for (const watcher of watching) watcher[event].fire(uri);
  }
}

/** The fake VS Code of this test. */
export const editor = new Editor();

/** Replaces everything in it. */
export const renewEditor = (): void => void Object.assign(editor, new Editor());
