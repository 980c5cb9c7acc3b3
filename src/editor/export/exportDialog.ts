import * as vscode from 'vscode';
import { saysIncomplete } from '../../exports/fileNames';
import { safeRelativePath } from '../../text/safePath';
import { withSuffix, type ExportFormat } from '../../exports/formats';
import type {
  EditorQuestionKind,
  EditorQuestions,
  ExportEnd,
  ExportOrder,
  SuggestedTarget,
} from '../../messages';
import { askedOfResult, isReceivedWhole, tableOf, type Result } from '../../results/result';
import type { ExportChoices } from './exportChoices';
import { refuseUnfit, type ResultExport } from './exportResult';
import { nameOf, refuseUntrusted, targetInWorkspace } from './exportTarget';
import type { Memory } from '../shell/memory';
import { freeTarget, otherTarget } from './freeTarget';
import { licenseMention, mindLicense, wouldPublish } from './license';
import { saveFoldersIn } from './saveFolders';
import { takenNames, takenText } from './takenFiles';
import { errorText } from '../../text/errorText';

/** The editor's answers to questions of a result's view. Rejects with an `Error` ready to display. */
export type EditorAnswers = {
  readonly [Kind in EditorQuestionKind]: (
    question: EditorQuestions[Kind]['question'],
    result: Result,
  ) => Promise<EditorQuestions[Kind]['answer']>;
};

/**
 * The editor's part of the export dialog: it suggests where to save, and writes. A path from the view must be
 * in the workspace, or in a folder that a person selected in the editor's own dialog.
 */
export function exportAnswers(exports: ResultExport, choices: ExportChoices, memory: Memory): EditorAnswers {
  /** Folders that the person has selected, now or in an earlier export, by their text in the view. */
  const folders = new Map<string, vscode.Uri>();
  const saveFolders = saveFoldersIn(memory, 'exports');
  /**
   * The file that they selected last; its dialog has asked whether to replace it. Valid until the next
   * export.
   */
  let replaceable: { readonly result: string; readonly uri: vscode.Uri } | null = null;
  const replaceableFor = ({ id }: Result) => (replaceable?.result === id ? replaceable.uri : null);

  async function uriOf(text: string, format: ExportFormat): Promise<vscode.Uri> {
    const path = withSuffix(text.trim(), format);
    const [folder, name] = split(path);
    const selected = folders.get(folder);
    if (selected && safeRelativePath(name)?.length === 1) return vscode.Uri.joinPath(selected, name);
    try {
      return await targetInWorkspace(path);
    } catch (error) {
      const reason = errorText(error);
      const help = vscode.l10n.t('To save the file elsewhere, select "Choose Another Location…".');
      throw new Error(`${reason} ${help}`, { cause: error });
    }
  }

  /** The risk that the person must accept before the export, if there is one. */
  async function riskOf(
    result: Result,
    uri: vscode.Uri,
    { beside, agreed }: ExportOrder,
  ): Promise<ExportEnd | null> {
    if (!agreed.includes('replace')) {
      const taken = await takenNames(uri, beside, replaceableFor(result));
      if (taken.length > 0) return { kind: 'risk', risk: 'replace', message: takenText(taken) };
    }
    const name = nameOf(uri);
    if (agreed.includes('incomplete') || isReceivedWhole(result) || saysIncomplete(name)) return null;
    const message = vscode.l10n.t(
      'The response is incomplete, but the file name "{0}" doesn\'t say so.',
      name,
    );
    return { kind: 'risk', risk: 'incomplete', message };
  }

  const isSelected = (uri: vscode.Uri) => {
    const folder = vscode.Uri.joinPath(uri, '..').toString();
    return [...folders.values()].some((each) => each.toString() === folder);
  };

  const select = (uri: vscode.Uri) => {
    folders.set(split(pathText(uri))[0], vscode.Uri.joinPath(uri, '..'));
  };

  async function suggested(result: Result, uri: vscode.Uri, problem = ''): Promise<SuggestedTarget> {
    const isPublic = await wouldPublish(result, uri);
    const license = isPublic ? licenseMention(memory, result) : '';
    return { target: pathText(uri), isPublic, license, problem };
  }

  return {
    async exportTarget({ beside, ...named }, result) {
      refuseUntrusted();
      const [folder] = await saveFolders.suggested(tableOf(result));
      if (!folder) return { target: '', isPublic: false, license: '', problem: '' };
      const uri = await freeTarget(folder.uri, result, named, beside);
      if (folder.isSelected) select(uri);
      return suggested(result, uri, folder.problem ?? '');
    },
    async exportElsewhere(named, result) {
      refuseUntrusted();
      replaceable = null;
      const uri = await otherTarget(result, named);
      if (!uri) return null;
      select(uri);
      replaceable = { result: result.id, uri };
      return suggested(result, uri);
    },
    async export(order, result) {
      const { choice, beside, rows, seed, target } = order;
      const { format } = choice;
      refuseUntrusted();
      refuseUnfit(result, format);
      if (target.trim() === '') {
        throw new Error(vscode.l10n.t('Enter a file name, or select "Choose Another Location…".'));
      }
      const uri = await uriOf(target, format);
      const risk = await riskOf(result, uri, order);
      if (risk) return risk;
      choices.remember(tableOf(result), choice);
      const chosen = rows && { ...rows, asked: askedOfResult(result) };
      const overwrite =
        order.agreed.includes('replace') || replaceableFor(result)?.toString() === uri.toString();
      replaceable = null;
      const values = seed === null ? undefined : { seed };
      const how = { format, rows: chosen ?? undefined, values, beside, overwrite };
      await mindLicense(memory, result, uri, order.isLicenseSeen);
      if (!(await exports.writeAndTell(result, how, uri))) return { kind: 'cancelled' };
      saveFolders.remember(tableOf(result), uri, isSelected(uri));
      return { kind: 'written' };
    },
  };
}

/** The path as a person would type it: relative to the first workspace folder, otherwise in full. */
function pathText(uri: vscode.Uri): string {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder && vscode.workspace.getWorkspaceFolder(uri)?.index === folder.index) {
    return vscode.workspace.asRelativePath(uri, false);
  }
  return uri.scheme === 'file' ? uri.fsPath : uri.toString(true);
}

function split(path: string): [folder: string, name: string] {
  const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return [path.slice(0, at + 1), path.slice(at + 1)];
}
