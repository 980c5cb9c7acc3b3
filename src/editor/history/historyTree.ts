import { mkdirSync, watch, type FSWatcher } from 'node:fs';
import * as vscode from 'vscode';
import { historyPaths, HistoryReader, type KeptEntry } from '../../history/historyFolder';
import { dayText } from '../../market/time/dayText';
import { formatDay, formatInZone, startOfDay, wallClock } from '../../market/time/zones';
import { queryOfKept } from '../../results/keptResult';
import type { HistoryNode } from '../shell/commandArguments';
import { commandIds } from '../shell/commands';
import { plainLabel } from '../../text/plainLabel';
import { settings } from '../shell/settings';
import { entryLabel, outcomeWords, rowFacts, runnerWords } from './entryWords';

interface DayNode {
  readonly day: string;
  readonly label: string;
  readonly isFirst: boolean;
  readonly entries: readonly KeptEntry[];
}

interface EntryNode extends HistoryNode {
  readonly entry: KeptEntry;
  readonly label: string;
}

export type HistoryTreeNode = DayNode | EntryNode;

/** The entries of all windows by day. Loaded when the view is first visible. */
export class HistoryTree {
  private readonly reader: HistoryReader;
  private readonly watcher: FSWatcher | undefined;

  /**
   * The history is at `root`. `onChange` is called when any window has changed it. `selected` is the name of the
   * selected connection, which goes without saying.
   */
  constructor(
    root: string,
    private readonly selected: () => string,
    onChange: () => void,
  ) {
    this.reader = new HistoryReader(historyPaths(root));
    this.watcher = watched(root, onChange);
  }

  /** The days, newest first, or the entries of a day. */
  async childrenOf(node: HistoryTreeNode | undefined): Promise<HistoryTreeNode[]> {
    const zone = settings.timeZone();
    if (node === undefined) return daysOf(await this.reader.all(), zone, Date.now());
    if (!('entries' in node)) return [];
    return node.entries.map((entry) => ({
      historyNode: entry.id,
      entry,
      label: entryLabel(entry, zone, this.selected()),
    }));
  }

  itemOf(node: HistoryTreeNode): vscode.TreeItem {
    return 'entries' in node ? dayItem(node) : entryItem(node, settings.timeZone());
  }

  /** Adds what is shown while the pointer rests on a row. */
  explain(item: vscode.TreeItem, node: HistoryTreeNode): vscode.TreeItem {
    if ('entry' in node) item.tooltip = tooltipOf(node, settings.timeZone());
    return item;
  }

  dispose(): void {
    this.watcher?.close();
  }
}

/**
 * `undefined` if changes can't be watched, as on some network drives; the view is then refreshed when it
 * becomes visible.
 */
function watched(root: string, onChange: () => void): FSWatcher | undefined {
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 });
    const watcher = watch(root, { persistent: false }, () => onChange());
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}

/** The days of the time zone that have entries. `entries` are sorted newest first. */
function daysOf(entries: readonly KeptEntry[], zone: string, now: number): DayNode[] {
  const byDay = new Map<string, KeptEntry[]>();
  for (const entry of entries) {
    const day = formatDay(wallClock(Date.parse(entry.stored.at), zone));
    const others = byDay.get(day);
    if (others) others.push(entry);
    else byDay.set(day, [entry]);
  }
  const { year, month, day: date } = wallClock(now, zone);
  const today = formatDay(wallClock(now, zone));
  const yesterday = formatDay(wallClock(startOfDay(year, month, date, zone) - 1, zone));
  return [...byDay].map(([day, members], index) => ({
    day,
    label:
      day === today
        ? vscode.l10n.t('Today')
        : day === yesterday
          ? vscode.l10n.t('Yesterday')
          : dayText(Date.parse(members[0]?.stored.at ?? ''), zone, now),
    isFirst: index === 0,
    entries: members,
  }));
}

function dayItem({ day, label, isFirst, entries }: DayNode): vscode.TreeItem {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(label, isFirst ? Expanded : Collapsed);
  item.id = day;
  item.contextValue = 'day';
  item.description = String(entries.length);
  return item;
}

function entryItem({ historyNode, entry, label }: EntryNode, zone: string): vscode.TreeItem {
  const item = new vscode.TreeItem(label);
  const facts = rowFacts(entry, zone);
  const { sha256, isPinned } = entry;
  item.id = historyNode;
  item.description = facts.join(' · ');
  item.iconPath = iconOf(entry);
  item.contextValue = `entry${sha256 === undefined ? '' : '+response'}+${isPinned ? 'pinned' : 'unpinned'}`;
  const [time = '', ...others] = facts;
  const heard = new Set([label, time, outcomeWords(entry), ...others]);
  item.accessibilityInformation = { label: [...heard].join(', ') };
  item.command = {
    command: commandIds.openHistory,
    title: vscode.l10n.t('Open'),
    arguments: [{ historyNode }],
  };
  return item;
}

/** All details of an entry. Plain text, because text from a service could be read as Markdown. */
function tooltipOf({ entry, label }: EntryNode, zone: string): string {
  const { at, connection, bytes, outcome, parameters: sent } = entry.stored;
  const parameters = Object.entries(sent).map(([name, value]) => `${name}=${value}`);
  const second = Math.floor(Date.parse(at) / 1000) * 1000;
  const lines = [
    queryOfKept(entry.stored).dataset.title(),
    label,
    vscode.l10n.t('Run on {0} at {1}', plainLabel(connection, 100), formatInZone(second, zone)),
    runnerWords(entry),
    ...parameters.map((each) => plainLabel(each)),
    [outcomeWords(entry), plainLabel(outcome.message ?? '')].filter(Boolean).join(': '),
    bytes > 0 && entry.sha256 === undefined ? vscode.l10n.t("The response isn't stored.") : '',
  ];
  return lines.filter(Boolean).join('\n');
}

function iconOf({ stored, isPinned }: KeptEntry): vscode.ThemeIcon {
  const { kind } = stored.outcome;
  const inColor = (name: string, color: string) => new vscode.ThemeIcon(name, new vscode.ThemeColor(color));
  // In a narrow side bar, nothing but the icon and the title fits.
  // A response that was received isn't necessarily complete, so nothing here looks like a passed check.
  if (kind === 'success') {
    return new vscode.ThemeIcon(isPinned ? 'pinned' : queryOfKept(stored).dataset.icon);
  }
  if (kind === 'noData') return new vscode.ThemeIcon('circle-slash');
  if (kind === 'cancelled') return new vscode.ThemeIcon('stop-circle');
  return stored.rows > 0
    ? inColor('warning', 'list.warningForeground')
    : inColor('error', 'list.errorForeground');
}
