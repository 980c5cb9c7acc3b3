import * as vscode from 'vscode';

/**
 * Does work under a notice with a button that cancels it. The work hears of that by the signal, may
 * tell how far it is, and should reject once it is stopped. Resolves with `undefined` then; rejects
 * with whatever else stops the work.
 */
export async function cancellable<Done>(
  title: string,
  work: (signal: AbortSignal, tell: (message: string) => void) => Promise<Done>,
): Promise<Done | undefined> {
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress(
    { location, title, cancellable: true },
    async (progress, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort(new Error('Cancelled.')));
      try {
        return await work(controller.signal, (message) => progress.report({ message }));
      } catch (error) {
        if (controller.signal.aborted) return undefined;
        throw error;
      }
    },
  );
}
