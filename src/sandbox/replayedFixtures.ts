import { lstat, readdir, readFile, realpath, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dataset } from '../market/datasets/dataset';
import { requireDataset } from '../market/datasets/datasets';
import { queryKey } from '../market/query/sameQuery';
import {
  mostProvenanceBytes,
  provenanceSuffix,
  queryOfProvenance,
  readProvenance,
  type ReadProvenance,
} from '../request/provenance';
import { pathWithParameters } from '../request/requestTarget';
import { openPlainFile } from '../disk/plainFile';
import { errorText } from '../text/errorText';
import { oneLine } from '../text/plainText';

/** A saved response and its query: plain data, which can be passed to a thread. */
interface SavedResponse {
  /** Its id. */
  readonly dataset: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** The file's path relative to the folder, separated by `/`, for display. */
  readonly name: string;
  /** The file's real path. */
  readonly path: string;
  /** Whether the service had no data, so that there may be no file. */
  readonly hasNoData: boolean;
  /** Epoch milliseconds; -Infinity if unknown. */
  readonly requestedAt: number;
}

/**
 * The saved responses of a folder when it was listed. Only these are served, so a request can't name a file.
 */
export interface ReplayedFolder {
  readonly folder: string;
  /** By the key of their queries. */
  readonly byQuery: ReadonlyMap<string, SavedResponse>;
  /** Files that aren't served, each with the reason. */
  readonly leftOut: readonly string[];
}

/** A folder with more entries isn't a folder of fixtures, and would take long to list. */
const mostEntries = 100_000;
/** How many queries, or files that can't be used, an error message lists. */
const mostListed = 5;

/**
 * Lists the saved responses in a folder and its subfolders: `NAME.json` next to `NAME.json.provenance.json`.
 * Of two responses to the same query, the one requested later is served. Names that begin with a dot are
 * ignored. Rejects with an `Error` ready to display if there is a symbolic link, or nothing to serve.
 */
export async function readFixtures(folder: string): Promise<ReplayedFolder> {
  const root = await realpath(folder).catch(() => undefined);
  if (root === undefined || !(await lstat(root)).isDirectory()) {
    throw new Error(`Folder not found: ${folder}.`);
  }
  const names = new Set(await filesBelow(root));
  const byQuery = new Map<string, SavedResponse>();
  const leftOut: string[] = [];
  for (const name of names) {
    if (!name.endsWith(`.json${provenanceSuffix}`)) continue;
    const file = name.slice(0, -provenanceSuffix.length);
    const fixture = await readFixture(root, file, names.has(file));
    if (typeof fixture === 'string') {
      leftOut.push(`${shown(file)}: ${fixture}`);
      continue;
    }
    const key = queryKey(requireDataset(fixture.dataset), Object.entries(fixture.parameters));
    const other = byQuery.get(key);
    const [served, older] =
      other && other.requestedAt >= fixture.requestedAt ? [other, fixture] : [fixture, other];
    byQuery.set(key, served);
    if (older) leftOut.push(`${older.name}: ${served.name} is served for the same query`);
  }
  leftOut.push(...withoutProvenance(names));
  if (byQuery.size === 0) {
    throw new Error(
      [
        `No saved response in ${folder}.`,
        `A saved response is a file such as prices.json with prices.json${provenanceSuffix} beside it, which says what was requested.`,
        ...leftOut.slice(0, mostListed).map((words) => `${words}.`),
      ].join(' '),
    );
  }
  return { folder, byQuery, leftOut };
}

/** The JSON files without a provenance; if there are many, the first ones and the number of others. */
function withoutProvenance(names: ReadonlySet<string>): string[] {
  const isBare = (name: string) =>
    name.endsWith('.json') && !name.endsWith(provenanceSuffix) && !names.has(name + provenanceSuffix);
  const bare = [...names].filter(isBare);
  const more = bare.length - mostListed;
  return [
    ...bare.slice(0, mostListed).map((name) => `${shown(name)}: no provenance is beside it`),
    ...(more > 0 ? [`${more} more JSON files without provenance`] : []),
  ];
}

