import type { Result } from './result';

/**
 * The results to discard from memory, from `results`, oldest first: as few as bring their tables
 * below `maxMemory` (bytes). Results of queries that no person ran are discarded first, then the
 * oldest, and those in a tab last, in its chart as well. A running result and the newest one are never discarded.
 */
export function resultsToDiscard(
  results: readonly Result[],
  shown: ReadonlySet<string>,
  maxMemory: number,
): Result[] {
  const older = results.filter(({ progress }) => progress.kind === 'ended').slice(0, -1);
  const hidden = older
    .filter(({ id }) => !shown.has(id))
    .sort((a, b) => Number(b.onBehalf) - Number(a.onBehalf));
  const visible = older.filter(({ id }) => shown.has(id));
  let memory = results.reduce((sum, { table }) => sum + table.memory, 0);
  const discarded: Result[] = [];
  for (const result of [...hidden, ...visible]) {
    if (memory <= maxMemory) break;
    memory -= result.table.memory;
    discarded.push(result);
  }
  return discarded;
}
