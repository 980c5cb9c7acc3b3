import type { Memory } from '../../../src/editor/shell/memory';

/** The editor's memory with these values, which knows at once what is written to it. */
export function memoryOf(values: Readonly<Record<string, unknown>> = {}): Memory {
  const kept = new Map(Object.entries(values));
  return {
    get: (key) => kept.get(key),
    update: (key, value) => Promise.resolve(void kept.set(key, value)),
    keep: (key, value) => void kept.set(key, value),
  };
}
