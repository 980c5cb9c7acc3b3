import { mkdirSync, watch, type FSWatcher } from 'node:fs';
import * as vscode from 'vscode';
import { historyPaths, HistoryReader, type KeptEntry } from '../../history/historyFolder';
import { dayText } from '../../market/time/dayText';
import { formatDay, formatInZone, startOfDay, wallClock } from '../../market/time/zones';
import { queryOfKept } from '../../results/keptResult';
import type { HistoryNode } from '../shell/commandArguments';
import { commandIds } from '../shell/commands';
import { formatCount, formatCounted } from '../../text/l10n';
import { plainLabel } from '../../text/plainLabel';
import { settings } from '../shell/settings';
import { entryFacts, entryLabels, outcomeWords, runnerWords, timeOfDay, type ToldEntry } from './entryWords';

interface DayNode {
  readonly day: string;
  readonly label: string;
  readonly isFirst: boolean;
  readonly entries: readonly KeptEntry[];
}

interface EntryNode extends HistoryNode {
  readonly told: ToldEntry;
  readonly label: string;
  /** The service's message, or why the query failed. */
  readonly message: string | undefined;
}

/** Queries of files that ran one after the other, as when a file is checked. */
interface FileRunsNode {
  readonly id: string;
  readonly runs: readonly EntryNode[];
}

export type HistoryTreeNode = DayNode | FileRunsNode | EntryNode;

/** The entries of all windows by day. Loaded when the view is first visible. */
export class HistoryTree {
  private readonly reader: HistoryReader;
  private readonly watcher: FSWatcher | undefined;
  /** Only entries that contain all of these words are shown. */
  private words: readonly string[] = [];

  /** The history is at `root`. `onChange` is called when any window has changed it. */
  constructor(root: string, onChange: () => void) {
    this.reader = new HistoryReader(historyPaths(root));
    this.watcher = watched(root, onChange);
  }

  /** From now on, shows only entries whose row or tooltip contains all words of the text, in any order. */
  filter(text: string): void {
    this.words = text.toLowerCase().split(/\s+/).filter(Boolean);
  }

  /** The days, newest first, the entries of a day, or those of a run of query files. */
  async childrenOf(node: HistoryTreeNode | undefined): Promise<HistoryTreeNode[]> {
    const zone = settings.timeZone();
    if (node === undefined) {
      const days = daysOf(await this.reader.all(), zone, Date.now());
      if (this.words.length === 0) return days;
      return days
        .map((day) => ({ ...day, entries: this.fitting(day.entries, zone) }))
        .filter(({ entries }) => entries.length > 0);
    }
    if ('runs' in node) return [...node.runs];
    return 'entries' in node ? grouped(nodesOf(node.entries, zone)) : [];
  }

  /** The entries of a day that contain all words. Their labels are made together, which is much faster. */
  private fitting(entries: readonly KeptEntry[], zone: string): KeptEntry[] {
    const fits = (node: EntryNode) => {
      const text = `${rowText(node, zone)} ${tooltipOf(node, zone)}`.toLowerCase();
      return this.words.every((word) => text.includes(word));
    };
    const ids = new Set(
      nodesOf(entries, zone)
        .filter(fits)
        .map(({ historyNode }) => historyNode),
    );
    return entries.filter(({ id }) => ids.has(id));
  }

  itemOf(node: HistoryTreeNode): vscode.TreeItem {
    if ('runs' in node) return fileRunsItem(node);
    return 'entries' in node ? this.dayItem(node) : entryItem(node, settings.timeZone());
  }

  /** Days with matches are unfolded. The tree keeps what a person folded, so that they get other ids then. */
  private dayItem({ day, label, isFirst, entries }: DayNode): vscode.TreeItem {
    const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
    const isFiltered = this.words.length > 0;
    const item = new vscode.TreeItem(label, isFirst || isFiltered ? Expanded : Collapsed);
    item.id = [day, ...this.words].join(' ');
    item.contextValue = 'day';
    item.description = String(entries.length);
    return item;
  }

  /** Adds what is shown while the pointer rests on a row. */
  explain(item: vscode.TreeItem, node: HistoryTreeNode): vscode.TreeItem {
    if ('told' in node) item.tooltip = tooltipOf(node, settings.timeZone());
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
          : dayText(Date.parse(members[0]?.stored.at ?? ''), zone),
    isFirst: index === 0,
    entries: members,
  }));
}

