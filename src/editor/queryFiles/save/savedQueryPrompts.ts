import * as vscode from 'vscode';
import type { Query } from '#src/market/query/query';
import { readQueryFile } from '#src/queryFiles/read/readQueryFile';
import { safeRelativePath } from '#src/text/safePath';
import { freeQueryName, queryNameProblem, suggestedName } from '#src/queryFiles/queryName';
import { obstacleIn } from '#src/queryFiles/edit/edits';
import { showFailure } from '../../shell/failureMessages';
import { plainLabel } from '#src/text/plainLabel';
import { pick, runSteps, typeText, type StepEnd, type StepFrame } from '../../shell/promptSteps';
import { newestText } from '../changeFile';
import { findQueryFiles, queryFileSuffix } from '../queryLanguage';

/** Where a query is saved. */
interface QueryPlace {
  readonly uri: vscode.Uri;
  readonly name: string;
}

type FileItem = vscode.QuickPickItem & { readonly uri: vscode.Uri | null };

/** The most files listed; nobody would look through more. */
const mostFiles = 200;

/**
 * Prompts for a query file in the workspace, or a new one, and for a name that isn't used in it. Resolves
 * with `undefined` if the person canceled, or was shown why the query can't be added to the file. Rejects
 * with an `Error` ready to display if no folder is open.
 */
export async function promptForPlace(query: Query): Promise<QueryPlace | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!folder) {
    throw new Error(vscode.l10n.t('Open a folder first. Queries are saved in a file in the workspace.'));
  }
  const files = await queryFiles();
  let uri: vscode.Uri | undefined;
  let name: string | undefined;
  const completed = await runSteps([
    async (...position) => {
      const end = await pickFile(files, folder.uri, frameOf(position));
      if (end.kind === 'answer') uri = end.answer;
      return end;
    },
    async (...position) => {
      let text: string | undefined;
      try {
        text = uri && (await newestText(uri));
      } catch (error) {
        const open = () => vscode.commands.executeCommand('vscode.open', uri);
        showFailure(error, [{ label: vscode.l10n.t('Open File'), take: open }]);
        return { kind: 'leave' };
      }
      const obstacle = text === undefined ? null : obstacleIn(text);
      if (uri && obstacle) {
        tellObstacle(uri, obstacle);
        return { kind: 'leave' };
      }
      const taken = text === undefined ? [] : readQueryFile(text).queries.map((each) => each.name);
      const end = await typeName(freeQueryName(suggestedName(query), taken), taken, frameOf(position));
      if (end.kind === 'answer') name = end.answer.trim();
      return end;
    },
  ]);
  return completed && uri && name !== undefined ? { uri, name } : undefined;
}

/** Shows why a query can't be saved in a file, before the person enters more. */
function tellObstacle(uri: vscode.Uri, { message, line }: { message: string; line: number }): void {
  const at = new vscode.Position(line - 1, 0);
  const open = () => vscode.window.showTextDocument(uri, { selection: new vscode.Range(at, at) });
  showFailure(new Error(message), [{ label: vscode.l10n.t('Go to Line {0}', line), take: open }]);
}

const frameOf = ([step, totalSteps]: [step: number, totalSteps: number]): StepFrame => ({
  title: vscode.l10n.t('Save Query'),
  step,
  totalSteps,
});

/** The query files of the workspace, the most recently changed first. */
async function queryFiles(): Promise<vscode.Uri[]> {
  const found = (await findQueryFiles(mostFiles)) ?? [];
  const changes = await Promise.all(found.map(async (uri) => ({ uri, changed: await changedEpochMs(uri) })));
  return changes.sort((one, other) => other.changed - one.changed).map(({ uri }) => uri);
}

const changedEpochMs = (uri: vscode.Uri): Promise<number> =>
  Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    ({ mtime }) => mtime,
    () => 0,
  );

/** A file from the list, or the path of a new one. */
async function pickFile(
  files: readonly vscode.Uri[],
  folder: vscode.Uri,
  frame: StepFrame,
): Promise<StepEnd<vscode.Uri>> {
  if (files.length === 0) return typePath(folder, files, frame);
  const items: FileItem[] = [
    ...files.map((uri) => ({ label: plainLabel(vscode.workspace.asRelativePath(uri)), uri })),
    { label: vscode.l10n.t('New File…'), uri: null },
  ];
  const end = await pick<FileItem>({
    ...frame,
    placeholder: vscode.l10n.t('Select the query file to save to'),
    items: () => items,
    accepts: () => true,
  });
  if (end.kind !== 'answer') return end;
  const { uri } = end.answer;
  return uri ? { kind: 'answer', answer: uri } : typePath(folder, files, frame);
}

async function typePath(
  folder: vscode.Uri,
  files: readonly vscode.Uri[],
  frame: StepFrame,
): Promise<StepEnd<vscode.Uri>> {
  const taken = files.map((uri) => vscode.workspace.asRelativePath(uri, false));
  const suggested = freeQueryName(
    'queries',
    taken.map((path) => path.slice(0, -queryFileSuffix.length)),
    '-',
  );
  const end = await typeText({
    ...frame,
    prompt: vscode.l10n.t('Path of the new file, relative to the workspace folder'),
    typed: suggested + queryFileSuffix,
    problem: (typed) => {
      if (!typed.trim().endsWith(queryFileSuffix)) {
        return vscode.l10n.t('The name of a query file must end with {0}.', queryFileSuffix);
      }
      return safeRelativePath(typed.trim())
        ? null
        : vscode.l10n.t(
            '"{0}" isn\'t a safe path inside the workspace folder. Names are separated by "/" and can\'t start with a dot.',
            plainLabel(typed.trim()),
          );
    },
  });
  if (end.kind !== 'answer') return end;
  const segments = safeRelativePath(end.answer.trim()) ?? [];
  return { kind: 'answer', answer: vscode.Uri.joinPath(folder, ...segments) };
}

const typeName = (suggested: string, taken: readonly string[], frame: StepFrame): Promise<StepEnd<string>> =>
  typeText({
    ...frame,
    prompt: vscode.l10n.t('Name of the query in the file'),
    typed: suggested,
    problem(typed) {
      const name = typed.trim();
      return taken.includes(name)
        ? vscode.l10n.t('The query file already contains a query named "{0}".', plainLabel(name))
        : queryNameProblem(name);
    },
  });
