import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { errorKind } from '../text/errorText';

/** Nobody writes longer ones; a device would be read without end. */
const mostBytes = 1 << 20;

/**
 * Reads a file of `NAME=value` lines: the value is everything after the first `=`, without quoting. Lines
 * without `=` and those that begin with `#` are ignored. Rejects with an `Error` ready to print if the file can't be read, if
 * it belongs to this user and others can read it, or if a name isn't one of a variable, as in `export NAME=value`.
 */
export async function readSecrets(path: string): Promise<ReadonlyMap<string, string>> {
  const text = (await textOf(path)).replace(/^\uFEFF/, '');
  const secrets = new Map<string, string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const at = line.indexOf('=');
    if (at < 0 || line.startsWith('#')) continue;
    const name = line.slice(0, at).trim();
    if (!/^\w+$/.test(name)) throw new Error(`${path}, line ${index + 1}: a line must be NAME=value.`);
    secrets.set(name, line.slice(at + 1));
  }
  return secrets;
}

async function textOf(path: string): Promise<string> {
  const unreadable = (error: unknown): never => {
    throw new Error(`Couldn't read ${path} (${errorKind(error)}).`);
  };
  const found = await stat(path).catch(unreadable);
  if (!found.isFile() || found.size > mostBytes) throw new Error(`${path} isn't a file of NAME=value lines.`);
  const isOwn = process.getuid?.() === found.uid;
  if (isOwn && (found.mode & 0o044) !== 0 && !(await isMounted(path))) {
    throw new Error(`Others can read ${path}, and it contains secrets. Run: chmod 600 ${path}`);
  }
  return readFile(path, 'utf8').catch(unreadable);
}

/**
 * Whether the file was put there by a container's runtime, which gives it a mode that can't be changed: below
 * `/run/secrets`, or on a read-only mount.
 */
async function isMounted(path: string): Promise<boolean> {
  if (resolve(path).startsWith('/run/secrets/')) return true;
  return access(path, constants.W_OK).then(
    () => false,
    (error: unknown) => errorKind(error) === 'EROFS',
  );
}
