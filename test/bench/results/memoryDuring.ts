/**
 * Runs the work and resolves with its milliseconds and the peak growth of the process in megabytes. The work
 * must not block this thread, because memory is sampled every 5 ms.
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
