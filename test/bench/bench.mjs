// Measures the extension against named references: npm run bench -- [PART ...] [--quick | --smoke]
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache, installDependencies, node, root, start } from '../harness/checkout.mjs';

await start(async () => {
  await installDependencies();
  const { build } = await import('esbuild');
  const smoke = process.argv.includes('--smoke');
  const folder = join(cache, smoke ? 'bench-smoke' : 'bench');
  rmSync(folder, { recursive: true, force: true });
  const programs = ['main', 'bodyServer', 'ours', 'axios'];
  await build({
    entryPoints: programs.map((name) => join(root, 'test', 'bench', `${name}.ts`)),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
  // As .esbuild.mjs --production builds them, in a place of their own: others may be using dist/.
  await build({
    entryPoints: {
      worker: join(root, 'src', 'results', 'worker.ts'),
      service: join(root, 'src', 'service', 'index.ts'),
    },
    outdir: join(folder, 'product'),
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
  });
  return node([join(folder, 'main.mjs'), ...process.argv.slice(2)]);
});
