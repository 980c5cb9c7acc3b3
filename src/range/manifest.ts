import * as l10n from '@vscode/l10n';
import * as v from 'valibot';
import type { Dataset } from '../market/datasets/dataset';
import { findDataset } from '../market/datasets/datasets';
import { parseDay } from '../market/time/deliveryDay';
import { currentOutcomeKind, outcomeKinds } from '../request/outcome';
import { dayStates, judgedAnew, type DayEntry } from './dayState';
import { isDue } from './dueDays';

/** The formats of a range. Public API: commands take these ids, and file names end with them. */
export const rangeFormats = ['parquet', 'ndjson', 'json'] as const;
export type RangeFormat = (typeof rangeFormats)[number];

/**
 * The file that describes what is in a range folder, `<target>/<dataset>`. It's next to the folder, because
 * programs that read the folder as one table would take any file inside it for data.
 */
export const manifestName = (folder: string): string => `_${folder}.manifest.json`;

/** The name of a manifest inside its folder, as earlier versions wrote it. */
export const formerManifestName = '_manifest.json';

/** The folder that a manifest with this name, next to it, describes; `undefined` if it isn't a manifest's name. */
export const folderOfManifest = (name: string): string | undefined =>
  /^_(.+)\.manifest\.json$/.exec(name)?.[1];

/** Whether a file next to the folder is its manifest, or a part of it that one of several tasks has written. */
export const isManifestOf = (folder: string, name: string): boolean =>
  name === manifestName(folder) || isPartOf(`_${folder}.manifest`, name);

/** The same for a file inside the folder, as earlier versions wrote it. */
export const isFormerManifest = (name: string): boolean =>
  name === formerManifestName || isPartOf('_manifest', name);

/** The name of a part of the manifest, next to its folder. */
export const manifestPartName = (folder: string, part: string): string =>
  `_${folder}.manifest.part-${part}.json`;

const isPartOf = (stem: string, name: string): boolean =>
  name.startsWith(`${stem}.part-`) && name.endsWith('.json');

/** More than the manifest of a hundred years has. */
export const mostManifestBytes = 64 * 1024 ** 2;

/** Public API: `<target>/<dataset>/day=2026-03-29/part-0.parquet`. */
export const dayFolderName = (day: string): string => `day=${day}`;
/** The name of the file in a day's folder. */
export const partName = (format: RangeFormat): string => `part-0.${format}`;
/** The day in a folder's name; `undefined` if the name isn't a day folder's. */
export const dayOfFolder = (name: string): string | undefined => /^day=(\d{4}-\d{2}-\d{2})$/.exec(name)?.[1];
/** Whether a file in a day's folder has rows. Other programs may write several such files. */
export const isPartFile = (name: string, format: RangeFormat): boolean =>
  name.startsWith('part-') && name.endsWith(`.${format}`);

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const notedShape = v.object({
  /** Missing in folders of earlier versions. A later version may have other states. */
  state: v.optional(v.string()),
  placed: v.optional(count),
  outcome: v.pipe(v.string(), v.transform(currentOutcomeKind), v.picklist(outcomeKinds)),
  rows: count,
  bytes: count,
  sha256: v.string(),
  requestedAt: v.string(),
  integrity: v.array(v.object({ kind: v.string(), count })),
});

const shape = v.object({
  version: v.literal(1),
  dataset: v.string(),
  parameters: v.record(v.string(), v.string()),
  format: v.picklist(rangeFormats),
  connection: v.string(),
  addresses: v.string(),
  columns: v.optional(v.array(v.string()), []),
  days: v.record(v.pipe(v.string(), v.isoDate()), notedShape),
});

/**
 * What is in a range folder. Public API. `addresses` is a hash of the connection's addresses, so that folders
 * of different services can be distinguished without naming the services. `columns` are those of the files,
 * by the names that the service sent, in the order in which they first appeared.
 */
export interface Manifest extends Omit<v.InferOutput<typeof shape>, 'days' | 'columns'> {
  readonly columns: readonly string[];
  readonly days: Readonly<Record<string, DayEntry>>;
}

