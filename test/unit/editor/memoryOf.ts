import type { StoredValues } from '#src/editor/shell/storedValues';

/** The editor's memory with these values, which knows at once what is written to it. */
export function memoryOf(values: Readonly<Record<string, unknown>> = {}): StoredValues {
  const kept = new Map(Object.entries(values));
  return {
    get: (key) => kept.get(key),
    update: (key, value) => Promise.resolve(void kept.set(key, value)),
    keep: (key, value) => void kept.set(key, value),
  };
}
