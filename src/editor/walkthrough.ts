import * as vscode from 'vscode';
import { setContext } from './commands';

/** What a step of the walkthrough asks for, by the context that ticks it. */
type Step = 'hasRows' | 'hasAnswered' | 'hasTaken' | 'hasSignedIn';

const done = new Set<Step>();

/**
 * VS Code ticks a step when its context turns true, never one whose context is true already when it
 * reads the walkthrough, which may be no sooner than it is first opened. So a context is true for a
 * moment only, and again whenever the walkthrough may have come up.
 */
function tellDone(): void {
  for (const step of done) {
    setContext(step, true);
    setContext(step, false);
  }
}

/** Ticks a step: the thing was done, whichever way. VS Code remembers ticks beyond the session. */
export function tick(step: Step): void {
  done.add(step);
  tellDone();
}

/** Shows the walkthrough with the ticks of what was done before. */
export async function openWalkthrough(extensionId: string): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', `${extensionId}#start`);
  tellDone();
}

/** Ticks what was done when VS Code's own pages open the walkthrough, too: a tab of a kind not told. */
export const followTabs = (): vscode.Disposable =>
  vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => {
    if ([...opened, ...changed].some(({ input }) => input === undefined)) tellDone();
  });
