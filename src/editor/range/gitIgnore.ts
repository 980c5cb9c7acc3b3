import * as vscode from 'vscode';
import { pathBelow } from '../../exports/fileNames';
import { gitFolderOf } from '../shell/gitFolder';
import { showInformation } from '../shell/shownMessages';

/** Whether a line of the file names the folder or one of its parents. Patterns aren't interpreted. */
export function isIgnored(gitignore: string, path: string): boolean {
  const segments = path.split('/');
  const above = segments.map((_, at) => segments.slice(0, at + 1).join('/'));
  return gitignore
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/^\/|\/$/g, ''))
    .some((line) => above.includes(line));
}

/** The text with an additional line for the folder. */
export function withIgnored(gitignore: string, path: string): string {
  const separator = gitignore === '' || gitignore.endsWith('\n') ? '' : '\n';
  return `${gitignore}${separator}/${path}/\n`;
}

/** If the folder is in a Git repository that doesn't ignore it, offers to add it to `.gitignore`. */
export async function offerToIgnore(folder: vscode.Uri): Promise<void> {
  const repository = await gitFolderOf(folder);
  const path = repository && pathBelow(repository.path, folder.path);
  if (!repository || !path) return;
  const file = vscode.Uri.joinPath(repository, '.gitignore');
  const text = await vscode.workspace.fs.readFile(file).then(
    (bytes) => new TextDecoder().decode(bytes),
    () => '',
  );
  if (isIgnored(text, path)) return;
  const add = vscode.l10n.t('Add to .gitignore');
  const chosen = await showInformation(
    vscode.l10n.t(
      '"{0}" is in a Git repository. Fetched data usually doesn\'t belong there, and your license may not allow you to share it.',
      path,
    ),
    add,
  );
  if (chosen !== add) return;
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(withIgnored(text, path)));
}
