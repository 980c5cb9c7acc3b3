import type { TableColumn } from './columns';

/** Reads columns of a table that aren't read yet. */
export interface ColumnReader {
  /**
   * Resolves when all of the columns are read. Rejects with an error ready to display, or with the signal's reason
   * once it's aborted.
   */
  read(columns: readonly TableColumn[], signal: AbortSignal): Promise<void>;
}

/**
 * Thrown by a table when columns are needed that aren't read yet. Whoever asked has to `read` them and to ask
 * again.
 */
export class UnreadColumns extends Error {
  constructor(readonly read: (signal: AbortSignal) => Promise<void>) {
    super('Columns are not read yet.');
  }
}
