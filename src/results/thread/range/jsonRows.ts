import { BodyReader } from '../../../table/body/bodyReader';
import { bytesOf, ContentError, refuseOverfull, type RowTarget } from './dayRows';

/** Adds the rows of a body as a service sent it. Rejects with a `ContentError` if it isn't one, and with a `TooLargeError`. */
export async function readJson(path: string, target: RowTarget): Promise<void> {
  const { table, record, maxTableBytes, signal } = target;
  // Beyond the limit, the reader would call the body broken.
  const reader = new BodyReader(record, maxTableBytes * 2, table);
  for await (const bytes of bytesOf(path, signal)) {
    reader.push(bytes);
    if (reader.isHopeless) break;
    refuseOverfull(target);
  }
  const verdict = reader.end(true);
  refuseOverfull(target);
  if (verdict.kind === 'broken') throw new ContentError(verdict.message);
}
