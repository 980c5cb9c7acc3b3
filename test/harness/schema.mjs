// The schemas of query files, made from the datasets: node test/harness/schema.mjs (npm run schema)
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { format, resolveConfig } from 'prettier';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What VS Code is given: it offers and describes. */
export const describingFile = join(root, 'language', 'market-queries.schema.json');
/** What other editors and programs can check files with. */
export const rejectingFile = join(root, 'docs', 'market-queries.schema.json');

async function write() {
  const outfile = join(root, 'dist', `schema-${process.pid}.mjs`);
  await build({
    entryPoints: [join(root, 'src', 'queryFiles', 'schema.ts')],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  });
  try {
    const { describingSchema, querySchema } = await import(pathToFileURL(outfile).href);
    for (const [file, schema] of [
      [describingFile, describingSchema()],
      [rejectingFile, querySchema()],
    ]) {
      const options = { ...(await resolveConfig(file)), filepath: file };
      writeFileSync(file, await format(JSON.stringify(schema), options));
    }
  } finally {
    rmSync(outfile);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await write();
