import * as vscode from 'vscode';

/** A tab with a page, whose scripts are played by the test. */
export class FakeTab implements vscode.WebviewPanel {
  iconPath: vscode.Uri = vscode.Uri.file('');
  readonly options = {};
  readonly viewColumn = vscode.ViewColumn.One;
  active = true;
  visible = true;
  /** The messages that the page got. */
  readonly posted: unknown[] = [];
  isClosed = false;

  private readonly messages = new vscode.EventEmitter<unknown>();
  private readonly closed = new vscode.EventEmitter<void>();
  private readonly changed = new vscode.EventEmitter<vscode.WebviewPanelOnDidChangeViewStateEvent>();
  readonly onDidDispose = this.closed.event;
  readonly onDidChangeViewState = this.changed.event;
  private readonly page: vscode.Webview = {
    options: {},
    html: '',
    cspSource: 'https://page.test',
    onDidReceiveMessage: this.messages.event,
    asWebviewUri: (uri) => vscode.Uri.parse(`https://page.test${uri.path}`),
    postMessage: (message: unknown) => {
      this.posted.push(message);
      return Promise.resolve(true);
    },
  };

  constructor(
    readonly viewType = '',
    public title = '',
  ) {}

  get webview(): vscode.Webview {
    if (this.isClosed) throw new Error('Webview is disposed');
    return this.page;
  }

  reveal(): void {
    this.active = true;
    this.visible = true;
  }

  dispose(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.closed.fire();
  }

  /** Sends the host a message as the page does. */
  say(message: unknown): void {
    this.messages.fire(message);
  }
}
