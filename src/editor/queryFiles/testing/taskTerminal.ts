import * as vscode from 'vscode';
import { errorText } from '../../../text/errorText';
import { oneLine } from '../../../text/plainText';

/** Longer lines are cut. */
const mostCharacters = 2000;
/** Ctrl+C. */
const interrupt = '\x03';

/**
 * Writes lines and resolves with whether the task succeeded. Rejects with an `Error` ready to display if it
 * could not finish.
 */
export type TaskWork = (write: (line: string) => void, signal: AbortSignal) => Promise<boolean>;

/**
 * The terminal of a task that runs in the extension host, not in a shell. Closing it or pressing Ctrl+C ends
 * the task. Text from files and services can't control the terminal.
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
