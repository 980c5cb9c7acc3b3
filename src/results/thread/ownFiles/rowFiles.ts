import type { DayFileQuestion } from '#src/protocol/workerMessages';
import { ColumnRows } from './columnRows';
import type { RowTarget } from './rowTarget';
import { readJson } from './jsonRows';
import type { LaterColumns } from './laterColumns';
import { readNdjson } from './ndjsonRows';

/** Adds the rows of files to a table. */
export class RowFiles {
  private readonly columnRows: ColumnRows;

  /** With `isWhole`, all columns are read at once. */
  constructor(
    private readonly target: RowTarget,
    isWhole: boolean,
  ) {
    this.columnRows = new ColumnRows(target, isWhole);
  }

  /** Reads the columns that the table doesn't have yet. */
  get later(): LaterColumns {
    return this.columnRows.later;
  }

  /**
   * Adds the rows of a file. Rejects with a `ContentError` if it has other content, with a `TooLargeError` if the
   * table gets too large, and with the system's error.
   */
  async add(path: string, format: DayFileQuestion['format']): Promise<void> {
    switch (format) {
      case 'json':
        return readJson(path, this.target);
      case 'ndjson':
        return readNdjson(path, this.target);
      case 'parquet':
        return this.columnRows.add(path);
    }
  }
}
