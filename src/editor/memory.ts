import type * as vscode from 'vscode';

/** What is kept for a key across sessions; what comes out is outside data. */
export interface Memory {
  get(key: string): unknown;
  /** Resolves once it is written; rejects where the editor cannot. */
  update(key: string, value: unknown): Promise<void>;
}

/**
 * The editor's memory, written in order. Bare, it may lose a write: each one is echoed to all windows
 * as the state of all keys, and an echo that arrives behind the next write takes that one back.
 */
export function inOrder(memento: Pick<vscode.Memento, 'get' | 'update'>): Memory {
  const unwritten = new Map<string, unknown>();
  let turn = Promise.resolve();

  async function write(key: string): Promise<void> {
    if (!unwritten.has(key)) return; // an earlier turn wrote this value in place of its own
    const value = unwritten.get(key);
    try {
      await memento.update(key, value);
    } finally {
      if (unwritten.get(key) === value) unwritten.delete(key);
    }
  }

  return {
    get: (key) => (unwritten.has(key) ? unwritten.get(key) : memento.get<unknown>(key)),
    update(key, value) {
      unwritten.set(key, value);
      const written = turn.then(() => write(key));
      turn = written.catch(() => undefined);
      return written;
    },
  };
}
