import * as vscode from 'vscode';
import { setContext } from './commands';
import type { StoredValues } from './storedValues';

const memoryKey = 'marketData.ticked';
const steps = ['hasRows', 'hasReceived', 'hasTaken', 'hasChecked', 'hasRange', 'hasSignedIn'] as const;

/** A step of the walkthrough, named by the context that checks it off. */
type WalkthroughStep = (typeof steps)[number];

/** Reports that the step was done, in whatever way. */
export type CheckOff = (step: WalkthroughStep) => void;

/**
 * Checks off the steps of the walkthrough. VS Code checks a step when its context becomes true, but not if
 * the context is already true when it reads the walkthrough, which may only happen when the walkthrough is
 * first opened, days later. So completed steps are remembered here, and each context is true only for a
 * moment: when the step is done, and again whenever the walkthrough may have been opened.
 */
export class Walkthrough implements vscode.Disposable {
  private readonly tabs: vscode.Disposable;

  constructor(
    private readonly stored: StoredValues,
    private readonly extensionId: string,
  ) {
    // VS Code's own pages open it, too, in tabs for which the API reports no input.
    this.tabs = vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => {
      if ([...opened, ...changed].some(({ input }) => input === undefined)) this.tell();
    });
  }

  readonly tick: CheckOff = (step) => {
    if (this.done().includes(step)) return;
    this.stored.keep(memoryKey, [...this.done(), step]);
    this.tell();
  };

  /** Shows the walkthrough with the completed steps checked off. */
  async open(): Promise<void> {
    const id = `${this.extensionId}#start`;
    await vscode.commands.executeCommand('workbench.action.openWalkthrough', id);
    this.tell();
  }

  dispose(): void {
    this.tabs.dispose();
  }

  private done(): readonly WalkthroughStep[] {
    const known = this.stored.get(memoryKey);
    return Array.isArray(known) ? steps.filter((step) => known.includes(step)) : [];
  }

  private tell(): void {
    for (const step of this.done()) {
      setContext(step, true);
      setContext(step, false);
    }
  }
}
