import { join } from 'node:path';

/** The script of the thread that reads Parquet: in the same folder as this thread's own bundle. */
let script = join(__dirname, 'parquet.js');

/** Call before anything is read, if this thread's bundle is that script, too. */
export const useParquetScript = (path: string): void => void (script = path);

export const parquetScript = (): string => script;
