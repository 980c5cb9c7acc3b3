import * as v from 'valibot';
import * as vscode from 'vscode';
import { notebookSuffix } from '../../exports/fileNames';
import { refuseUnfit } from '../../engine/export/exportable';
import { noCompanionFiles } from '../../protocol/companionFiles';
import { notebookEngines } from '../../protocol/codeTargets';
import type { ExportOrder } from '../../protocol/exportOrder';
import type { RowsToExport, TableForm } from '../../protocol/rowsQuestion';
import { whyNot } from '../../protocol/source';
import { askedOfResult, type Result } from '../../results/result';
import type { ResultStore } from '../../results/store/resultStore';
import { showingFailure } from '../shell/failureMessages';
import type { StoredValues } from '../shell/storedValues';
import type { ResultExport } from './exportResult';
import { refuseUntrusted, targetInWorkspace } from './exportTarget';
import { exportFolder, freeTarget } from './freeTarget';
import { mentionLicense } from './license';

/** A notebook without prompts. */
export const notebookShape = v.object({
  result: v.string(),
  engine: v.optional(v.picklist(notebookEngines)),
  target: v.optional(v.unknown()),
  overwrite: v.optional(v.boolean()),
});

const engineShape = v.fallback(v.picklist(notebookEngines), 'pandas');
const engineKey = 'marketData.notebookEngine';

/** The editor's own view of notebooks. */
const notebookEditor = 'jupyter-notebook';

/** What runs Python in the editor's notebooks. */
const kernelExtension = 'ms-toolsai.jupyter';

/** Opens rows of results in notebooks, as Parquet files. Rejects with an `Error` ready to display. */
export class Notebooks {
  constructor(
    private readonly store: ResultStore,
    private readonly exports: ResultExport,
    private readonly stored: StoredValues,
  ) {}

  /** Opens all rows without prompts. Resolves with the notebook's Uri. */
  async headless({ result: id, engine, target, overwrite }: v.InferOutput<typeof notebookShape>) {
    const result = this.store.get(id);
    const file = await this.exports.exportAs(result, {
      format: 'parquet',
      target: target === undefined ? undefined : parquetFile(await targetInWorkspace(target)),
      provenance: hasProvenance(result),
      notebook: engine ?? 'pandas',
      // The notebook says so.
      incomplete: 'allow',
      overwrite,
    });
    return show(file).toString();
  }

  /**
   * Opens rows in a new file for a person, with what read the last one: all if none are named, in this form of
   * the table.
   */
  async forPerson(
    result: Result,
    { rows, ...form }: { readonly rows?: RowsToExport | undefined } & TableForm,
  ): Promise<void> {
    refuseUntrusted();
    refuseUnfit(result, 'parquet');
    const notebook = v.parse(engineShape, this.stored.get(engineKey));
    const order = {
      format: 'parquet' as const,
      ...form,
      rows: rows && { ...rows, asked: askedOfResult(result) },
      beside: { ...noCompanionFiles, provenance: hasProvenance(result), notebook },
    };
    const uri = await freeTarget(await exportFolder(), result, order);
    await mentionLicense(this.stored, result, uri, false);
    await this.writeAndShow(result, order, uri, false);
  }

  /** Writes the rows and their notebook, and shows it. Resolves with false if the person canceled. */
  async writeAndShow(
    result: Result,
    order: ExportOrder,
    uri: vscode.Uri,
    overwrite: boolean,
  ): Promise<boolean> {
    if (!(await this.exports.writeShown(result, order, uri, overwrite))) return false;
    this.stored.keep(engineKey, order.beside.notebook);
    show(uri);
    if (!vscode.extensions.getExtension(kernelExtension)) void showingFailure(offerKernel);
    return true;
  }
}

const hasProvenance = ({ source }: Result): boolean => whyNot('saveProvenance', source) === null;

const withSuffix = (uri: vscode.Uri, from: string, to: string): vscode.Uri =>
  uri.with({ path: uri.path.slice(0, -from.length) + to });

/** The file that a notebook reads. Throws an `Error` ready to display if the name isn't that of a notebook. */
function parquetFile(uri: vscode.Uri): vscode.Uri {
  if (uri.path.endsWith(notebookSuffix)) return withSuffix(uri, notebookSuffix, '.parquet');
  throw new Error(vscode.l10n.t('"{0}" must end with "{1}".', 'target', notebookSuffix));
}

/** Shows the notebook that reads the file. Nobody waits for its editor, which needs a while to start. */
function show(file: vscode.Uri): vscode.Uri {
  const notebook = withSuffix(file, '.parquet', notebookSuffix);
  void showingFailure(() => vscode.commands.executeCommand('vscode.openWith', notebook, notebookEditor));
  return notebook;
}

async function offerKernel(): Promise<void> {
  const show = vscode.l10n.t('Show Extension');
  const chosen = await vscode.window.showInformationMessage(
    vscode.l10n.t('To run the notebook, install the Jupyter extension ({0}) and Python.', kernelExtension),
    show,
  );
  if (chosen === show) await vscode.commands.executeCommand('extension.open', kernelExtension);
}
