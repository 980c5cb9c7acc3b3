import type { FileFormat } from '../../../protocol/workerMessages';
import { ColumnRows } from './columnRows';
import { readCsv } from './csvRows';
import type { RowTarget } from './rowTarget';
import { unreadable } from './exportedColumns';
import { readJson } from './jsonRows';
import type { LaterColumns } from './laterColumns';
import { readNdjson } from './ndjsonRows';
import { ParquetRows } from './parquetRows';

/** Adds the rows of files to a table. Has to be disposed of. */
export class RowFiles {
  private readonly columnRows: ColumnRows;
  private readonly parquet: ParquetRows | undefined;

  /**
   * With `isWhole`, all columns are read at once. `parquetScript` is the bundle of `parquetThread.ts`, which files
   * of other programs may need.
   */
  constructor(
    private readonly target: RowTarget,
    isWhole: boolean,
    parquetScript: string | undefined,
  ) {
    this.columnRows = new ColumnRows(target, isWhole);
    this.parquet = parquetScript === undefined ? undefined : new ParquetRows(parquetScript);
  }

  /** Reads the columns that the table doesn't have yet. */
  get later(): LaterColumns {
    return this.columnRows.later;
  }

  /**
   * Adds the rows of a file. Rejects with a `ContentError` if it has other content, with a `TooLargeError` if the
   * table gets too large, and with the system's error.
   */
  async add(path: string, format: FileFormat): Promise<void> {
    switch (format) {
      case 'json':
        return readJson(path, this.target);
      case 'ndjson':
        return readNdjson(path, this.target);
      case 'csv':
        return readCsv(path, this.target);
      case 'parquet':
        if (await this.columnRows.add(path)) return;
        if (!this.parquet) throw unreadable();
        return this.parquet.read(path, this.target);
    }
  }

  async dispose(): Promise<void> {
    await this.parquet?.dispose();
  }
}
