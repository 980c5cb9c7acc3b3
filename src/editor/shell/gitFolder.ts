import * as vscode from 'vscode';

/** No project has folders deeper than this. */
const mostLevels = 40;

/**
 * The root folder of the Git repository that contains the folder; `undefined` if there is none. Runs no
 * program.
 */
export async function gitFolderOf(folder: vscode.Uri): Promise<vscode.Uri | undefined> {
  let current = folder;
  for (let level = 0; level < mostLevels; level += 1) {
    const git = vscode.Uri.joinPath(current, '.git');
    const exists = await vscode.workspace.fs.stat(git).then(
      () => true,
      () => false,
    );
    if (exists) return current;
    const parent = vscode.Uri.joinPath(current, '..');
    if (parent.path === current.path) return undefined;
    current = parent;
  }
  return undefined;
}

async function textOf(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined;
  }
}

/** The text of the repository's configuration file. A worktree uses the one of its repository. */
async function configOf(repository: vscode.Uri): Promise<string | undefined> {
  const git = vscode.Uri.joinPath(repository, '.git');
  const config = await textOf(vscode.Uri.joinPath(git, 'config'));
  if (config !== undefined) return config;
  const [, path] = /^gitdir: (.*?)\s*$/m.exec((await textOf(git)) ?? '') ?? [];
  if (path === undefined) return undefined;
  const isAbsolute = /^([\\/]|[A-Za-z]:)/.test(path);
  const own = isAbsolute
    ? repository.with({ path: vscode.Uri.file(path).path })
    : vscode.Uri.joinPath(repository, path);
  const common = (await textOf(vscode.Uri.joinPath(own, 'commondir')))?.trim() ?? '.';
  return textOf(vscode.Uri.joinPath(own, common, 'config'));
}

/** Whether the folder is in a Git repository with a remote. Runs no program. */
export async function hasGitRemote(folder: vscode.Uri): Promise<boolean> {
  const repository = await gitFolderOf(folder);
  const config = repository && (await configOf(repository));
  return config !== undefined && /^\s*\[remote /m.test(config);
}
