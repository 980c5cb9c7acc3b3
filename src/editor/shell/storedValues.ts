import type * as vscode from 'vscode';

/** Values kept across sessions by key. What is read back is outside data. */
export interface StoredValues {
  get(key: string): unknown;
  /** Resolves once the value is written; rejects if the editor can't write it. */
  update(key: string, value: unknown): Promise<void>;
  /** For writes that nobody waits for. */
  keep(key: string, value: unknown): void;
}

/**
 * The editor's memory, written in sequence. Used directly, it can lose a write: VS Code echoes each write to
 * all windows as the state of all keys, and an echo that arrives after the next write undoes that one.
 * `onLost` is called with the reason if a write that nobody waits for fails.
 */
export function storedInSequence(
  memento: Pick<vscode.Memento, 'get' | 'update'>,
  onLost: (problem: unknown) => void,
): StoredValues {
  /** Writes waiting for their turn. A later value for a key replaces an earlier one. */
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
