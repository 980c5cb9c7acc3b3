import { join } from 'node:path';
import { build } from 'esbuild';
import { hostBundles } from '../../../../scripts/bundles.mjs';
import { threadOf, WorkerLink } from '#src/results/store/workerLink';

/** The thread as a bundle in a folder, with these sentences of another language. It has to be disposed of. */
export async function builtThread(
  folder: string,
  sentences?: Readonly<Record<string, string>>,
): Promise<WorkerLink> {
  const { worker } = hostBundles(false).entryPoints;
  await build({ ...hostBundles(false), entryPoints: { worker }, outdir: folder, sourcemap: false });
  return new WorkerLink(threadOf(join(folder, 'worker.js'), sentences));
}
