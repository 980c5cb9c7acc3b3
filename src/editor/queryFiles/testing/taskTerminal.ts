import * as vscode from 'vscode';
import { errorText } from '../../../text/errorText';
import { oneLine } from '../../../text/plainText';

/** Longer lines are cut. */
const mostCharacters = 2000;
/** Ctrl+C. */
const interrupt = '\x03';

/** Work that writes lines and resolves with whether it succeeded. What stops it rejects, fit to be shown. */
export type TaskWork = (write: (line: string) => void, signal: AbortSignal) => Promise<boolean>;

/**
 * The terminal of a task that runs here, not in a shell. Closing it, or Ctrl+C, ends the work. No line can
 * control the terminal, whatever a file or a service put into it.
 */
export class TaskTerminal implements vscode.Pseudoterminal {
  private readonly written = new vscode.EventEmitter<string>();
  private readonly closed = new vscode.EventEmitter<number>();
  private readonly cancellation = new AbortController();
  readonly onDidWrite = this.written.event;
  readonly onDidClose = this.closed.event;

  constructor(private readonly work: TaskWork) {}

  open(): void {
    void this.run();
  }

  close(): void {
    this.cancellation.abort(new Error(vscode.l10n.t('Canceled.')));
  }

  handleInput(typed: string): void {
    if (typed === interrupt) this.close();
  }

  private async run(): Promise<void> {
    const write = (line: string) => this.written.fire(`${oneLine(line, mostCharacters)}\r\n`);
    let isGood = false;
    try {
      isGood = await this.work(write, this.cancellation.signal);
    } catch (error) {
      write(errorText(error));
    }
    this.closed.fire(isGood ? 0 : 1);
    this.written.dispose();
    this.closed.dispose();
  }
}
