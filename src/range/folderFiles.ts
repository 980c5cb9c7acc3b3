/** The formats of a range. Public API: commands take these ids, and file names end with them. */
export const rangeFormats = ['parquet', 'ndjson', 'json'] as const;
export type RangeFormat = (typeof rangeFormats)[number];

/**
 * What a range folder, `<target>/<dataset>`, contains is described in files next to it, because programs that
 * read the folder as one table would read any file inside it as data. The manifest has the query and all days.
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
