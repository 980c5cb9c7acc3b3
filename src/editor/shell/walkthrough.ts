import * as vscode from 'vscode';
import { setContext } from './commands';
import type { Memory } from './memory';

const memoryKey = 'marketData.ticked';
const steps = ['hasRows', 'hasAnswered', 'hasTaken', 'hasSignedIn'] as const;

/** What a step of the walkthrough asks for, by the context that ticks it. */
export type Step = (typeof steps)[number];

/** Says that the thing was done, whichever way. */
export type Tick = (step: Step) => void;

/**
 * The ticks of the walkthrough. VS Code ticks a step when its context turns true, never one whose
 * context is true already when it reads the walkthrough, which may be no sooner than it is first
 * opened, on another day. So what was done is remembered here, and a context is true for a moment
 * only: when the thing is done, and again whenever the walkthrough may have come up.
 */
export class Walkthrough implements vscode.Disposable {
  private readonly tabs: vscode.Disposable;

  constructor(
    private readonly memory: Memory,
    private readonly extensionId: string,
  ) {
    // VS Code's own pages open it, too, in a tab of a kind that it does not tell.
    this.tabs = vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => {
      if ([...opened, ...changed].some(({ input }) => input === undefined)) this.tell();
    });
  }

  readonly tick: Tick = (step) => {
    if (this.done().includes(step)) return;
    this.memory.keep(memoryKey, [...this.done(), step]);
    this.tell();
  };

  /** Shows the walkthrough with the ticks of what was done before. */
  async open(): Promise<void> {
    const id = `${this.extensionId}#start`;
    await vscode.commands.executeCommand('workbench.action.openWalkthrough', id);
    this.tell();
  }

  dispose(): void {
    this.tabs.dispose();
  }

  private done(): readonly Step[] {
    const known = this.memory.get(memoryKey);
    return Array.isArray(known) ? steps.filter((step) => known.includes(step)) : [];
  }

  private tell(): void {
    for (const step of this.done()) {
      setContext(step, true);
      setContext(step, false);
    }
  }
}
