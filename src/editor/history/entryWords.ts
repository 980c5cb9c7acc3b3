import * as vscode from 'vscode';
import type { Query } from '../../market/query/query';
import { dayText } from '../../market/time/dayText';
import { formatTimeOfDay } from '../../market/time/zones';
import type { OutcomeKind } from '../../request/outcome';
import { emptyTable, type Runner } from '../../results/result';
import { subjectsOf } from '../../results/resultNames';
import { formatBytes } from '../../text/sizesAndDurations';
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

const keyOf = ({ query, connection }: DescribedEntry) =>
  JSON.stringify([connection, query.dataset.id, Object.entries(query.parameters).sort()]);

/**
 * The labels of entries in a list. They are those of results, except that the same query always has the same
 * label, because the list also says when it ran.
 */
export function entryLabels(entries: readonly DescribedEntry[], zone: string): string[] {
  const different = new Map(
    entries.map((entry) => {
      const { query, connection, at } = entry;
      return [keyOf(entry), { query, connection, startedEpochMs: Date.parse(at) }];
    }),
  );
  const labels = subjectsOf([...different.values()], zone);
  const byKey = new Map([...different.keys()].map((key, index) => [key, labels[index] ?? '']));
  return entries.map((entry) => plainLabel(byKey.get(keyOf(entry)) ?? ''));
}

/** How an entry ended: "96 rows", "failed". */
export const outcomeWords = ({ outcome, rows }: DescribedEntry): string =>
  progressWords({ progress: { kind: 'ended', outcome: { kind: outcome } }, table: { ...emptyTable, rows } });

/** The dataset of an entry, how it ended, how much was received, and whether it is kept, in short parts. */
export function entryFacts(entry: DescribedEntry): string[] {
  const { query, rows, bytes, hasResponse, isPinned } = entry;
  return [
    query.dataset.title(),
    ...(isPinned ? [vscode.l10n.t('pinned')] : []),
    outcomeWords(entry),
    ...(hasResponse ? [formatBytes(bytes)] : []),
    ...(rows > 0 && !hasResponse ? [vscode.l10n.t('response not stored')] : []),
  ];
}

/** The time of the day at which an entry was run, to the minute: "14:02". */
export const timeOfDay = ({ at }: DescribedEntry, zone: string): string =>
  formatTimeOfDay(Date.parse(at), zone);

/** The day on which an entry was run: "29 Mar 2026". */
export const dayOfEntry = ({ at }: DescribedEntry, zone: string): string => dayText(Date.parse(at), zone);

/** Who ran the query; empty for a person, as is usual. */
export function runnerWords({ by }: DescribedEntry): string {
  switch (by) {
    case 'person':
      return '';
    case 'file':
      return vscode.l10n.t('Run from a query file');
    case 'task':
      return vscode.l10n.t('Run by a task');
    case 'command':
      return vscode.l10n.t('Run by a command');
    case 'agent':
      return vscode.l10n.t('Run by a language model');
  }
}
