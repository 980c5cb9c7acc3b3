import * as v from 'valibot';
import { exportChoiceShape } from '../../protocol/exportOrder';
import { columnChoiceShape } from '../../protocol/tableTypes';
import { isRecord } from '../../text/parsedJson';
import type { StoredValues } from './storedValues';

/** What a person last chose for each table. */
export interface Remembered<Choice> {
  /** `null` if there is no choice, or if the stored value is not valid. */
  of(table: string): Choice | null;
  remember(table: string, choice: Choice): void;
  /** Calls the listener with the table of each new choice. Returns a function that stops listening. */
  onDidChange(listener: (table: string) => void): () => void;
}

/**
 * Choices stored under a key. What is read back is outside data: anything that does not fit the shape is
 * ignored.
 */
export function remembered<Choice>(
  stored: StoredValues,
  key: string,
  shape: v.GenericSchema<unknown, Choice>,
): Remembered<Choice> {
  const listeners = new Set<(table: string) => void>();
  const all = (): Readonly<Record<string, unknown>> => {
    const value = stored.get(key);
    return isRecord(value) ? value : {};
  };
  return {
    of(table) {
      const read = v.safeParse(shape, all()[table]);
      return read.success ? read.output : null;
    },
    remember(table, choice) {
      stored.keep(key, { ...all(), [table]: choice });
      for (const listener of listeners) listener(table);
    },
    onDidChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** How a person arranged the columns of each table. Stored for all workspaces; never synced. */
export const columnChoicesIn = (stored: StoredValues) =>
  remembered(stored, 'marketData.columns', columnChoiceShape);

/** What a person chose in each table's last export. Stored for this workspace; never synced. */
export const exportChoicesIn = (stored: StoredValues) =>
  remembered(stored, 'marketData.exports', exportChoiceShape);

/** The previous inputs per dataset in this workspace, whatever the connection was; never synced. */
export const previousInputsIn = (stored: StoredValues) =>
  remembered(stored, 'marketData.previousInputs', v.record(v.string(), v.string()));
