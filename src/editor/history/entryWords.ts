import * as vscode from 'vscode';
import type { KeptEntry } from '../../history/historyFolder';
import { dayText } from '../../market/time/dayText';
import { formatTimeOfDay } from '../../market/time/zones';
import { queryOfKept } from '../../results/keptResult';
import { rowLabelOf, withConnection } from '../../results/resultNames';
import { plainLabel } from '../../text/plainLabel';
import { progressWords } from '../shell/progressWords';

/** What was asked, for one row of a list: "Prices · NO1 · 29 Mar", ending in a connection that isn't `selected`. */
export function entryLabel({ stored }: KeptEntry, zone: string, selected = stored.connection): string {
  const { connection, at } = stored;
  const run = { connection, query: queryOfKept(stored), startedEpochMs: Date.parse(at) };
  return withConnection(plainLabel(rowLabelOf(run, zone)), run, selected);
}

/** How an entry ended: "96 rows", "failed". */
export const outcomeWords = ({ stored: { outcome, rows } }: KeptEntry): string =>
  progressWords({ progress: { kind: 'ended', outcome }, table: { rows } });

/** What a narrow row has room for, in short parts: when an entry was run, and what is unusual about it. */
export function rowFacts(entry: KeptEntry, zone: string): string[] {
  const { stored, sha256, isPinned } = entry;
  return [
    formatTimeOfDay(Date.parse(stored.at), zone),
    ...(stored.outcome.kind === 'success' ? [] : [outcomeWords(entry)]),
    ...(isPinned ? [vscode.l10n.t('pinned')] : []),
    ...(stored.rows > 0 && sha256 === undefined ? [vscode.l10n.t('response not stored')] : []),
  ];
}

/** The same for a list with more room, and how many rows came over which connection. */
export function entryFacts(entry: KeptEntry, zone: string): string[] {
  const [time = '', ...others] = rowFacts(entry, zone);
  return [...new Set([time, outcomeWords(entry), ...others, plainLabel(entry.stored.connection, 60)])];
}

/** The day on which an entry was run: "29 Mar 2026". */
export const dayOfEntry = ({ stored: { at } }: KeptEntry, zone: string): string =>
  dayText(Date.parse(at), zone);

/** Who ran the query; empty for a person, as is usual. */
export function runnerWords({ stored }: KeptEntry): string {
  switch (stored.by) {
    case 'person':
      return '';
    case 'file':
      return vscode.l10n.t('Run from a query file');
    case 'command':
      return vscode.l10n.t('Run by a command');
    case 'agent':
      return vscode.l10n.t('Run by a language model');
  }
}
