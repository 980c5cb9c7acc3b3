import * as vscode from 'vscode';

/** In milliseconds, and how often in a row without an answer: together a minute. */
const askEveryMs = 10_000;
const mostUnanswered = 6;

/**
 * A signal that is aborted once the window hasn't responded for a minute, until it's disposed of. The extension host
 * outlives a browser tab that was closed by hours, because the tab could connect again.
 */
export function watchWindow(): { readonly signal: AbortSignal; readonly dispose: () => void } {
  const gone = new AbortController();
  let unanswered = 0;
  const timer = setInterval(() => {
    unanswered += 1;
    if (unanswered > mostUnanswered) gone.abort();
    if (unanswered > 1) return;
    // Any command that the window carries out answers.
    void vscode.commands.executeCommand('setContext', 'marketData.isWatched', true).then(() => {
      unanswered = 0;
    });
  }, askEveryMs);
  return { signal: gone.signal, dispose: () => clearInterval(timer) };
}
