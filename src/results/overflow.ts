import type { Result } from './result';

/**
 * What memory cannot hold any longer of `results`, which are given oldest first: as few as bring
 * their tables below `maxMemory` (bytes), those that nobody asked for by itself first, then the
 * oldest, and those that a panel shows last. A result that is running, or the newest, is never among them.
 */
export function overflowOf(
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
  const overflow: Result[] = [];
  for (const result of [...hidden, ...visible]) {
    if (memory <= maxMemory) break;
    memory -= result.table.memory;
    overflow.push(result);
  }
  return overflow;
}
