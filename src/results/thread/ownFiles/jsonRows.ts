import { BodyReader } from '#src/table/body/bodyReader';
import { chunksOf, ContentError, refuseOverfull, type RowTarget } from './rowTarget';

/**
 * Adds the rows of a response body that was saved exactly as the service sent it. Rejects with a
 * `ContentError` if the file contains anything else, and with a `TooLargeError` if the table gets too large.
 */
export async function readJson(path: string, target: RowTarget): Promise<void> {
  const { table, record, maxTableBytes, signal } = target;
  // A higher limit, so that a large table isn't taken for a broken body; the actual limit is checked here.
  const reader = new BodyReader(record, maxTableBytes * 2, table);
  for await (const bytes of chunksOf(path, signal)) {
    reader.push(bytes);
    if (reader.isHopeless) break;
    refuseOverfull(target);
  }
  const verdict = reader.end(true);
  refuseOverfull(target);
  if (verdict.kind === 'broken') throw new ContentError(verdict.message);
}
