import type * as vscode from 'vscode';

/** What is kept for a key across sessions; what comes out is outside data. */
export interface Memory {
  get(key: string): unknown;
  /** Resolves once it is written; rejects where the editor cannot. */
  update(key: string, value: unknown): Promise<void>;
  /** For what nobody waits for. */
  keep(key: string, value: unknown): void;
}

/**
 * The editor's memory, written in order. Bare, it may lose a write: each one is echoed to all windows
 * as the state of all keys, and an echo that arrives after the next write takes that one back.
 * `onLost` hears why what nobody waits for could not be written.
 */
export function memoryInSequence(
  memento: Pick<vscode.Memento, 'get' | 'update'>,
  onLost: (problem: unknown) => void,
): Memory {
  /** What waits for its turn; a later value for the key replaces an earlier one. */
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

  function update(key: string, value: unknown): Promise<void> {
    const before = waiting.get(key);
    if (before) {
      before.value = value;
      return before.written;
    }
    const written = turn.then(() => write(key));
    waiting.set(key, { value, written });
    turn = written.catch(() => undefined);
    return written;
  }

  return {
    get(key) {
      const newest = waiting.get(key) ?? (underWay?.key === key ? underWay : undefined);
      return newest ? newest.value : memento.get<unknown>(key);
    },
    update,
    keep(key, value) {
      update(key, value).catch(onLost);
    },
  };
}
