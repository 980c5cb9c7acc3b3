import { realpath } from 'node:fs/promises';
import * as vscode from 'vscode';
import { pathBelow } from '../../exports/fileNames';
import { isRecord } from '../../text/parsedJson';
import { safeRelativePath } from '../../text/safePath';
import { placeOf, uriOf as uriOfPlace } from '../shell/placeOf';

/** Whether this is a safe file name without a folder. */
export const isFileName = (name: string): boolean => safeRelativePath(name)?.length === 1;

/** The last segment of the path. */
export const nameOf = ({ path }: vscode.Uri): string => path.split('/').at(-1) ?? '';

/** Throws an `Error` ready to display if the workspace is not trusted. */
export function refuseUntrusted(): void {
  if (vscode.workspace.isTrusted) return;
  throw new Error(
    vscode.l10n.t(
      'Files can\'t be written in an untrusted workspace. To trust it, run "Workspaces: Manage Workspace Trust".',
    ),
  );
}

/**
 * The file or folder that a headless call names: a path relative to a workspace folder (by default the
 * first), or an absolute path or URI inside a workspace folder, or inside the one that it's a link to. Rejects
 * anything else with an `Error` fit to be shown, including paths through a symbolic link. Only a link to a plain
 * file is followed, to what may be named itself. `name` is the argument's.
 */
export async function targetInWorkspace(
  target: unknown,
  name = 'target',
  relativeTo?: vscode.Uri,
): Promise<vscode.Uri> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const base = relativeTo ?? folders[0]?.uri;
  if (!base) throw new Error(vscode.l10n.t('Open a folder first. "{0}" must be in the workspace.', name));
  const wanted = uriOf(target, base, name);
  for (const { uri: folder } of folders) {
    const below = safeBelow(wanted, folder) ?? safeBelow(wanted, await resolved(folder));
    if (!below) continue;
    const uri = vscode.Uri.joinPath(folder, ...below);
    const linked = await placeOf(uri).linkedFile();
    await refuseLinks(folder, linked ? below.slice(0, -1) : below, name);
    return linked ? targetInWorkspace(uriOfPlace(linked), name, relativeTo) : uri;
  }
  throw new Error(vscode.l10n.t('"{0}" is outside the workspace, or its name isn\'t safe.', name));
}

function uriOf(target: unknown, folder: vscode.Uri, name: string): vscode.Uri {
  if (target instanceof vscode.Uri) return target;
  if (isRecord(target)) {
    const { scheme, path } = target;
    if (typeof scheme === 'string' && typeof path === 'string') return folder.with({ scheme, path });
  }
  if (typeof target !== 'string' || target.trim() === '') {
    throw new Error(vscode.l10n.t('"{0}" must be a path or a URI.', name));
  }
  // A drive letter is not a scheme.
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(target)) return vscode.Uri.parse(target, true);
  const isAbsolute = target.startsWith('/') || /^[A-Za-z]:[\\/]/.test(target);
  if (isAbsolute) return folder.with({ path: vscode.Uri.file(target).path });
  const segments = safeRelativePath(target);
  if (!segments) {
    throw new Error(vscode.l10n.t('"{0}" isn\'t a safe path inside the workspace folder.', name));
  }
  return vscode.Uri.joinPath(folder, ...segments);
}

/** Where a workspace folder really is: terminals and other programs name the target of a link. */
async function resolved(folder: vscode.Uri): Promise<vscode.Uri> {
  if (folder.scheme !== 'file') return folder;
  const path = await realpath(folder.fsPath).catch(() => folder.fsPath);
  return folder.with({ path: vscode.Uri.file(path).path });
}

/** The path segments from the folder, none for the folder itself, or `null` if they aren't safe. */
function safeBelow(uri: vscode.Uri, folder: vscode.Uri): string[] | null {
  if (uri.scheme !== folder.scheme || uri.authority !== folder.authority) return null;
  if (uri.path === folder.path) return [];
  const path = pathBelow(folder.path, uri.path);
  return path === null ? null : safeRelativePath(path);
}

async function refuseLinks(folder: vscode.Uri, segments: readonly string[], name: string): Promise<void> {
  for (let count = 1; count <= segments.length; count += 1) {
    const uri = vscode.Uri.joinPath(folder, ...segments.slice(0, count));
    const { type } = await statOf(uri);
    if ((type & vscode.FileType.SymbolicLink) !== 0) {
      throw new Error(vscode.l10n.t('The path in "{0}" contains a symbolic link.', name));
    }
  }
}

/** `FileType.Unknown` if there is no such file. */
export async function statOf(uri: vscode.Uri): Promise<{ type: vscode.FileType; exists: boolean }> {
  try {
    return { type: (await vscode.workspace.fs.stat(uri)).type, exists: true };
  } catch {
    return { type: vscode.FileType.Unknown, exists: false };
  }
}
