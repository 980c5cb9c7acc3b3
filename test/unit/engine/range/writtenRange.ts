import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { DayEntry, DayState } from '#src/range/dayState';
import { manifestName, responseName, responsesName, type RangeFormat } from '#src/range/folderFiles';
import { manifestText } from '#src/range/manifest';

const dataset = 'dayahead-prices';

/** A day of a range, and the body that was sent for it. */
export interface SentDay {
  readonly day: string;
  readonly body: string;
  readonly rows?: number;
  readonly state?: DayState;
  readonly integrity?: DayEntry['integrity'];
}

const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
const put = (path: string, bytes: Uint8Array | string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
};

/** The file with the rows of a day. */
export const rowsAt = (target: string, day: string, format: RangeFormat = 'parquet') =>
  join(target, dataset, `day=${day}`, `part-0.${format}`);

/** The folder of responses. */
export const responsesIn = (target: string) => join(target, responsesName(dataset));

/** The response of a day. */
export function responseAt(target: string, day: string): string {
  const folder = responsesIn(target);
  return join(folder, readdirSync(folder).find((name) => name.startsWith(`day=${day}`)) ?? '');
}

/** Writes a range of prices with these days, as a run leaves it; its rows are no real ones. */
export function writeRange(target: string, days: readonly SentDay[], format: RangeFormat = 'parquet'): void {
  const entries: Record<string, DayEntry> = {};
  for (const { day, body, rows = 1, state = 'fetched', integrity = [] } of days) {
    const text = format === 'json' ? body : `rows of ${day}`;
    put(rowsAt(target, day, format), text);
    const bytes = gzipSync(body);
    const file = responseName(day, hashOf(bytes));
    if (format !== 'json') put(join(responsesIn(target), file), bytes);
    entries[day] = {
      ...{ state, outcome: 'success', rows, placed: rows, bytes: text.length, sha256: hashOf(text) },
      ...(format !== 'json' && { response: { file, bytes: bytes.length, sha256: hashOf(bytes) } }),
      ...{ requestedAt: '2026-04-20T00:00:00Z', integrity },
    };
  }
  const manifest = manifestText({
    ...{ version: 2, dataset, parameters: { deliveryarea: 'NO1', currency: 'EUR' } },
    ...{ format, connection: 'mine', addresses: '', columns: [], days: entries },
  });
  put(join(target, manifestName(dataset)), manifest);
}
