import * as vscode from 'vscode';
import { findDataset } from '../../market/datasets/datasets';
import { dayOfEntry, entryFacts, entryLabel, type DescribedEntry } from './entryWords';
import type { HistoryEntry } from './queryHistory';

/** An entry in a list to choose from. */
interface HistoryItem extends vscode.QuickPickItem {
  readonly id: string;
}

/** The entries to choose from, in their order, each with how it ended and when it ran in `zone`. */
export function historyItems(entries: readonly HistoryEntry[], zone: string): HistoryItem[] {
  const told = entries.flatMap((entry): (DescribedEntry & { id: string })[] => {
    const dataset = findDataset(entry.dataset);
    const query = dataset && { dataset, parameters: entry.parameters };
    return query ? [{ ...entry, query, isPinned: entry.pinned }] : [];
  });
  return told.map((entry) => ({
    id: entry.id,
    label: entryLabel(entry, zone),
    iconPath: new vscode.ThemeIcon(entry.query.dataset.icon),
    description: [dayOfEntry(entry, zone), ...entryFacts(entry, zone)].join(' · '),
  }));
}
