import * as v from 'valibot';
import * as vscode from 'vscode';
import { programLabels, programTargets, type ProgramTarget } from '../../protocol/codeTargets';
import { programFormats, programText, type ProgramSource } from '../../exports/programs/program';
import { pathBelow } from '../../exports/fileNames';
import type { Dataset } from '../../market/datasets/dataset';
import { datasets } from '../../market/datasets/datasets';
import { datasetOfProvenance } from '../../request/provenance';
import { nameOf, statOf, targetInWorkspace } from '../export/exportTarget';
import { fileToRead } from '../savedResponses/fileToRead';
import { command, isFile } from '../shell/commandArguments';
import { plainLabel } from '../../text/plainLabel';
import { copyForPerson } from './copiedText';
import { describedFolder, type FoundRange } from '../../engine/range/foundRange';
import { rangeNamed, rangeOfPerson } from '../range/askForRange';
import { pickRangeFolder } from '../range/pickRangeFolder';
import { placeOf, uriOf } from '../shell/placeOf';

/**
 * `marketData.file.copyAs`: the text of a program that reads a range or an exported file. It's also placed on
 * the clipboard. Rejects with an `Error` ready to display.
 */
export const copyProgram = command(v.object({ path: v.unknown(), target: v.picklist(programTargets) }), {
  async prompt(clicked) {
    const uri = clicked ?? (await askForSource());
    const source = uri && (await sourceOfPerson(uri));
    const target = source && (await pickTarget());
    if (!target) return undefined;
    const said = vscode.l10n.t('The program for {0} was copied.', programLabels[target].label);
    return copyForPerson(programText(target, source), said);
  },
  isClicked: isFile,
  async run({ path, target }) {
    const uri = await targetInWorkspace(path, 'path');
    const source = (await isFolderOrManifest(uri))
      ? sourceOfRange(await rangeNamed(uri))
      : await sourceOfFile(uri);
    const text = programText(target, source);
    await vscode.env.clipboard.writeText(text);
    return text;
  },
});

async function isFolderOrManifest(uri: vscode.Uri): Promise<boolean> {
  return (
    describedFolder(placeOf(uri)) !== undefined ||
    ((await statOf(uri)).type & vscode.FileType.Directory) !== 0
  );
}

async function sourceOfPerson(uri: vscode.Uri): Promise<ProgramSource | undefined> {
  if (!(await isFolderOrManifest(uri))) return sourceOfFile(uri);
  const range = await rangeOfPerson(uri);
  return range && sourceOfRange(range);
}

function sourceOfRange({ place, manifest, dataset }: FoundRange): ProgramSource {
  const { format } = manifest;
  if (format === 'json') {
    throw new Error(
      vscode.l10n.t(
        'The JSON files in this range are meant for the editor: they contain the responses as sent, with nested records. For programs, fetch the range as Parquet or NDJSON.',
      ),
    );
  }
  return { dataset, format, isRange: true, path: pathInProgram(uriOf(place)) };
}

async function sourceOfFile(uri: vscode.Uri): Promise<ProgramSource> {
  const { name, provenance, head } = await fileToRead(uri);
  const format = programFormats.find((each) => name.toLowerCase().endsWith(`.${each}`));
  if (!format) {
    throw new Error(
      vscode.l10n.t(
        'Programs can be copied for Parquet, NDJSON, and CSV files, and for ranges of delivery days, but not for {0}. Export the result in one of these formats.',
        name,
      ),
    );
  }
  if (format === 'csv' && /^[^,\r\n]*;/.test(new TextDecoder().decode(head))) {
    throw new Error(
      vscode.l10n.t(
        "Programs can't be copied for CSV with semicolons, which is for spreadsheets. Export the result as plain CSV or Parquet.",
      ),
    );
  }
  const dataset = (provenance && datasetOfProvenance(provenance)) ?? datasetOfName(nameOf(uri));
  if (!dataset) {
    throw new Error(
      vscode.l10n.t(
        "The dataset of {0} isn't known. Rename the file so that its name begins with a dataset ID, such as {1}.",
        name,
        `${datasets[0]?.id ?? ''}.${format}`,
      ),
    );
  }
  return { dataset, format, isRange: false, path: pathInProgram(uri) };
}

/** The names of exported files begin with the dataset's ID, and some IDs begin with another one. */
const datasetOfName = (name: string): Dataset | undefined =>
  datasets
    .filter(({ id }) => new RegExp(`^${id}(?![a-z])`, 'i').test(name))
    .sort((one, other) => other.id.length - one.id.length)[0];

/**
 * The path relative to the workspace folder, so that it's valid on other machines, too; an absolute path only
 * outside of all workspace folders.
 */
function pathInProgram(uri: vscode.Uri): string {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const path = folder ? (pathBelow(folder.uri.path, uri.path) ?? '.') : uri.fsPath;
  // After this, fsspec expects the address of another file system.
  if (path.includes('::')) {
    throw new Error(
      vscode.l10n.t(
        'The path {0} contains "::", which programs read as an address. Rename the file or folder.',
        plainLabel(path),
      ),
    );
  }
  return path;
}

async function pickTarget(): Promise<ProgramTarget | undefined> {
  const items = programTargets.map((target) => ({ label: programLabels[target].label, target }));
  const placeHolder = vscode.l10n.t('Select a library to read the data with');
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.target;
}

/** One dialog can't offer both files and folders. */
async function askForSource(): Promise<vscode.Uri | undefined> {
  const title = vscode.l10n.t('Copy Program');
  const range = { label: vscode.l10n.t('Range of Delivery Days'), isRange: true };
  const items = [range, { label: vscode.l10n.t('Exported File'), isRange: false }];
  const placeHolder = vscode.l10n.t('Select the data for the program to read');
  const chosen = await vscode.window.showQuickPick(items, { placeHolder });
  if (!chosen) return undefined;
  if (chosen.isRange) return pickRangeFolder(title);
  const workspace = vscode.workspace.workspaceFolders?.[0]?.uri;
  const files = await vscode.window.showOpenDialog({
    title,
    openLabel: title,
    filters: { [vscode.l10n.t('Exported Files')]: [...programFormats] },
    ...(workspace ? { defaultUri: workspace } : {}),
  });
  return files?.[0];
}
