import * as vscode from 'vscode';

/** No folder of a project is deeper. */
const mostLevels = 40;

async function textOf(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined;
  }
}

/** The text of the repository's configuration; of a worktree, that of the repository it belongs to. */
async function configOf(folder: vscode.Uri): Promise<string | undefined> {
  const git = vscode.Uri.joinPath(folder, '.git');
  const config = await textOf(vscode.Uri.joinPath(git, 'config'));
  if (config !== undefined) return config;
  const [, path] = /^gitdir: (.*?)\s*$/m.exec((await textOf(git)) ?? '') ?? [];
  if (path === undefined) return undefined;
  const isAbsolute = /^([\\/]|[A-Za-z]:)/.test(path);
  const own = isAbsolute
    ? folder.with({ path: vscode.Uri.file(path).path })
    : vscode.Uri.joinPath(folder, path);
  const common = (await textOf(vscode.Uri.joinPath(own, 'commondir')))?.trim() ?? '.';
  return textOf(vscode.Uri.joinPath(own, common, 'config'));
}

/** Whether the folder, or one that it is in, is a Git repository with a remote. Runs no program. */
export async function hasGitRemote(folder: vscode.Uri): Promise<boolean> {
  let current = folder;
  for (let level = 0; level < mostLevels; level += 1) {
    const config = await configOf(current);
    if (config !== undefined) return /^\s*\[remote /m.test(config);
    const parent = vscode.Uri.joinPath(current, '..');
    if (parent.path === current.path) return false;
    current = parent;
  }
  return false;
}
