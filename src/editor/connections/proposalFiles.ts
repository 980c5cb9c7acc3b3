import * as vscode from 'vscode';
import { mostProposalBytes, readProposals, type Proposal } from '../../service/readProposals';
import { errorKind } from '../../text/errorText';
import { proposalPath } from './proposalPlace';

/** The connections that the file of one workspace folder proposes. */
export interface ProposalFile {
  readonly folder: vscode.WorkspaceFolder;
  readonly uri: vscode.Uri;
  readonly proposals: readonly Proposal[];
  /** Why some or all of them can't be used, one line each. Outside text. */
  readonly problems: readonly string[];
}

/** Reads the proposals of all workspace folders. In an untrusted workspace, no file is read. */
export async function proposalFiles(): Promise<readonly ProposalFile[]> {
  if (!vscode.workspace.isTrusted) return [];
  const files = await Promise.all((vscode.workspace.workspaceFolders ?? []).map(fileOf));
  return files.filter((file) => file !== undefined);
}

async function fileOf(folder: vscode.WorkspaceFolder): Promise<ProposalFile | undefined> {
  const uri = vscode.Uri.joinPath(folder.uri, ...proposalPath);
  const found = { folder, uri };
  try {
    const text = await textOf(folder, uri);
    if (text === undefined) return undefined;
    const { proposals, problems } = readProposals(text);
    return {
      ...found,
      proposals,
      problems: problems.map(({ index, field, message }) => {
        const place = [...(index < 0 ? [] : [`connections[${index}]`]), ...(field === '' ? [] : [field])];
        return place.length > 0 ? `${place.join('.')}: ${message}` : message;
      }),
    };
  } catch (error) {
    const problem = error instanceof Refusal ? error.message : unreadable(error);
    return { ...found, proposals: [], problems: [problem] };
  }
}

const unreadable = (error: unknown) => vscode.l10n.t("Couldn't read the file ({0}).", errorKind(error));

/** Why a file isn't read, ready to display. */
class Refusal extends Error {}

/** The file's text, or `undefined` if there is no such file. */
async function textOf(folder: vscode.WorkspaceFolder, uri: vscode.Uri): Promise<string | undefined> {
  const { fs } = vscode.workspace;
  const [beside, name] = proposalPath;
  const stats = await Promise.all([fs.stat(uri), fs.stat(vscode.Uri.joinPath(folder.uri, beside))]).catch(
    () => undefined,
  );
  if (!stats) return undefined;
  // A link could lead out of the folder, or to a device, which has no end.
  if (stats.some(({ type }) => (type & vscode.FileType.SymbolicLink) !== 0)) {
    throw new Refusal(vscode.l10n.t("Symbolic links aren't followed."));
  }
  const [{ type, size }] = stats;
  if (type !== vscode.FileType.File) throw new Refusal(vscode.l10n.t("{0} isn't a file.", name));
  const tooLarge = () =>
    new Refusal(vscode.l10n.t('The file is too large: the limit is {0} kB.', mostProposalBytes / 1024));
  if (size > mostProposalBytes) throw tooLarge();
  const bytes = await fs.readFile(uri);
  if (bytes.length > mostProposalBytes) throw tooLarge();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(vscode.l10n.t("The file isn't valid UTF-8."));
  }
}
