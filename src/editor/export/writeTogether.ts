import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { errorText } from '../../text/errorText';
import { statOf } from './exportTarget';

/** A file to write. Its content is a text, or the bytes of a file on this machine. */
export interface NewFile {
  readonly target: vscode.Uri;
  readonly content: string | vscode.Uri;
}

/** Throws an `Error` ready to display if one of the files can't be written, or may not be replaced. */
export async function refuseTaken(targets: readonly vscode.Uri[], overwrite: boolean): Promise<void> {
  for (const uri of targets) {
    if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) === false) {
      throw new Error(vscode.l10n.t('This workspace is read-only.'));
    }
    const { type, exists } = await statOf(uri);
    if (exists && (type & vscode.FileType.Directory) !== 0) {
      throw new Error(vscode.l10n.t('{0} is a folder.', uri.path));
    }
    if (exists && !overwrite) {
      throw new Error(
        vscode.l10n.t('{0} already exists. Pass {1} to replace it.', uri.path, 'overwrite: true'),
      );
    }
  }
}

/**
 * Writes files into one folder, all or none. Each is first written beside its target under another name, and
 * a replaced file is copied and kept until all are in place. The target itself is never moved, because an
 * editor that shows it would follow the move. After a failure, all files are as they were, or the error names
 * the copies. Resolves with copies that are no longer needed but couldn't be deleted. This works for every
 * file system and in bounded memory.
 */
export async function writeTogether(
  files: readonly NewFile[],
  overwrite: boolean,
  signal: AbortSignal,
): Promise<readonly vscode.Uri[]> {
  const { fs } = vscode.workspace;
  const id = randomUUID();
  const parts = files.map((file) => {
    const named = (suffix: string) => file.target.with({ path: `${file.target.path}.${id}.${suffix}` });
    return { ...file, partial: named('partial'), former: named('former') };
  });
  const copies: vscode.Uri[] = [];
  const unrestored: vscode.Uri[] = [];
  const ways: (() => PromiseLike<void>)[] = [];
  try {
    for (const { target, content, partial } of parts) {
      ways.push(() => fs.delete(partial));
      await fs.createDirectory(vscode.Uri.joinPath(target, '..'));
      if (typeof content === 'string') await fs.writeFile(partial, Buffer.from(content));
      else await fs.copy(content, partial, { overwrite: true });
    }
    signal.throwIfAborted();
    for (const { target, partial, former } of parts) {
      if (!overwrite || !(await statOf(target)).exists) {
        await fs.rename(partial, target);
        ways.push(() => fs.delete(target));
        continue;
      }
      let isCopied = false;
      let isReplaced = false;
      ways.push(async () => {
        // After a failed replacement, the file may be unchanged or missing.
        const isLost = isReplaced || (isCopied && !(await statOf(target)).exists);
        if (!isLost) return fs.delete(former);
        return fs
          .rename(former, target, { overwrite: true })
          .then(undefined, () => void unrestored.push(former));
      });
      copies.push(former);
      await fs.copy(target, former);
      isCopied = true;
      await fs.rename(partial, target, { overwrite: true });
      isReplaced = true;
    }
  } catch (error) {
    for (const back of ways.reverse()) await Promise.resolve(back()).catch(() => undefined);
    if (unrestored.length === 0) throw error;
    throw new Error(
      vscode.l10n.t(
        "{0} Files that were replaced couldn't be restored. Their previous contents are in: {1}",
        errorText(error),
        unrestored.map(({ path }) => path).join(', '),
      ),
      { cause: error },
    );
  }
  const left: vscode.Uri[] = [];
  for (const former of copies) await fs.delete(former).then(undefined, () => void left.push(former));
  return left;
}
