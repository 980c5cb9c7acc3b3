import * as l10n from '@vscode/l10n';
import { chunksOf, ContentError } from './rowTarget';

/** In bytes: far longer than any row of the table, whose fields are short. */
const mostLineBytes = 16 * 1024 ** 2;
const lineEnd = 10;

/** The error for a line that can't be read, counted from 1. */
export const brokenLine = (line: number): ContentError =>
  new ContentError(l10n.t("Line {0} isn't a valid row for this dataset.", line));

/**
 * The lines of a file without the line feeds at their ends, some at a time. Between them, other work can run and
 * the signal is checked. Throws a `ContentError` if a line is far too long.
 */
export async function* linesOf(path: string, signal: AbortSignal): AsyncGenerator<readonly Buffer[]> {
  let count = 0;
  let held: Buffer[] = [];
  let heldBytes = 0;
  for await (const chunk of chunksOf(path, signal)) {
    const lines: Buffer[] = [];
    let from = 0;
    for (let end = chunk.indexOf(lineEnd); end >= 0; end = chunk.indexOf(lineEnd, from)) {
      const part = chunk.subarray(from, end);
      lines.push(heldBytes > 0 ? Buffer.concat([...held, part]) : part);
      [held, heldBytes] = [[], 0];
      from = end + 1;
    }
    if (from < chunk.length) held.push(chunk.subarray(from));
    heldBytes += chunk.length - from;
    count += lines.length;
    if (heldBytes > mostLineBytes) throw brokenLine(count + 1);
    yield lines;
  }
  if (heldBytes > 0) yield [Buffer.concat(held)];
}
