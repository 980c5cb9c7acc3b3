import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Spool } from '#src/disk/spool';
import { requireDataset } from '#src/market/datasets/datasets';
import type { DayEntry } from '#src/range/dayState';
import { dayFolderName, manifestName, partName, responseName, responsesName } from '#src/range/folderFiles';
import { manifestText, readManifest } from '#src/range/manifest';
import { writeDayFile } from '#src/results/thread/dayFile';
import { unstatedOrigin } from '#src/results/thread/exportSize';
import { WorkerResult } from '#src/results/thread/workerResult';

/** Must change with the writer, because folders are written once and kept. */
const generation = 4;

/** A folder with a file for each delivery day, and its responses beside it. */
export interface RangeOfFiles {
  readonly name: string;
  readonly dataset: string;
  readonly days: number;
  readonly recordsOf: (day: number) => Iterable<unknown>;
}

const format = 'parquet';

/** The path of the folder, `<target>/<dataset>`, which is written if it's missing. */
export async function rangeFolder({ name, dataset, days, recordsOf }: RangeOfFiles): Promise<string> {
  const target = join(tmpdir(), `market-data-bench-range-${generation}-${name}`);
  if (existsSync(target)) return join(target, dataset);
  const partial = `${target}.${process.pid}`;
  mkdirSync(join(partial, responsesName(dataset)), { recursive: true });
  const entries: Record<string, DayEntry> = {};
  for (let day = 0; day < days; day += 1) {
    const date = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10);
    entries[date] = await writeDay(partial, dataset, date, recordsOf(day));
  }
  const head = { version: 2, dataset, parameters: {}, format, connection: 'bench', addresses: '' } as const;
  writeFileSync(join(partial, manifestName(dataset)), manifestText({ ...head, days: entries }));
  renameSync(partial, target);
  return join(target, dataset);
}

/** How much of the disk the rows and the responses of a folder take, in bytes. */
export function sizesOf(folder: string): { readonly rows: number; readonly responses: number } {
  const path = join(folder, '..', manifestName(basename(folder)));
  const entries = Object.values(readManifest(readFileSync(path, 'utf8'), path).days);
  const sum = (bytesOf: (entry: DayEntry) => number) =>
    entries.reduce((total, entry) => total + bytesOf(entry), 0);
  return { rows: sum(({ bytes }) => bytes), responses: sum(({ response }) => response?.bytes ?? 0) };
}

/** Writes a day as a run does. Its records don't begin and end with the delivery day, so all of them are taken. */
async function writeDay(
  target: string,
  dataset: string,
  date: string,
  records: Iterable<unknown>,
): Promise<DayEntry> {
  const { record } = requireDataset(dataset);
  const [place, responses] = [
    join(target, dataset, dayFolderName(date)),
    join(target, responsesName(dataset)),
  ];
  mkdirSync(place, { recursive: true });
  const sent = join(target, 'response');
  const spool = new Spool(join(target, 'body'));
  const result = new WorkerResult(record, 'identity', spool, Infinity);
  let separator = '[';
  for (const each of records) {
    await result.push(Buffer.from(separator + JSON.stringify(each)));
    separator = ',';
  }
  await result.push(Buffer.from(']'));
  await result.end(true);
  const always = { start: -Infinity, end: Infinity };
  const asked = { start: null, end: null, due: 0, values: [] };
  const written = await writeDayFile(
    {
      format,
      path: join(place, partName(format)),
      responsePath: sent,
      record,
      day: always,
      origin: { ...unstatedOrigin, extensionVersion: '1.0.0' },
      pieces: [{ result: '', period: always, asked }],
    },
    () => result,
    { signal: new AbortController().signal, onProgress: () => undefined },
  );
  const { rows, bytes, sha256, response, fingerprint } = written;
  if (!response) throw new Error(`${date} has no response.`);
  const file = responseName(date, response.sha256);
  renameSync(sent, join(responses, file));
  await spool.remove();
  return {
    state: 'fetched',
    outcome: 'success',
    rows,
    placed: rows,
    bytes,
    sha256,
    response: { file, ...response },
    fingerprint,
    requestedAt: '2026-01-01T00:00:00Z',
    integrity: [],
  };
}