/** The paths of all files below the folder, separated by `/`, sorted in each folder. */
async function filesBelow(root: string): Promise<string[]> {
  const files: string[] = [];
  let entries = 0;
  const visit = async (below: string) => {
    const found = await readdir(join(root, below), { withFileTypes: true });
    entries += found.length;
    if (entries > mostEntries) throw new Error(`${root} has more than ${mostEntries} files.`);
    for (const entry of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = below + entry.name;
      if (entry.name.startsWith('.')) continue;
      if (entry.isSymbolicLink()) throw new Error(`${name} in ${root} is a symbolic link.`);
      if (entry.isDirectory()) await visit(`${name}/`);
      else if (entry.isFile()) files.push(name);
    }
  };
  await visit('');
  return files;
}

/** A file's name for display: it may contain any characters. */
const shown = (file: string) => oneLine(file, 200);

/** The fixture, or the reason why the file can't be one. */
async function readFixture(root: string, file: string, isThere: boolean): Promise<SavedResponse | string> {
  const path = join(root, file);
  const provenance = await provenanceOf(path).catch(errorText);
  if (typeof provenance === 'string') return provenance;
  const { mtimeMs } = await lstat(isThere ? path : path + provenanceSuffix);
  const query = queryOfProvenance(provenance, mtimeMs);
  if (!query) return 'its provenance names no query';
  const outcome = provenance.outcome ?? 'success';
  if (outcome !== 'success' && outcome !== 'noData') return `its outcome is ${oneLine(outcome, 40)}`;
  const hasNoData = outcome === 'noData';
  if (!isThere && !hasNoData) return 'only its provenance is there';
  const time = Date.parse(provenance.requestedAt ?? '');
  const requestedAt = Number.isNaN(time) ? -Infinity : time;
  const { dataset, parameters } = query;
  return { dataset: dataset.id, parameters, name: shown(file), path, hasNoData, requestedAt };
}

async function provenanceOf(path: string): Promise<ReadProvenance> {
  const provenancePath = path + provenanceSuffix;
  if ((await lstat(provenancePath)).size > mostProvenanceBytes)
    throw new Error('its provenance is larger than 1 MB');
  const provenance = readProvenance(await readFile(provenancePath, 'utf8'));
  if (!provenance) throw new Error('its provenance is not of version 1');
  return provenance;
}

/** The saved response to the same query, if there is one. */
export const fixtureFor = (
  { byQuery }: ReplayedFolder,
  dataset: Dataset,
  query: URLSearchParams,
): SavedResponse | undefined => byQuery.get(queryKey(dataset, query));

/** Opens the file that was listed. Throws if it was replaced by anything else since then. */
export async function openFixture({ path }: SavedResponse): Promise<FileHandle> {
  const file = await openPlainFile(path);
  try {
    // Checked after opening: until then, a folder above the file could have become a link.
    if ((await realpath(path)) !== path) throw new Error('It is now behind a symbolic link.');
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Says which queries are served instead of the requested one; those for its dataset come first. */
export function notSaved(
  { byQuery }: ReplayedFolder,
  dataset: Dataset | undefined,
  requested: string,
): string {
  const isNear = (fixture: SavedResponse) => Number(fixture.dataset === dataset?.id);
  const all = [...byQuery.values()].sort((a, b) => isNear(b) - isNear(a));
  const listed = all
    .slice(0, mostListed)
    .map(
      ({ name, ...query }) =>
        `GET ${pathWithParameters(requireDataset(query.dataset).path, query.parameters)} (${name})`,
    );
  const more = all.length > mostListed ? `, and ${all.length - mostListed} more` : '';
  return `No saved response to ${requested}. Available: ${listed.join(', ')}${more}.`;
}
