import { createHash } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type { ExportOptions, ExportSource } from '../../../exports/exportSource';
import { writeNdjson } from '../../../exports/ndjson';
import type { MonthFileQuestion, RangeQuestion, WrittenMonth } from '../../../protocol/workerMessages';
import { QuestionError } from '../../../table/questionError';
import { removeQuietly } from '../../../disk/removeQuietly';
import { writeToFile } from '../exportFile';
import { readRange, type ReadRange } from './readRange';
import { inRange, withColumnsOf, writeRows } from './rangeFile';

/**
 * Writes the rows of several delivery days to one file, with a column for the day, and reads the file again:
 * every cell must be the same. All files are our own. Resolves and rejects as `readRange` does; then, there's no file.
 */
export async function writeMonthFile(
  { path, origin, ...question }: MonthFileQuestion,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (days: number) => void },
): Promise<WrittenMonth | { readonly tooLarge: string }> {
  const options: ExportOptions = { signal, onProgress: () => undefined };
  const read = (days: RangeQuestion['days'], told: (days: number) => void) =>
    readRange({ ...question, as: '', days }, undefined, { signal, onProgress: told, isWhole: true });
  const from = await read(question.days, onProgress);
  if ('tooLarge' in from) return from;
  const columns = withColumnsOf(question.columns, [from.table]);
  const sourceOf = ({ table, days }: ReadRange) =>
    inRange({ table, rows: undefined, origin, readBody: noBody }, columns, days);
  const source = sourceOf(from);
  const written = await writeToFile(path, true, (out) => writeRows(question.format, [source], out, options));
  try {
    const only = from.days.texts().slice(1);
    const again = await read([{ day: only[0] ?? '', paths: [path], only }], () => undefined);
    const isSame =
      !('tooLarge' in again) &&
      (await cellsOf(sourceOf(again), options)) === (await cellsOf(source, options));
    if (!isSame) {
      throw new QuestionError(
        l10n.t("The new file of {0} doesn't have the same rows. The earlier files were kept.", only[0] ?? ''),
      );
    }
  } catch (error) {
    removeQuietly(path);
    throw error;
  }
  return { ...written, columns };
}

const noBody = () => Promise.reject(new Error('Files of several days have rows, not responses.'));

/** A hash of all cells with their columns' names. */
async function cellsOf(source: ExportSource, options: ExportOptions): Promise<string> {
  const hash = createHash('sha256');
  await writeNdjson(source, { write: (bytes) => Promise.resolve(void hash.update(bytes)) }, options);
  return hash.digest('hex');
}
