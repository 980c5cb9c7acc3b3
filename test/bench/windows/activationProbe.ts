import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';

/**
 * The entry that VS Code calls in the extension host. Activates the extensions in the environment variable
 * `BENCH_PROBE` one after the other, and writes how many milliseconds each took, in wall-clock time and
 * in the host's processor time.
 */
export async function run(): Promise<void> {
  const { extensions, results } = JSON.parse(process.env['BENCH_PROBE'] ?? '') as {
    extensions: readonly string[];
    results: string;
  };
  const taken: Record<string, { clock: number; processor: number }> = {};
  for (const id of extensions) {
    const extension = vscode.extensions.getExtension(id);
    if (!extension) throw new Error(`The extension ${id} is not installed.`);
    if (extension.isActive) throw new Error(`The extension ${id} is already active.`);
    const before = process.cpuUsage();
    const started = performance.now();
    await extension.activate();
    const clock = performance.now() - started;
    const { user, system } = process.cpuUsage(before);
    taken[id] = { clock, processor: (user + system) / 1e3 };
  }
  writeFileSync(results, JSON.stringify(taken));
}
