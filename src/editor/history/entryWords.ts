import * as vscode from 'vscode';
import type { Query } from '../../market/query/query';
import { dayText } from '../../market/time/dayText';
import { formatTimeOfDay } from '../../market/time/zones';
import type { OutcomeKind } from '../../request/outcome';
import { emptyTable, type Runner } from '../../results/result';
import { rowLabelOf, withConnection } from '../../results/resultNames';
import { plainLabel } from '../../text/plainLabel';
import { progressWords } from '../shell/progressWords';

/** What lists and tooltips show of an entry. */
export interface DescribedEntry {
  /** When the service was asked, RFC 3339 in UTC. */
  readonly at: string;
  readonly by: Runner;
  readonly query: Query;
  readonly connection: string;
  readonly outcome: OutcomeKind;
  readonly rows: number;
  /** Body after decompression. */
  readonly bytes: number;
  readonly hasResponse: boolean;
  readonly isPinned: boolean;
}

/** What was asked, for one row of a list: "Prices · NO1 · 29 Mar", ending in a connection that isn't `selected`. */
export function entryLabel(entry: DescribedEntry, zone: string, selected = entry.connection): string {
  const run = { ...entry, startedEpochMs: Date.parse(entry.at) };
  return withConnection(plainLabel(rowLabelOf(run, zone)), run, selected);
}

/** How an entry ended: "96 rows", "failed". */
export const outcomeWords = ({ outcome, rows }: DescribedEntry): string =>
  progressWords({ progress: { kind: 'ended', outcome: { kind: outcome } }, table: { ...emptyTable, rows } });

/** The time of the day at which an entry was run, to the minute: "14:02". */
const timeOfDay = ({ at }: DescribedEntry, zone: string): string => formatTimeOfDay(Date.parse(at), zone);

/** What a narrow row has room for, in short parts: when an entry was run, and what is unusual about it. */
export function rowFacts(entry: DescribedEntry, zone: string): string[] {
  const { outcome, rows, hasResponse, isPinned } = entry;
  return [
    timeOfDay(entry, zone),
    ...(outcome === 'success' ? [] : [outcomeWords(entry)]),
    ...(isPinned ? [vscode.l10n.t('pinned')] : []),
    ...(rows > 0 && !hasResponse ? [vscode.l10n.t('response not stored')] : []),
  ];
}

/** The same for a list with more room, and how many rows came over which connection. */
export function entryFacts(entry: DescribedEntry, zone: string): string[] {
  const [time = '', ...others] = rowFacts(entry, zone);
  return [...new Set([time, outcomeWords(entry), ...others, plainLabel(entry.connection, 60)])];
}

/** The day on which an entry was run: "29 Mar 2026". */
export const dayOfEntry = ({ at }: DescribedEntry, zone: string): string => dayText(Date.parse(at), zone);

/** Who ran the query; empty for a person, as is usual. */
export function runnerWords({ by }: DescribedEntry): string {
  switch (by) {
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
