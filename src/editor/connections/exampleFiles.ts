import * as vscode from 'vscode';
import { variablesIn, type Variables } from '../../request/environment';

/** The names of files in which a team keeps the variables of a connection without secrets. */
const exampleName = /^\.env\.(?:example|sample|template|dist)$/;

/** The largest file that is read, in bytes. */
const mostBytes = 64 * 1024;

/** A file in the root of a workspace folder whose variables describe a connection. */
export interface ExampleFile {
  readonly name: string;
  readonly folder: string;
  /** Outside data from whoever wrote the repository. */
  readonly variables: Variables;
}

/** The example files of all workspace folders. In an untrusted workspace, no file is read. */
export async function exampleFiles(): Promise<readonly ExampleFile[]> {
  if (!vscode.workspace.isTrusted) return [];
  const found = await Promise.all((vscode.workspace.workspaceFolders ?? []).map(filesIn));
  return found.flat();
}

async function filesIn({ uri, name: folder }: vscode.WorkspaceFolder): Promise<ExampleFile[]> {
  const entries = await Promise.resolve(vscode.workspace.fs.readDirectory(uri)).catch(() => []);
  // Links have another type. One could lead out of the folder, or to a device, which has no end.
  const names = entries.flatMap(([name, type]) =>
    type === vscode.FileType.File && exampleName.test(name) ? name : [],
  );
  const files = names.map(async (name): Promise<ExampleFile[]> => {
    const variables = variablesIn(await textOf(vscode.Uri.joinPath(uri, name)));
    return variables ? [{ name, folder, variables }] : [];
  });
  return (await Promise.all(files)).flat();
}

/** The file's text; empty if it's too large or can't be read. */
async function textOf(uri: vscode.Uri): Promise<string> {
  const { fs } = vscode.workspace;
  try {
    if ((await fs.stat(uri)).size > mostBytes) return '';
    return new TextDecoder().decode(await fs.readFile(uri));
  } catch {
    return '';
  }
}
