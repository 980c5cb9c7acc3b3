// Makes the schemas of query files and of the tools for language models from the datasets: node
// scripts/schema.mjs (npm run generate:schema)
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { format, resolveConfig } from 'prettier';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The schema with which other editors and programs can check files. */
export const schemaFile = join(root, 'language', 'market-queries.schema.json');
/** The schema for VS Code, which refers to the other one. */
export const suggestingFile = join(root, 'language', 'suggestions.schema.json');

/** The manifest, whose `contributes.languageModelTools` is made from the datasets. */
const manifestFile = join(root, 'package.json');

async function write() {
  const outfile = join(root, 'dist', `schema-${process.pid}.mjs`);
  await build({
    stdin: {
      contents: [
        "export { querySchema, suggestingSchema } from './src/queryFiles/read/schema';",
        "export { toolDescriptions } from './src/languageModels/toolDescriptions';",
        "export { datasets } from './src/market/datasets/datasets';",
      ].join('\n'),
      resolveDir: root,
    },
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  });
  try {
    const made = await import(pathToFileURL(outfile).href);
    const { datasets, querySchema, suggestingSchema, toolDescriptions } = made;
    const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
    manifest.contributes.languageModelTools = toolDescriptions(datasets);
    for (const [file, schema] of [
      [schemaFile, querySchema()],
      [suggestingFile, suggestingSchema()],
      [manifestFile, manifest],
    ]) {
      const options = { ...(await resolveConfig(file)), filepath: file };
      writeFileSync(file, await format(JSON.stringify(schema), options));
    }
  } finally {
    rmSync(outfile);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await write();
