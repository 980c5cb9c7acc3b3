import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { NoFile, openPlainFile } from '../disk/plainFile';
import { sourceOfText, type QuerySource } from '../engine/query/querySource';
import type { FileQuery } from '../queryFiles/queryFile';
import { longestFile } from '../queryFiles/read/readQueryFile';
import { errorKind } from '../text/errorText';
import { oneLine } from '../text/plainText';
import type { Terminal } from './terminal';

/** How the names of query files end. */
const suffix = '.market.json';
/** Folders that the editor's search skips, too. */
const skipped = /^(node_modules|\..*)$/;

/** Reads a query file. Rejects with an `Error` ready to print if it can't be read. */
export async function sourceAt(path: string): Promise<QuerySource> {
  try {
    // A container's runtime mounts files as links; a search finds none.
    const file = await openPlainFile(await realpath(path));
    try {
      // A UTF-16 code unit has at most three bytes in UTF-8; a longer file has one problem, which says so.
      const size = Math.min((await file.stat()).size, 3 * (longestFile + 1));
      const { bytesRead, buffer } = await file.read(Buffer.alloc(size), 0);
      return sourceOfText(path, new TextDecoder().decode(buffer.subarray(0, bytesRead)));
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof NoFile) throw new Error(`${path} isn't a file.`, { cause: error });
    throw new Error(`Couldn't read ${path} (${errorKind(error)}).`, { cause: error });
  }
}

/** Says what is probably wrong with queries that are about to be sent, each warning once. */
export function sayWarnings(queries: readonly FileQuery[], terminal: Terminal): void {
  const told = new Set<string>();
  for (const { name, warnings } of queries) {
    for (const { message } of warnings) {
      if (!told.has(message)) terminal.say(oneLine(`${name}: ${message}`, 600));
      told.add(message);
    }
  }
}

/**
 * The query files at these paths: files as they are, and those in folders and the folders below, in the order of
 * their names. Links aren't followed. Rejects with an `Error` ready to print if a path doesn't exist, or a folder has
 * none.
 */
export async function queryFilesAt(paths: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined);
    if (!found) throw new Error(`File not found: ${path}`);
    if (!found.isDirectory()) {
      files.push(path);
      continue;
    }
    const inside = await filesBelow(path);
    if (inside.length === 0) throw new Error(`${path} contains no files whose names end in ${suffix}.`);
    files.push(...inside);
  }
  return [...new Set(files)];
}

async function filesBelow(folder: string): Promise<string[]> {
  const files: string[] = [];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !skipped.test(entry.name)) files.push(...(await filesBelow(path)));
    if (entry.isFile() && entry.name.endsWith(suffix)) files.push(path);
  }
  return files;
}
