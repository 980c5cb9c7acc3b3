import * as l10n from '@vscode/l10n';
import * as v from 'valibot';
import { currentOutcomeKind, outcomeKinds } from '../request/outcome';

/** The formats of a range. Public API: commands take these ids, and file names end with them. */
export const rangeFormats = ['parquet', 'ndjson', 'json'] as const;
export type RangeFormat = (typeof rangeFormats)[number];

/** The file that describes what is in a range folder. Engines skip names that begin with an underscore. */
export const manifestName = '_manifest.json';

/** More than the manifest of a hundred years has. */
export const mostManifestBytes = 64 * 1024 ** 2;

/** Public API: `<target>/<dataset>/day=2026-03-29/part-0.parquet`. */
export const dayFolderName = (day: string): string => `day=${day}`;
/** The name of the file in a day's folder. */
export const partName = (format: RangeFormat): string => `part-0.${format}`;
/** The day in a folder's name; `undefined` if the name isn't a day folder's. */
export const dayOfFolder = (name: string): string | undefined => /^day=(\d{4}-\d{2}-\d{2})$/.exec(name)?.[1];
/** Whether a file in a day's folder has rows of the day. Other programs may write several such files. */
export const isPart = (name: string, format: RangeFormat): boolean =>
  name.startsWith('part-') && name.endsWith(`.${format}`);

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const dayShape = v.object({
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
  days: v.record(v.pipe(v.string(), v.isoDate()), dayShape),
});

/** One delivery day: how its last request ended, and its file, if it has one. Public API. */
export type DayEntry = Readonly<v.InferOutput<typeof dayShape>>;

/**
 * What is in a range folder. Public API. `addresses` is a hash of the connection's addresses, so that folders
 * of different services can be distinguished without naming the services. `requestedAt` is RFC 3339 in UTC.
 */
export interface Manifest extends Omit<v.InferOutput<typeof shape>, 'days'> {
  readonly days: Readonly<Record<string, DayEntry>>;
}

/**
 * The text of a manifest, with its days in order. Equal manifests give equal texts, however they were made.
 */
export function manifestText(manifest: Manifest): string {
  const { version, dataset, parameters, format, connection, addresses } = manifest;
  const entries = Object.entries(manifest.days).sort(([one], [other]) => (one < other ? -1 : 1));
  const days: Record<string, DayEntry> = {};
  for (const [day, { outcome, rows, bytes, sha256, requestedAt, integrity }] of entries) {
    days[day] = { outcome, rows, bytes, sha256, requestedAt, integrity };
  }
  const ordered = { version, dataset, parameters, format, connection, addresses, days };
  return `${JSON.stringify(ordered, undefined, 1)}\n`;
}

/** Reads a manifest. Throws an `Error` ready to display if the text isn't one. */
export function readManifest(text: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const read = v.safeParse(shape, value);
  if (read.success) return read.output;
  throw new Error(
    l10n.t(
      '{0} in this folder is not a manifest of a range. Choose another folder, or delete the file.',
      manifestName,
    ),
  );
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
