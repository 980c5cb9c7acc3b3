import type { Result } from '../result';

/**
 * The results to discard from memory: as few of `results`, which are sorted oldest first, as needed to bring
 * their tables below `maxMemory` (bytes). Results that were queried only on behalf of others are discarded
 * first, then the oldest, and last those that an open tab shows, including in its chart. A running result and
 * the newest one are never discarded.
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
