import * as vscode from 'vscode';

/** The status bar item of the last export, which shows the file. It leaves the result in view, unlike a message. */
export class ExportedItem {
  private readonly item = vscode.window.createStatusBarItem('marketData.exported');
  private hiding: ReturnType<typeof setTimeout> | undefined;

  /** Shows the short text, and all `words` on demand, for a minute: it must be reached by keyboard. Both are plain. */
  show(text: string, words: string, command: vscode.Command): void {
    clearTimeout(this.hiding);
    this.item.name = vscode.l10n.t('Market Data Export');
    this.item.text = `$(check) ${text}`;
    this.item.tooltip = `${words}\n${command.title}`;
    this.item.accessibilityInformation = { label: `${words} ${command.title}`, role: 'button' };
    this.item.command = command;
    this.item.show();
    this.hiding = setTimeout(() => this.item.hide(), 60_000);
  }
}
