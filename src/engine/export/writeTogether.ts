import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type { Place } from '../../disk/place';
import { errorKind, errorText } from '../../text/errorText';

/** A file to write. Its content is a text, or the bytes of the file at a path on this machine. */
export interface NewFile {
  readonly target: Place;
  readonly content: { readonly text: string } | { readonly path: string };
}

/**
 * Rejects with an `Error` ready to display if one of the files can't be written, may not be replaced, or isn't a
 * plain file: a pipe would wait forever. `option` is how its caller lets files be replaced.
 */
export async function refuseTaken(
  targets: readonly Place[],
  overwrite: boolean,
  option = 'overwrite: true',
): Promise<void> {
  for (const target of targets) {
    if (!target.isWritable) throw new Error(l10n.t('This workspace is read-only.'));
    const found = await target.look();
    if (found?.kind === 'folder') throw new Error(l10n.t('{0} is a folder.', shown(target)));
    if (found && found.kind !== 'file') throw new Error(l10n.t("{0} isn't a plain file.", shown(target)));
    if (found && !overwrite) {
      throw new Error(l10n.t('{0} already exists. Pass {1} to replace it.', shown(target), option));
    }
  }
}

const shown = ({ localPath, address }: Place): string => localPath ?? address;

/**
 * Writes files into one folder, all or none. Each is first written beside its target under another name, and a
 * replaced file is copied and kept until all are in place; the new one gets its mode. The target itself is never
 * moved, because an editor that shows it would follow the move. After a failure, all files are as they were, or the
 * error names the copies. Resolves with copies that are no longer needed but couldn't be deleted. This works for
 * every file system and in bounded memory.
 */
export async function writeTogether(
  files: readonly NewFile[],
  overwrite: boolean,
  signal: AbortSignal,
): Promise<readonly Place[]> {
  const id = randomUUID();
  const parts = files.map((file) => {
    const named = (suffix: string) => file.target.beside(`${file.target.name}.${id}.${suffix}`);
    return { ...file, partial: named('partial'), former: named('former') };
  });
  const copies: Place[] = [];
  const unrestored: Place[] = [];
  const ways: (() => Promise<void>)[] = [];
  try {
    for (const { target, content, partial } of parts) {
      ways.push(() => partial.remove());
      await target.folder.makeFolder();
      const { mode } = (await target.look()) ?? {};
      if ('text' in content) await partial.write(Buffer.from(content.text), mode);
      else await partial.copyFrom(content.path, mode);
    }
    signal.throwIfAborted();
    for (const { target, partial, former } of parts) {
      if (!overwrite || !(await target.look())) {
        await partial.renameTo(target, false);
        ways.push(() => target.remove());
        continue;
      }
      let isCopied = false;
      let isReplaced = false;
      ways.push(async () => {
        // After a failed replacement, the file may be unchanged or missing.
        const isLost = isReplaced || (isCopied && !(await target.look()));
        if (!isLost) return former.remove();
        return former.renameTo(target, true).catch(() => void unrestored.push(former));
      });
      copies.push(former);
      await target.copyTo(former);
      isCopied = true;
      await partial.renameTo(target, true);
      isReplaced = true;
    }
  } catch (error) {
    for (const back of ways.reverse()) await back().catch(() => undefined);
    // The system's own message names paths of unfinished files.
    const isSystems = error instanceof Error && 'syscall' in error;
    const [{ target } = {}] = files.slice(-1);
    const told =
      isSystems && target
        ? new Error(l10n.t("Couldn't write {0} ({1}).", shown(target), errorKind(error)), { cause: error })
        : error;
    if (unrestored.length === 0) throw told;
    throw new Error(
      l10n.t(
        "{0} Files that were replaced couldn't be restored. Their previous contents are in: {1}",
        errorText(told),
        unrestored.map(shown).join(', '),
      ),
      { cause: error },
    );
  }
  const left: Place[] = [];
  for (const former of copies) await former.remove().catch(() => void left.push(former));
  return left;
}
