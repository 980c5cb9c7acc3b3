import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';

/**
 * Runs a Node program and discards what it prints. Resolves with the processor time of the whole process, all
 * threads included, in milliseconds. Rejects unless the program succeeds.
 */
export async function processorMsOf(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(
    process.execPath,
    ['--require', join(import.meta.dirname, 'processorTime.js'), ...args],
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } },
  );
  const [reported, said, [status]] = await Promise.all([
    text(child.stdio[3] as Readable),
    text(child.stdio[2] as Readable),
    once(child, 'close'),
  ]);
  if (status !== 0) throw new Error(`${args[0]} ended with ${String(status)}: ${said}`);
  return Number(reported);
}
