import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openPlainFile } from '../disk/plainFile';
import { sourceOfText, type QuerySource } from '../engine/query/querySource';
import { longestFile } from '../queryFiles/read/readQueryFile';
import { errorKind } from '../text/errorText';

/** How the names of query files end. */
const suffix = '.market.json';
/** Folders that the editor's search skips, too. */
const skipped = /^(node_modules|\..*)$/;

/** Reads a query file. Rejects with an `Error` ready to print if it can't be read. */
export async function sourceAt(path: string): Promise<QuerySource> {
  try {
    const file = await openPlainFile(path);
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(4 * longestFile + 1), 0);
      return sourceOfText(path, new TextDecoder().decode(buffer.subarray(0, bytesRead)));
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new Error(`Couldn't read ${path} (${errorKind(error)}).`, { cause: error });
  }
}

/**
 * The query files at these paths: files as they are, and those in folders and the folders below, in the order
 * of their names. Links aren't followed. Rejects with an `Error` ready to print if a path doesn't exist, or a folder has none.
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
