import * as vscode from 'vscode';
import { knownDays, type FoundRange } from '../../engine/range/foundRange';
import { manifestIn } from '../../engine/range/rangeNotes';
import { findDataset } from '../../market/datasets/datasets';
import { isAreaPart, partText, queryParts } from '../../market/query/queryParts';
import { dayText } from '../../market/time/dayText';
import { dayPeriod, marketZone, parseDay } from '../../market/time/deliveryDay';
import { lackingDays } from '../../protocol/openedRange';
import { deliveryDaysFrom } from '../../range/rangeDays';
import { fromTo } from '../../text/l10n';
import { plainLabel } from '../../text/plainLabel';
import { commandIds } from '../shell/commands';
import { placeOf } from '../shell/placeOf';
import { dayOutcome } from '../../engine/range/openedDays';
import type { KnownSpan, RangeDays } from './rangesView';

/** What the manifest of a range says. */
export type RecordedRange = Pick<FoundRange, 'manifest' | 'dataset'>;

/** The first and last of the days that are in the folder or were requested; `undefined` if there are none. */
export function spanOf(found: RecordedRange, asked: KnownSpan): RangeDays | undefined {
  const days = [...knownDays(found), asked.from, asked.to]
    .filter((day) => day !== undefined && parseDay(day) !== null)
    .sort();
  const [from, to] = [days[0], days.at(-1)];
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** The row of a range folder: its dataset and areas, which days lack data, and where it is. */
export async function rangeItem(folder: vscode.Uri, asked: KnownSpan): Promise<vscode.TreeItem> {
  const path = plainLabel(vscode.workspace.asRelativePath(folder));
  const found = await foundIn(folder);
  // The menus depend on the context value: `view/item/context` in package.json.
  if (!found) {
    const item = itemWith(path, vscode.l10n.t('not found'), 'gone', 'question');
    item.tooltip = path;
    return item;
  }
  const { dataset, manifest } = found;
  const areas = queryParts(dataset)
    .filter(isAreaPart)
    .map((part) => partText(part, manifest, marketZone))
    .filter(Boolean);
  const label = plainLabel([dataset.title(), ...areas].join(' · '));
  const span = spanOf(found, asked);
  const days = span ? deliveryDaysFrom(span.from, span.to) : [];
  const lacking = lackingDays({
    days: days.map((day) => ({ outcome: dayOutcome(found, day) })),
  });
  const ends = span ? fromTo([...new Set([span.from, span.to].map(dateOf))]) : '';
  const facts = [lacking ?? '', ends, path].filter(Boolean);
  const item = lacking
    ? itemWith(label, facts.join(' · '), 'range+lacking', 'warning')
    : itemWith(label, facts.join(' · '), 'range', 'calendar');
  item.tooltip = [label, ...facts].join('\n');
  item.command = {
    command: commandIds.openRange,
    title: vscode.l10n.t('Open Range'),
    arguments: [folder],
  };
  return item;
}

function itemWith(label: string, description: string, contextValue: string, icon: string): vscode.TreeItem {
  const item = new vscode.TreeItem(label);
  item.description = description;
  item.contextValue = contextValue;
  item.iconPath = new vscode.ThemeIcon(icon);
  return item;
}

/** `undefined` if the folder or its manifest is gone, or can't be read. */
async function foundIn(folder: vscode.Uri): Promise<RecordedRange | undefined> {
  const place = placeOf(folder);
  if ((await place.look())?.kind !== 'folder') return undefined;
  const manifest = await manifestIn(place).catch(() => undefined);
  const dataset = manifest && findDataset(manifest.dataset);
  return dataset && { manifest, dataset };
}

const dateOf = (day: string) => dayText(dayPeriod(day, marketZone).start, marketZone);