function nodesOf(entries: readonly KeptEntry[], zone: string): EntryNode[] {
  const told = entries.map(({ stored, sha256, isPinned }): ToldEntry => {
    const { at, by, connection, outcome, rows, bytes } = stored;
    const query = queryOfKept(stored);
    const hasResponse = sha256 !== undefined;
    return { at, by, connection, query, outcome: outcome.kind, rows, bytes, hasResponse, isPinned };
  });
  const labels = entryLabels(told, zone);
  return entries.flatMap(({ id, stored }, index) => {
    const entry = told[index];
    const label = labels[index] ?? '';
    return entry ? [{ historyNode: id, told: entry, label, message: stored.outcome.message }] : [];
  });
}

/** Puts queries of files that ran one after the other into one row: a check of a file runs dozens. */
function grouped(nodes: readonly EntryNode[]): (EntryNode | FileRunsNode)[] {
  const rows: (EntryNode | FileRunsNode)[] = [];
  for (let at = 0; at < nodes.length;) {
    let end = at;
    while (nodes[end]?.told.by === 'file') end += 1;
    const runs = nodes.slice(at, Math.max(end, at + 1));
    const [first] = runs;
    // The last one stays the last one while more are added.
    if (runs.length > 1) rows.push({ id: `files ${runs.at(-1)?.historyNode ?? ''}`, runs });
    else if (first) rows.push(first);
    at += runs.length;
  }
  return rows;
}

function fileRunsItem({ id, runs }: FileRunsNode): vscode.TreeItem {
  const words = [
    vscode.l10n.t('{0} query from query files'),
    vscode.l10n.t('{0} queries from query files'),
  ] as const;
  const item = new vscode.TreeItem(
    formatCounted(runs.length, words),
    vscode.TreeItemCollapsibleState.Collapsed,
  );
  const failed = runs.filter(({ told }) => told.outcome !== 'success' && told.outcome !== 'noData').length;
  item.id = id;
  item.iconPath = new vscode.ThemeIcon('checklist');
  if (failed > 0) item.description = vscode.l10n.t('{0} failed', formatCount(failed));
  return item;
}

/** What the row of an entry says. */
const rowText = ({ told, label }: EntryNode, zone: string): string =>
  [label, ...entryFacts(told), timeOfDay(told, zone)].join(', ');

function entryItem(node: EntryNode, zone: string): vscode.TreeItem {
  const { historyNode, told, label } = node;
  const item = new vscode.TreeItem(label);
  const facts = [...entryFacts(told), timeOfDay(told, zone)];
  item.id = historyNode;
  item.description = facts.join(' · ');
  item.iconPath = iconOf(told);
  item.contextValue = `entry${told.hasResponse ? '+response' : ''}+${told.isPinned ? 'pinned' : 'unpinned'}`;
  item.accessibilityInformation = { label: rowText(node, zone) };
  item.command = {
    command: commandIds.openHistory,
    title: vscode.l10n.t('Open'),
    arguments: [{ historyNode }],
  };
  return item;
}

/** All details of an entry. Plain text, because text from a service could be read as Markdown. */
function tooltipOf({ told, label, message }: EntryNode, zone: string): string {
  const { at, query, connection, bytes } = told;
  const parameters = Object.entries(query.parameters).map(([name, value]) => `${name}=${value}`);
  const second = Math.floor(Date.parse(at) / 1000) * 1000;
  const lines = [
    `${query.dataset.title()} · ${label}`,
    vscode.l10n.t('Run on {0} at {1}', plainLabel(connection, 100), formatInZone(second, zone)),
    runnerWords(told),
    ...parameters.map((each) => plainLabel(each)),
    [outcomeWords(told), message === undefined ? '' : plainLabel(message)].filter(Boolean).join(': '),
    bytes > 0 && !told.hasResponse ? vscode.l10n.t("The response isn't stored.") : '',
  ];
  return lines.filter(Boolean).join('\n');
}

function iconOf({ outcome, rows, isPinned, query }: ToldEntry): vscode.ThemeIcon {
  const inColor = (name: string, color: string) => new vscode.ThemeIcon(name, new vscode.ThemeColor(color));
  // In a narrow side bar, nothing but the icon and the title fits.
  // A response that was received isn't necessarily complete, so nothing here looks like a passed check.
  if (outcome === 'success') return new vscode.ThemeIcon(isPinned ? 'pinned' : query.dataset.icon);
  if (outcome === 'noData') return new vscode.ThemeIcon('circle-slash');
  if (outcome === 'cancelled') return new vscode.ThemeIcon('stop-circle');
  return rows > 0 ? inColor('warning', 'list.warningForeground') : inColor('error', 'list.errorForeground');
}