/**
 * The text of a manifest, with its days in order. Equal manifests give equal texts, however they were made.
 */
export function manifestText(manifest: Manifest): string {
  const { version, dataset, parameters, format, connection, addresses, columns } = manifest;
  const days: Record<string, DayEntry> = {};
  const sorted = Object.entries(manifest.days).sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [day, { state, outcome, rows, placed, bytes, sha256, requestedAt, integrity }] of sorted) {
    days[day] = { state, outcome, rows, placed, bytes, sha256, requestedAt, integrity };
  }
  const ordered = { version, dataset, parameters, format, connection, addresses, columns, days };
  return `${JSON.stringify(ordered, undefined, 1)}\n`;
}

/** The entry of a day as this version describes it, whatever version has noted it. */
function entryOf(
  { state: given, placed, ...noted }: v.InferOutput<typeof notedShape>,
  day: string,
  dataset: Dataset | undefined,
): DayEntry {
  const askedAt = Date.parse(noted.requestedAt);
  const wasEarly = parseDay(day) && !Number.isNaN(askedAt) && !isDue(dataset ?? {}, day, askedAt);
  const anew = judgedAnew(noted, !wasEarly);
  const state = dayStates.find((each) => each === given);
  const isOfFile = state === 'fetched' || state === 'incomplete';
  if (!state || (isOfFile && noted.outcome !== 'success')) return anew;
  return { ...anew, state, placed: placed ?? anew.placed };
}

/** Reads a manifest. Throws an `Error` ready to display, with the name of the file, if the text isn't one. */
export function readManifest(text: string, name: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const read = v.safeParse(shape, value);
  if (!read.success) {
    throw new Error(
      l10n.t("{0} isn't a manifest of a range. Choose another folder, or delete the file.", name),
    );
  }
  const { days, ...head } = read.output;
  const dataset = findDataset(head.dataset);
  const entries = Object.entries(days).map(([day, noted]) => [day, entryOf(noted, day, dataset)] as const);
  return { ...head, days: Object.fromEntries(entries) };
}

/**
 * One manifest for those of a folder: earlier versions wrote it elsewhere, and several tasks may write a part
 * each. Of two entries for a day, the one with a file counts, then the later one. Throws an `Error` ready to
 * display if they're for different queries.
 */
export function unitedManifest([first, ...others]: readonly [Manifest, ...Manifest[]]): Manifest {
  const days: Record<string, DayEntry> = { ...first.days };
  const columns = new Set(first.columns);
  for (const other of others) {
    const problem = mismatch(first, other);
    if (problem !== null) throw new Error(problem);
    for (const column of other.columns) columns.add(column);
    for (const [day, entry] of Object.entries(other.days)) {
      const known = days[day];
      if (!known || isNewer(entry, known)) days[day] = entry;
    }
  }
  return { ...first, columns: [...columns], days };
}

function isNewer(one: DayEntry, other: DayEntry): boolean {
  if (one.bytes > 0 !== other.bytes > 0) return one.bytes > 0;
  return one.requestedAt > other.requestedAt;
}

/** The query and the format of a folder. */
export type FolderQuery = Pick<Manifest, 'dataset' | 'parameters' | 'format' | 'addresses'>;

/**
 * Why a range can't be added to a folder, as a sentence; `null` if it can. A folder can contain only one
 * query.
 */
export function mismatch(there: FolderQuery, asked: FolderQuery): string | null {
  const other = (what: string) =>
    l10n.t('The folder already contains data from a different query ({0}). Choose another folder.', what);
  if (there.dataset !== asked.dataset) return other(l10n.t('dataset {0}', there.dataset));
  const names = [...new Set([...Object.keys(there.parameters), ...Object.keys(asked.parameters)])];
  const differing = names.find((name) => there.parameters[name] !== asked.parameters[name]);
  if (differing !== undefined) {
    return other(`${differing}: ${there.parameters[differing] ?? l10n.t('not set')}`);
  }
  if (there.format !== asked.format) return other(l10n.t('format {0}', there.format));
  if (there.addresses !== asked.addresses) return other(l10n.t('sent to a different service'));
  return null;
}
