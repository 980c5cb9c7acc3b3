import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { History } from '#src/history/history';
import type { KeptEntry } from '#src/history/historyFolder';
import type { StoredEntry } from '#src/history/storedEntry';

/** Also where a test replaces the one that the history uses. */
const { writeFileSync } = process.getBuiltinModule('node:fs');

/** A folder for a history, and one for the files that results leave behind. */
export function newPlace(): { root: string; spool: string } {
  const place = mkdtempSync(join(tmpdir(), 'history-'));
  return { root: join(place, 'history'), spool: mkdtempSync(join(place, 'spool-')) };
}

export const newId = (): string => randomBytes(9).toString('base64url');

let minute = 0;

/** An entry of a query that was run a minute after the one before. */
export function storedEntry(given: Partial<StoredEntry> = {}): StoredEntry {
  minute += 1;
  return {
    version: 1,
    at: new Date(Date.UTC(2026, 2, 20, 0, minute)).toISOString(),
    by: 'person',
    connection: 'mine',
    dataset: 'dayahead-prices',
    parameters: { deliveryarea: 'NO1' },
    outcome: { kind: 'success', status: 200 },
    request: { method: 'GET', url: 'https://x.test/', sent: [], received: [], status: 200, attempts: 1 },
    records: 1,
    rows: 1,
    bytes: 0,
    wireBytes: 0,
    timings: { firstByteMs: 1, firstRowsMs: 2, totalMs: 3 },
    hadBody: false,
    ...given,
  };
}

export interface OpenHistory {
  readonly history: History;
  /** Kinds of errors that were reported. */
  readonly troubles: string[];
  /** Records a query with this response, in a file that may be removed at once. */
  readonly record: (body: string | Buffer | undefined, given?: Partial<StoredEntry>) => string;
  /** The responses of all entries as they would be opened, newest first; `null` where none is kept. */
  readonly responses: () => Promise<(string | null)[]>;
}

export function openHistory(
  place: { root: string; spool: string },
  limit: { bytes: number } = { bytes: 1e9 },
): OpenHistory {
  const troubles: string[] = [];
  const history = new History(place.root, () => limit.bytes, {
    change: () => undefined,
    trouble: (what) => void troubles.push(what),
  });
  return {
    history,
    troubles,
    record(body, given = {}) {
      const id = newId();
      const file = join(place.spool, `${id}.json`);
      if (body !== undefined) writeFileSync(file, body);
      const bytes = body === undefined ? 0 : Buffer.byteLength(body);
      const entry = storedEntry({ bytes, wireBytes: bytes, hadBody: body !== undefined, ...given });
      history.record(id, entry, body === undefined ? undefined : file);
      return id;
    },
    async responses() {
      const all = await history.list();
      return Promise.all(all.map((entry) => responseOf(history, entry, place.spool)));
    },
  };
}

export async function responseOf(history: History, entry: KeptEntry, folder: string): Promise<string | null> {
  if (entry.sha256 === undefined) return null;
  const path = join(folder, `${newId()}.read`);
  await history.extract(entry, path);
  return readFileSync(path, 'utf8');
}

/** The paths of all files and folders below a folder, relative to it. */
export const filesBelow = (root: string): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();

export const sha256 = (body: string | Buffer): string => createHash('sha256').update(body).digest('hex');
