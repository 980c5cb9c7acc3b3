import * as vscode from 'vscode';
import type { Place } from '../../disk/place';
import { describedFolder, knownDays } from '../../engine/range/foundRange';
import { dayOutcome } from '../../engine/range/openedDays';
import { manifestIn } from '../../engine/range/rangeNotes';
import { findDataset } from '../../market/datasets/datasets';
import { isAreaPart, partText, queryParts } from '../../market/query/queryParts';
import { dayText } from '../../market/time/dayText';
import { dayPeriod, marketZone } from '../../market/time/deliveryDay';
import { formatInZone, minuteMs } from '../../market/time/zones';
import { lackingDays } from '../../protocol/openedRange';
import { fromTo } from '../../text/l10n';
import { plainLabel } from '../../text/plainLabel';
import { placeOf, uriOf } from '../shell/placeOf';
import { settings } from '../shell/settings';

/** Nobody would read a longer list of ranges. */
const mostListed = 200;

/** A folder in the list; `undefined` for a folder elsewhere. */
interface FolderItem extends vscode.QuickPickItem {
  readonly folder: vscode.Uri | undefined;
  /** In epoch milliseconds; 0 if it isn't known. */
  readonly lastRun: number;
}

/**
 * Prompts for a range folder: lists those in the workspace that are named after a dataset, as fetching names
 * them, and offers to browse for another one; `undefined` if the person canceled.
 */
export async function pickRangeFolder(title: string): Promise<vscode.Uri | undefined> {
  const manifests = await vscode.workspace.findFiles(
    '**/_*.manifest.json',
    '{**/node_modules/**,**/.*/**}',
    mostListed,
  );
  const folders = manifests.flatMap((manifest) => {
    const folder = describedFolder(placeOf(manifest));
    return folder && findDataset(folder.name) ? [folder] : [];
  });
  if (folders.length === 0) return browse(title);
  const another: FolderItem = { label: vscode.l10n.t('Other Folder…'), folder: undefined, lastRun: 0 };
  const listed = Promise.all(folders.map(itemOf)).then((items) => [
    ...items.sort((one, other) => other.lastRun - one.lastRun),
    another,
  ]);
  const chosen = await vscode.window.showQuickPick(listed, {
    title,
    placeHolder: vscode.l10n.t('Select a range of delivery days'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosen === another ? browse(title) : chosen?.folder;
}

/** The dataset and areas of a range, which days its manifest has and which of them lack data, and where it is. */
async function itemOf(folder: Place): Promise<FolderItem> {
  const uri = uriOf(folder);
  const path = plainLabel(vscode.workspace.asRelativePath(uri));
  // Whoever opens it is told why it can't be read.
  const manifest = await manifestIn(folder).catch(() => undefined);
  const dataset = manifest && findDataset(manifest.dataset);
  if (!dataset) return { label: plainLabel(folder.name), detail: path, folder: uri, lastRun: 0 };
  const areas = queryParts(dataset)
    .filter(isAreaPart)
    .map((part) => partText(part, manifest, marketZone));
  const days = knownDays({ manifest });
  const ends = [...new Set([days[0], days.at(-1)])].filter((day) => day !== undefined).map(dateOf);
  const lacking = lackingDays({
    days: days.map((day) => ({ outcome: dayOutcome({ manifest, dataset }, day) })),
  });
  const requests = Object.values(manifest.days).map(({ requestedAt }) => Date.parse(requestedAt));
  const lastRun = requests.reduce((last, at) => (at > last ? at : last), 0);
  const facts = [
    days.length > 0 ? fromTo(ends) : '',
    lacking ?? '',
    lastRun > 0 ? vscode.l10n.t('last run {0}', toMinute(lastRun)) : '',
  ];
  return {
    label: plainLabel([dataset.title(), ...areas].filter(Boolean).join(' · ')),
    description: facts.filter(Boolean).join(' · '),
    detail: path,
    folder: uri,
    lastRun,
  };
}

const dateOf = (day: string) => dayText(dayPeriod(day, marketZone).start, marketZone);

const toMinute = (instant: number) =>
  formatInZone(Math.floor(instant / minuteMs) * minuteMs, settings.timeZone());

async function browse(title: string): Promise<vscode.Uri | undefined> {
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
