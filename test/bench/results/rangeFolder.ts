import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeParquet } from '#src/exports/parquet/parquet';
import { findDataset } from '#src/market/datasets/datasets';
import { dayFolderName, partName } from '#src/range/manifest';
import { columnNames } from '#src/range/columnNames';
import { unstatedOrigin } from '#src/results/thread/exportSize';
import { BodyReader } from '#src/table/body/bodyReader';

/** Must change with the writer, because folders are written once and kept. */
const generation = 3;

/** A folder with a file for each delivery day. */
export interface RangeOfFiles {
  readonly name: string;
  readonly dataset: string;
  readonly days: number;
  readonly recordsOf: (day: number) => Iterable<unknown>;
}

/** The path of the folder, which is written if it's missing. */
export async function rangeFolder({ name, dataset, days, recordsOf }: RangeOfFiles): Promise<string> {
  const folder = join(tmpdir(), `market-data-bench-range-${generation}-${name}`);
  if (existsSync(folder)) return folder;
  const partial = `${folder}.${process.pid}`;
  for (let day = 0; day < days; day += 1) {
    const date = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10);
    const place = join(partial, dayFolderName(date));
    mkdirSync(place, { recursive: true });
    await writeDay(join(place, partName('parquet')), dataset, recordsOf(day));
  }
  renameSync(partial, folder);
  return folder;
}

async function writeDay(path: string, dataset: string, records: Iterable<unknown>): Promise<void> {
  const described = findDataset(dataset);
  if (!described) throw new Error(dataset);
  const reader = new BodyReader(described.record, Infinity);
  let separator = '[';
  for (const record of records) {
    reader.push(Buffer.from(separator + JSON.stringify(record)));
    separator = ',';
  }
  reader.push(Buffer.from(']'));
  reader.end(true);
  const { table } = reader;
  const file = await open(path, 'wx');
  const source = {
    table,
    columns: table.columns,
    names: columnNames(table.columns.map(({ key }) => key)),
    rows: undefined,
    origin: { ...unstatedOrigin, extensionVersion: '1.0.0' },
    readBody: () => Promise.reject(new Error('none')),
  };
  const options = { signal: new AbortController().signal, onProgress: () => undefined };
  await writeParquet(source, { write: (bytes) => file.writeFile(bytes) }, options);
  await file.close();
}
