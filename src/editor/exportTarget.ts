import * as vscode from 'vscode';
import { safeRelativePath } from '../exports/names';

/** Why an export cannot go where it was sent; the message is fit to be shown. */
export class TargetError extends Error {}

/**
 * Where a headless export goes: a path relative to the first workspace folder, or an absolute path
 * or Uri inside a workspace folder. Rejects with `TargetError` for everything else, also where a
 * symbolic link lies on the way.
 */
export async function targetInWorkspace(target: unknown): Promise<vscode.Uri> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const [first] = folders;
  if (!first) throw new TargetError('Open a folder first: exports go into the workspace.');
  const wanted = uriOf(target, first.uri);
  const folder = folders.find(({ uri }) => isBelow(wanted, uri));
  const below = folder && safeRelativePath(wanted.path.slice(folder.uri.path.length + 1));
  if (!folder || !below) {
    throw new TargetError('The target lies outside the workspace, or its name is not safe.');
  }
  await refuseLinks(folder.uri, below);
  return vscode.Uri.joinPath(folder.uri, ...below);
}

function uriOf(target: unknown, folder: vscode.Uri): vscode.Uri {
  if (target instanceof vscode.Uri) return target;
  if (typeof target === 'object' && target !== null && 'path' in target && 'scheme' in target) {
    const { scheme, path } = target;
    if (typeof scheme === 'string' && typeof path === 'string')
      return folder.with({ scheme, path });
  }
  if (typeof target !== 'string' || target.trim() === '') {
    throw new TargetError('The target should be a path or a Uri.');
  }
  // A drive letter is no scheme.
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(target)) return vscode.Uri.parse(target, true);
  const isAbsolute = target.startsWith('/') || /^[A-Za-z]:[\\/]/.test(target);
  if (isAbsolute) return folder.with({ path: vscode.Uri.file(target).path });
  const segments = safeRelativePath(target);
  if (!segments) throw new TargetError('The target is no safe path inside the workspace folder.');
  return vscode.Uri.joinPath(folder, ...segments);
}

const isBelow = (uri: vscode.Uri, folder: vscode.Uri) =>
  uri.scheme === folder.scheme &&
  uri.authority === folder.authority &&
  uri.path.startsWith(`${folder.path.replace(/\/$/, '')}/`);

async function refuseLinks(folder: vscode.Uri, segments: readonly string[]): Promise<void> {
  for (let count = 1; count <= segments.length; count += 1) {
    const uri = vscode.Uri.joinPath(folder, ...segments.slice(0, count));
    const { type } = await statOf(uri);
    if ((type & vscode.FileType.SymbolicLink) !== 0) {
      throw new TargetError('A symbolic link lies on the way to the target.');
    }
  }
}

/** `FileType.Unknown` for what is not there. */
export async function statOf(uri: vscode.Uri): Promise<{ type: vscode.FileType; exists: boolean }> {
  try {
    return { type: (await vscode.workspace.fs.stat(uri)).type, exists: true };
  } catch {
    return { type: vscode.FileType.Unknown, exists: false };
  }
}
