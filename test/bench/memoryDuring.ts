/**
 * Runs the work and resolves with its milliseconds and with how many megabytes the process grew at
 * most meanwhile. The work must leave this thread free: memory is looked at every 5 ms.
 */
export async function memoryDuring(work: () => Promise<unknown>): Promise<[number, number]> {
  const before = process.memoryUsage.rss();
  let most = before;
  const look = () => (most = Math.max(most, process.memoryUsage.rss()));
  const looking = setInterval(look, 5);
  const started = performance.now();
  await work();
  const spent = performance.now() - started;
  look();
  clearInterval(looking);
  return [spent, (most - before) / 1e6];
}
