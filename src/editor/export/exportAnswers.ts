import * as vscode from 'vscode';
import { exportFilesOf } from '../../engine/export/resultFiles';
import { refuseUnfit } from '../../engine/export/exportable';
import { saysIncomplete } from '../../exports/fileNames';
import type { ExportChoice, ExportOrder, ExportPreset } from '../../protocol/exportOrder';
import { withSuffix, type ExportFormat } from '../../protocol/formats';
import type { EditorQuestions, ExportEnd } from '../../protocol/messages';
import { askedOfResult, isReceivedWhole, tableOf, type Result } from '../../results/result';
import type { EditorAnswers } from '../shell/editorAnswers';
import type { ResultExport } from './exportResult';
import { isFileName, nameOf, refuseUntrusted, targetInWorkspace } from './exportTarget';
import { refusePart } from './fixtures';
import type { CompanionFiles } from '../../protocol/companionFiles';
import type { StoredValues } from '../shell/storedValues';
import { placeOf } from '../shell/placeOf';
import type { Remembered } from '../shell/remembered';
import { freeTarget, otherTarget } from './freeTarget';
import { saveFoldersIn } from './saveFolders';
import { errorText } from '../../text/errorText';

/**
 * The editor's part of the export dialog: it suggests where to save, and writes. A path from the view must be
 * in the workspace, or in a folder that a person selected in the editor's own dialog.
 */
export function exportAnswers(
  exports: Pick<ResultExport, 'writeAndTell'>,
  choices: Remembered<ExportChoice>,
  stored: StoredValues,
): Pick<EditorAnswers, 'exportTarget' | 'exportElsewhere' | 'export'> {
  /** Folders that the person has selected, now or in an earlier export, by their text in the view. */
  const folders = new Map<string, vscode.Uri>();
  const saveFolders = { export: saveFoldersIn(stored, 'export'), fixture: saveFoldersIn(stored, 'fixture') };
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
    if (selected && isFileName(name)) return vscode.Uri.joinPath(selected, name);
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
    { order: { beside }, agreed }: Pick<EditorQuestions['export']['question'], 'order' | 'agreed'>,
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

  return {
    async exportTarget({ preset, order }, result) {
      refuse(preset, order, result);
      const folder = await saveFolders[preset].suggested(tableOf(result));
      if (!folder) return { target: '', problem: '' };
      const uri = await freeTarget(folder.uri, result, order);
      if (folder.isSelected) select(uri);
      return { target: pathText(uri), problem: folder.problem ?? '' };
    },
    async exportElsewhere(order, result) {
      refuseUntrusted();
      replaceable = null;
      const uri = await otherTarget(result, order);
      if (!uri) return null;
      select(uri);
      replaceable = { result: result.id, uri };
      return { target: pathText(uri), problem: '' };
    },
    async export(asked, result) {
      const { preset, choice, target } = asked;
      const { rows } = asked.order;
      refuse(preset, asked.order, result);
      if (target.trim() === '') {
        throw new Error(vscode.l10n.t('Enter a file name, or select "Choose Another Location…".'));
      }
      const uri = await uriOf(target, asked.order.format);
      const risk = await riskOf(result, uri, asked);
      if (risk) return risk;
      choices.remember(tableOf(result), choice);
      const overwrite =
        asked.agreed.includes('replace') || replaceableFor(result)?.toString() === uri.toString();
      replaceable = null;
      const order = { ...asked.order, rows: rows && { ...rows, asked: askedOfResult(result) } };
      if (!(await exports.writeAndTell(result, order, uri, overwrite))) return { kind: 'cancelled' };
      saveFolders[preset].remember(tableOf(result), uri, isSelected(uri));
      return { kind: 'written' };
    },
  };
}

/** Throws an `Error` ready to display if the result can't be exported in this way. */
function refuse(preset: ExportPreset, { format }: ExportOrder, result: Result): void {
  refuseUntrusted();
  if (preset === 'fixture') refusePart(result);
  else refuseUnfit(result, format);
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

/** The names of the files that an export would replace, except the one that the person agreed to replace. */
async function takenNames(
  uri: vscode.Uri,
  beside: CompanionFiles,
  agreed: vscode.Uri | null,
): Promise<string[]> {
  const files = exportFilesOf(placeOf(uri), beside).filter(({ address }) => address !== agreed?.toString());
  const found = await Promise.all(files.map((file) => file.look()));
  return files.filter((_, at) => found[at]).map(({ name }) => name);
}

/** Says that these files exist. There must be at least one. */
const takenText = (names: readonly string[]): string =>
  names.length > 1
    ? vscode.l10n.t('These files already exist: {0}.', names.join(', '))
    : vscode.l10n.t('{0} already exists.', names[0] ?? '');
