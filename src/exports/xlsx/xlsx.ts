import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { QuestionError } from '../../table/questionError';
import { rowCount, type ByteSink, type ExportOptions, type ExportSource } from '../exportSource';
import { tooManyRows } from '../../protocol/formats';
import { workbookParts, sheetPath } from './parts';
import { sheetXml } from './sheet';

/** The earliest time that a zip file can have, in its local time, so that equal tables give equal bytes. */
const entryOptions = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };
/** Cells are so similar that searching longer for repeated text hardly pays off. */
const sheetOptions = { ...entryOptions, compressionLevel: 1 };

/**
 * Writes an Excel workbook with one sheet: times and epochs as dates in UTC, numbers with the decimals sent, everything
 * else as texts, which are never formulas. Rejects with `QuestionError`, before anything is written, if there
 * are more rows than a sheet has room for.
 */
export async function writeXlsx(source: ExportSource, out: ByteSink, options: ExportOptions): Promise<void> {
  const count = rowCount(source);
  const problem = tooManyRows('xlsx', count);
  if (problem !== null) throw new QuestionError(problem);
  const zip = new ZipFile();
  const sheet = Readable.from(sheetXml(source, options), { objectMode: false });
  const file = new PassThrough();
  sheet.once('error', (error) => file.destroy(error)); // the zip file would never end
  zip.once('error', (error: Error) => file.destroy(error));
  for (const [path, xml] of Object.entries(workbookParts(source))) {
    zip.addBuffer(Buffer.from(xml), path, entryOptions);
  }
  zip.addReadStream(sheet, sheetPath, sheetOptions);
  zip.end();
  zip.outputStream.pipe(file);
  try {
    for await (const bytes of file) await out.write(bytes as Buffer);
  } finally {
    sheet.destroy();
  }
  options.signal.throwIfAborted();
  options.onProgress(count);
}
