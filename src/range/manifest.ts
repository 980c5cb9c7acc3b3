import * as l10n from '@vscode/l10n';
import * as v from 'valibot';
import { outcomeKinds } from '../request/outcome';
import { parsedJson } from '../text/parsedJson';
import { dayStates, type DayEntry } from './dayState';

/** The formats of a range. Public API: commands take these ids, and file names end with them. */
export const rangeFormats = ['parquet', 'ndjson', 'json'] as const;
export type RangeFormat = (typeof rangeFormats)[number];

/**
 * What a range folder, `<target>/<dataset>`, contains is described in files next to it, because programs that
 * read the folder as one table would take any file inside it for data. The manifest has the query and all days.
 */
export const manifestName = (folder: string): string => `_${folder}.manifest.json`;

/** What all files of a folder have in common: the query and the columns. Written once, before the first of them. */
export const settledName = (folder: string): string => `_${folder}.settled.json`;

/** The days that a run has taken and noted, line by line, until the manifest has them. */
export const runNotesName = (folder: string, run: string): string => `_${folder}.run-${run}.jsonl`;

/** A file that a run hasn't finished. */
export const unfinishedName = (folder: string, run: string, number: number): string =>
  `_${folder}.run-${run}-${String(number)}.partial`;

/** The run that a file next to the folder belongs to, and what the file is; `undefined` if it's another file. */
export function runOfFile(
  folder: string,
  name: string,
): { readonly run: string; readonly kind: 'notes' | 'unfinished' } | undefined {
  const start = `_${folder}.run-`;
  if (!name.startsWith(start)) return undefined;
  const [, run, unfinished] =
    /^([0-9a-f]{16})(?:\.jsonl|(-\d+\.partial))$/.exec(name.slice(start.length)) ?? [];
  return run === undefined ? undefined : { run, kind: unfinished === undefined ? 'notes' : 'unfinished' };
}

/** The folder that a manifest with this name, next to it, describes; `undefined` if it isn't a manifest's name. */
export const folderOfManifest = (name: string): string | undefined =>
  /^_(.+)\.manifest\.json$/.exec(name)?.[1];

/** Whether a file next to the folder says what its manifest does, or a part of it. */
export const isManifestOf = (folder: string, name: string): boolean =>
  name === manifestName(folder) ||
  name === settledName(folder) ||
  (name.startsWith(`_${folder}.manifest.part-`) && name.endsWith('.json'));

/** A manifest on its way to its place, where that can't be replaced in a single step. */
export const manifestPartName = (folder: string, part: string): string =>
  `_${folder}.manifest.part-${part}.json`;

/** More than the manifest of the longest range has. */
export const mostManifestBytes = 32 * 1024 ** 2;
/** More than a table has room for, and so few that any of them can be compared with any other. */
const mostColumns = 2000;

/** Public API: `<target>/<dataset>/day=2026-03-29/part-0.parquet`. */
export const dayFolderName = (day: string): string => `day=${day}`;
/** The name of the file in a day's folder. */
export const partName = (format: RangeFormat): string => `part-0.${format}`;

/** The folder with the days as they were sent, next to a folder of rows. Public API. */
export const responsesName = (folder: string): string => `_${folder}.responses`;
/** The folder of rows that a folder with this name belongs to; `undefined` if it has another name. */
export const folderOfResponses = (name: string): string | undefined => /^_(.+)\.responses$/.exec(name)?.[1];
/** A day as it was sent, compressed. Public API. */
export const responseName = (day: string, sha256: string): string =>
  `day=${day}.${sha256.slice(0, 12)}.json.gz`;
