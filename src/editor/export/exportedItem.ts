import * as vscode from 'vscode';

/** Long enough to be reached by keyboard. */
const shownMs = 60_000;

/** The status bar item of the last export, which shows the file. It leaves the result in view, unlike a message. */
export class ExportedItem {
  private readonly item = vscode.window.createStatusBarItem(
    'marketData.exported',
    vscode.StatusBarAlignment.Left,
    -1,
  );
  private hiding: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.item.name = vscode.l10n.t('Market Data Export');
  }

  /** Shows for a minute, or until the next export, the short text, and on demand all `words`. Both are plain. */
  show(text: string, words: string, command: vscode.Command): void {
    clearTimeout(this.hiding);
    this.item.text = `$(check) ${text}`;
    this.item.tooltip = `${words}\n${command.title}`;
    this.item.accessibilityInformation = { label: `${words} ${command.title}`, role: 'button' };
    this.item.command = command;
    this.item.show();
    this.hiding = setTimeout(() => this.item.hide(), shownMs);
  }
}
