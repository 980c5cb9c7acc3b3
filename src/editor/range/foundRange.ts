import * as vscode from 'vscode';
import type { Dataset } from '../../market/datasets/dataset';
import { datasets, findDataset, requireDataset } from '../../market/datasets/datasets';
import { parseDay } from '../../market/time/deliveryDay';
import { dayFolderName, folderOfManifest, formerManifestName, type Manifest } from '../../range/manifest';
import { nameOf, statOf, targetInWorkspace } from '../export/exportTarget';
import { plainLabel } from '../shell/plainLabel';
import { manifestIn, dayFiles } from './rangeFolder';

/** A dataset's folder of a range, `<target>/<dataset>`, and its manifest. */
export interface FoundRange {
  readonly uri: vscode.Uri;
  readonly manifest: Manifest;
  readonly dataset: Dataset;
}

/**
 * The ranges in a target folder, or the range whose own folder or manifest was given. Links aren't followed.
 * Rejects with an `Error` ready to display if there is no range or a manifest can't be read.
 */
export async function rangesIn(target: vscode.Uri): Promise<FoundRange[]> {
  const uri = describedFolder(target) ?? target;
  const own = await found(uri);
  if (own) return [own];
  const entries = await vscode.workspace.fs.readDirectory(uri).then(
    (all) => all,
    () => [],
  );
  const ids = new Set(datasets.map(({ id }) => id));
  const ranges: FoundRange[] = [];
  for (const [name, type] of entries) {
    if (type !== vscode.FileType.Directory || !ids.has(name)) continue;
    const range = await found(vscode.Uri.joinPath(uri, name));
    if (range) ranges.push(range);
  }
  if (ranges.length > 0) return ranges;
  throw new Error(
    vscode.l10n.t(
      'There is no range of delivery days in {0}. Choose the folder that a range was fetched into.',
      plainLabel(vscode.workspace.asRelativePath(uri)),
    ),
  );
}

/** The range folder that a manifest describes; `undefined` if the URI isn't a manifest's. */
export function describedFolder(uri: vscode.Uri): vscode.Uri | undefined {
  const name = nameOf(uri);
  const above = vscode.Uri.joinPath(uri, '..');
  if (name === formerManifestName) return above;
  const folder = folderOfManifest(name);
  return folder === undefined ? undefined : vscode.Uri.joinPath(above, folder);
}

async function found(uri: vscode.Uri): Promise<FoundRange | undefined> {
  // A folder that was deleted may have left its manifest.
  if ((await statOf(uri)).type !== vscode.FileType.Directory) return undefined;
  const manifest = await manifestIn(uri);
  if (!manifest) return undefined;
  return { uri, manifest, dataset: requireDataset(manifest.dataset) };
}

/**
 * The range that a headless call names. Rejects with an `Error` ready to display if the folder contains
 * several.
 */
export async function rangeNamed(target: unknown): Promise<FoundRange> {
  const ranges = await rangesIn(await targetInWorkspace(target));
  const [first, ...others] = ranges;
  if (first && others.length === 0) return first;
  throw new Error(
    vscode.l10n.t(
      'This folder contains several ranges: {0}. Specify the folder of one of them.',
      ranges.map(({ dataset }) => dataset.id).join(', '),
    ),
  );
}

/**
 * The range in a folder that a person chose. If there are several, prompts for one; `undefined` if that is
 * canceled.
 */
export async function rangeOfPerson(folder: vscode.Uri): Promise<FoundRange | undefined> {
  const ranges = await rangesIn(folder);
  if (ranges.length === 1) return ranges[0];
  const items = ranges.map((range) => ({
    label: range.dataset.title(),
    description: range.dataset.id,
    range,
  }));
  const placeHolder = vscode.l10n.t('Select one of the ranges in this folder');
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.range;
}

/** Nobody would read a longer list of ranges. */
const mostListed = 200;

/**
 * Prompts for a range folder: lists the folders in the workspace that are named after a dataset, as fetching
 * names them, and offers to browse for another one; `undefined` if the person canceled.
 */
export async function askForFolder(title: string): Promise<vscode.Uri | undefined> {
  const manifests = await vscode.workspace.findFiles(
    '**/_{manifest,*.manifest}.json',
    '{**/node_modules/**,**/.*/**}',
    mostListed,
  );
  const ranges = manifests
    .flatMap((manifest) => {
      const uri = describedFolder(manifest);
      const dataset = uri && findDataset(nameOf(uri));
      if (!dataset) return [];
      return [{ label: dataset.title(), description: plainLabel(vscode.workspace.asRelativePath(uri)), uri }];
    })
    .sort((one, other) => one.description.localeCompare(other.description));
  if (ranges.length === 0) return askForOtherFolder(title);
  const another = { label: vscode.l10n.t('Other Folder…'), description: '', uri: undefined };
  const placeHolder = vscode.l10n.t('Select a range of delivery days');
  const chosen = await vscode.window.showQuickPick([...ranges, another], {
    title,
    placeHolder,
    matchOnDescription: true,
  });
  return chosen === another ? askForOtherFolder(title) : chosen?.uri;
}

async function askForOtherFolder(title: string): Promise<vscode.Uri | undefined> {
  const workspace = vscode.workspace.workspaceFolders?.[0]?.uri;
  const chosen = await vscode.window.showOpenDialog({
    title,
    canSelectFiles: false,
    canSelectFolders: true,
    openLabel: title,
    ...(workspace ? { defaultUri: workspace } : {}),
  });
  return chosen?.[0];
}

/** The days in the manifest, in order. A manifest may contain dates that don't exist, which are left out. */
export const knownDays = ({ manifest }: FoundRange): string[] =>
  Object.keys(manifest.days)
    .filter((day) => parseDay(day))
    .sort();

/** Whether the day has a file according to the manifest. */
export function hasFile({ manifest }: FoundRange, day: string): boolean {
  const entry = manifest.days[day];
  return entry !== undefined && entry.state !== 'failed' && entry.bytes > 0;
}

/**
 * The files with the rows of these days, by day. Days without files aren't included. Links and linked folders
 * are ignored.
 */
export async function filesOf(
  { uri, manifest }: FoundRange,
  days: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, vscode.Uri[]>> {
  const entries = await vscode.workspace.fs.readDirectory(uri);
  const folders = new Set(
    entries.flatMap(([name, type]) => (type === vscode.FileType.Directory ? [name] : [])),
  );
  const files = new Map<string, vscode.Uri[]>();
  for (const day of days) {
    signal.throwIfAborted();
    if (!folders.has(dayFolderName(day))) continue;
    const parts = await dayFiles(uri, day, manifest.format);
    if (parts.length > 0) files.set(day, parts);
  }
  return files;
}