/** The day of a file that a run has written into the folder of responses; `undefined` if it's another file. */
export const dayOfResponse = (name: string): string | undefined =>
  /^day=(\d{4}-\d{2}-\d{2})\.[0-9a-f]{12}\.json\.gz$/.exec(name)?.[1];

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const entryShape = v.object({
  state: v.picklist(dayStates),
  placed: count,
  outcome: v.picklist(outcomeKinds),
  rows: count,
  bytes: count,
  sha256: v.string(),
  response: v.optional(
    v.object({
      file: v.pipe(
        v.string(),
        v.check((file) => dayOfResponse(file) !== undefined),
      ),
      bytes: count,
      sha256: v.string(),
    }),
  ),
  fingerprint: v.optional(v.string()),
  requestedAt: v.string(),
  integrity: v.array(v.object({ kind: v.string(), count })),
  message: v.optional(v.string()),
});

const dayShape = v.pipe(v.string(), v.isoDate());

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
export interface Manifest extends Omit<v.InferOutput<typeof shape>, 'days'> {
  readonly days: Readonly<Record<string, DayEntry>>;
}

/**
 * The text of a manifest, with its days in order. Equal manifests give equal texts, however they were made.
 */
export function manifestText(manifest: Manifest): string {
  const { version, dataset, parameters, format, connection, addresses, columns, days } = manifest;
  const sorted = Object.entries(days).sort(([one], [other]) => (one < other ? -1 : 1));
  const ordered = Object.fromEntries(sorted.map(([day, entry]) => [day, inOrder(entry)]));
  const all = { version, dataset, parameters, format, connection, addresses, columns, days: ordered };
  return `${JSON.stringify(all, undefined, 1)}\n`;
}

const inOrder = (entry: DayEntry): DayEntry => {
  const { state, outcome, rows, placed, bytes, sha256, response, fingerprint, requestedAt } = entry;
  const { integrity, message } = entry;
  return {
    state,
    outcome,
    rows,
    placed,
    bytes,
    sha256,
    response,
    fingerprint,
    requestedAt,
    integrity,
    message,
  };
};

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

function manifestOf(json: unknown): Manifest | undefined {
  const read = v.safeParse(shape, json);
  return read.success ? read.output : undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A line of a run's notes: which days it wants, which of them it has taken, how one of them ended, or that the
 * run has. The first line is a manifest without days.
 */
const lineShape = v.union([
  v.object({ wants: v.array(dayShape) }),
  v.object({ takes: v.array(dayShape) }),
  v.object({ day: dayShape, entry: entryShape }),
  v.object({ hasEnded: v.literal(true) }),
]);

export type NotesLine =
  | { readonly wants: readonly string[] }
  | { readonly takes: readonly string[] }
  | { readonly day: string; readonly entry: DayEntry }
  | { readonly hasEnded: true };

/** The line of a run's notes, with its line break. */
export const notesLine = (line: NotesLine): string =>
  `${JSON.stringify('entry' in line ? { ...line, entry: inOrder(line.entry) } : line)}\n`;

/** What a run has noted so far. */
export interface RunNotes {
  readonly head: Manifest;
  readonly wants: ReadonlySet<string>;
  /** `undefined` until the run has decided which of the wanted days it takes. */
  readonly takes: ReadonlySet<string> | undefined;
  readonly entries: readonly (readonly [day: string, entry: DayEntry])[];
  readonly hasEnded: boolean;
}

/**
 * Reads the notes of a run, which may be being written: a last line without a line break doesn't count.
 * `undefined` if the first line isn't a manifest.
 */
export function readRunNotes(text: string): RunNotes | undefined {
  const [first = '', ...lines] = text.split('\n').slice(0, -1);
  const head = manifestOf(parsedJson(first));
  if (!head) return undefined;
  let wants: string[] = [];
  let takes: string[] | undefined;
  let hasEnded = false;
  const entries: (readonly [string, DayEntry])[] = [];
  for (const text of lines) {
    const read = v.safeParse(lineShape, jsonOf(text));
    if (!read.success) continue;
    const line = read.output;
    if ('wants' in line) wants = line.wants;
    else if ('takes' in line) takes = line.takes;
    else if ('entry' in line) entries.push([line.day, line.entry]);
    else hasEnded = true;
  }
  return { head, wants: new Set(wants), takes: takes && new Set(takes), entries, hasEnded };
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
