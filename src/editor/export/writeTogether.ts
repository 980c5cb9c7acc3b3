import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { statOf } from './exportTarget';

/** A file to write: its text, or a file on this machine with its bytes. */
export interface NewFile {
  readonly target: vscode.Uri;
  readonly content: string | vscode.Uri;
}

/** Throws an `Error` fit to be shown if one of the files can't be written, or may not be replaced. */
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
 * Writes files into one folder, all or none: each is first written beside its target under another name, and what it
 * replaces has another name until all are there. After a failure, all files are as they were. This works for every
 * file system and in bounded memory.
 */
export async function writeTogether(
  files: readonly NewFile[],
  overwrite: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { fs } = vscode.workspace;
  const id = randomUUID();
  const parts = files.map((file) => {
    const named = (suffix: string) => file.target.with({ path: `${file.target.path}.${id}.${suffix}` });
    return { ...file, partial: named('partial'), former: named('former') };
  });
  const replaced: vscode.Uri[] = [];
  const ways: (() => Thenable<void>)[] = [];
  try {
    for (const { target, content, partial } of parts) {
      ways.push(() => fs.delete(partial));
      await fs.createDirectory(vscode.Uri.joinPath(target, '..'));
      if (typeof content === 'string') await fs.writeFile(partial, Buffer.from(content));
      else await fs.copy(content, partial, { overwrite: true });
    }
    signal.throwIfAborted();
    for (const { target, partial, former } of parts) {
      if (overwrite && (await statOf(target)).exists) {
        await fs.rename(target, former);
        replaced.push(former);
        ways.push(() => fs.rename(former, target, { overwrite: true }));
      }
      await fs.rename(partial, target);
      ways.push(() => fs.delete(target));
    }
  } catch (error) {
    for (const back of ways.reverse()) await Promise.resolve(back()).catch(() => undefined);
    throw error;
  }
  for (const former of replaced) await Promise.resolve(fs.delete(former)).catch(() => undefined);
}
