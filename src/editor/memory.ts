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
  /** What waits for its turn; a later value for the key takes the place of an earlier one. */
  const waiting = new Map<string, { value: unknown; written: Promise<void> }>();
  let underWay: { key: string; value: unknown } | undefined;
  let turn = Promise.resolve();

  async function write(key: string): Promise<void> {
    const value = waiting.get(key)?.value;
    waiting.delete(key);
    underWay = { key, value };
    try {
      await memento.update(key, value);
    } finally {
      underWay = undefined;
    }
  }

  return {
    get(key) {
      const newest = waiting.get(key) ?? (underWay?.key === key ? underWay : undefined);
      return newest ? newest.value : memento.get<unknown>(key);
    },
    update(key, value) {
      const before = waiting.get(key);
      if (before) {
        before.value = value;
        return before.written;
      }
      const written = turn.then(() => write(key));
      waiting.set(key, { value, written });
      turn = written.catch(() => undefined);
      return written;
    },
  };
}
