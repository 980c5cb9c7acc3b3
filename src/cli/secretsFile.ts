import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { errorKind } from '../text/errorText';

/** Nobody writes longer ones; a device would be read without end. */
const mostBytes = 1 << 20;

/**
 * Reads a file of `NAME=value` lines: the value is everything after the first `=`, without quoting. Lines
 * without `=` and those that begin with `#` are ignored. The names are in upper case. Rejects with an `Error` ready
 * to print if the file can't be read or isn't UTF-8, if others can change it, if it belongs to this user and others
 * can read it, if a name isn't one of a variable, as in `export NAME=value`, or if it's there twice, in any case.
 */
export async function readSecrets(path: string): Promise<ReadonlyMap<string, string>> {
  const text = await textOf(path);
  const secrets = new Map<string, string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const at = line.indexOf('=');
    if (at < 0 || line.startsWith('#')) continue;
    const name = line.slice(0, at).trim();
    if (!/^\w+$/.test(name)) throw new Error(`${path}, line ${index + 1}: a line must be NAME=value.`);
    // The case of names doesn't matter, as on Windows.
    const variable = name.toUpperCase();
    if (secrets.has(variable)) throw new Error(`${path}, line ${index + 1}: ${name} is in the file twice.`);
    secrets.set(variable, line.slice(at + 1));
  }
  return secrets;
}

async function textOf(path: string): Promise<string> {
  const unreadable = (error: unknown): never => {
    throw new Error(`Couldn't read ${path} (${errorKind(error)}).`);
  };
  const found = await stat(path).catch(unreadable);
  if (!found.isFile() || found.size > mostBytes) throw new Error(`${path} isn't a file of NAME=value lines.`);
  // Windows has no such modes.
  const uid = process.getuid?.();
  const isChangeable = uid !== undefined && (found.mode & 0o022) !== 0;
  const isReadable = uid === found.uid && (found.mode & 0o044) !== 0;
  if ((isChangeable || isReadable) && !(await isMounted(path))) {
    const what = isReadable ? 'read' : 'change';
    throw new Error(`Others can ${what} ${path}, and it contains secrets. Run: chmod 600 ${path}`);
  }
  const bytes = await readFile(path).catch(unreadable);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${path} isn't UTF-8. Save it as UTF-8, so that passwords are sent as they are.`);
  }
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
