import * as l10n from '@vscode/l10n';
import * as v from 'valibot';
import { parsedJson } from '../text/parsedJson';
import { entryShape } from './dayState';
import { rangeFormats } from './folderFiles';

/** More than the manifest of the longest range has. */
export const mostManifestBytes = 32 * 1024 ** 2;
/** More than a table has room for, and so few that any of them can be compared with any other. */
const mostColumns = 2000;

/** A delivery day as a key. */
export const dayShape = v.pipe(v.string(), v.isoDate());

const shape = v.object({
  version: v.literal(2),
  dataset: v.string(),
  parameters: v.record(v.string(), v.string()),
  format: v.picklist(rangeFormats),
  connection: v.string(),
  addresses: v.string(),
  columns: v.optional(v.pipe(v.array(v.unknown()), v.maxLength(mostColumns), v.array(v.string()))),
  days: v.record(dayShape, entryShape),
});

/**
 * What is in a range folder. Public API. `addresses` is a hash of the connection's addresses, so that folders
 * of different services can be distinguished without naming the services. `columns` are those that all files
 * have, by the names that the service sent, in their order; missing until the first file is written.
 */
export type Manifest = Readonly<v.InferOutput<typeof shape>>;

/**
 * The text of a manifest, with its days in order. Equal manifests give equal texts, however they were made.
 */
export function manifestText(manifest: Manifest): string {
  const sorted = Object.entries(manifest.days).sort(([one], [other]) => (one < other ? -1 : 1));
  // Reading puts the members in the order of their shapes.
  const ordered = v.parse(shape, { ...manifest, days: Object.fromEntries(sorted) });
  return `${JSON.stringify(ordered, undefined, 1)}\n`;
}

/** Reads a manifest. Throws an `Error` ready to display, with the name of the file, if the text isn't one. */
export function readManifest(text: string, name: string): Manifest {
  const json = parsedJson(text);
  const manifest = manifestOf(json);
  if (manifest) return manifest;
  throw new Error(
    v.is(v.object({ version: v.number(), dataset: v.string() }), json) && json.version !== 2
      ? l10n.t('{0} was written by another version of this extension. Choose another folder.', name)
      : l10n.t("{0} isn't a manifest of a range. Choose another folder, or delete the file.", name),
  );
}

/** The manifest that this JSON is; `undefined` if it's none. */
export function manifestOf(json: unknown): Manifest | undefined {
  const read = v.safeParse(shape, json);
  return read.success ? read.output : undefined;
}

/** The query and the format of a folder. */
export type FolderQuery = Pick<Manifest, 'dataset' | 'parameters' | 'format' | 'addresses'>;

/**
 * Why a range can't be added to a folder, as a sentence; `null` if it can. A folder can contain only one
 * query. `name` is that of the file that says which.
 */
export function mismatch(there: FolderQuery, asked: FolderQuery, name: string): string | null {
  const other = (what: string) =>
    l10n.t('{0} describes a range of a different query ({1}). Choose another folder.', name, what);
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
