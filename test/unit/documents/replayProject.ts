import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provenanceSuffix } from '#src/request/provenance';
import { builtCliFile } from '../cli/builtCli';
import { codeBlocks } from './documents';

/** The response that is saved in each project. */
export const savedPrices = readFileSync('test/fixtures/dayahead-prices.json', 'utf8');

/**
 * A project whose tests start replay as docs/sample-service.md shows in a language: the documented function is in a
 * file with this name.
 */
export async function replayProject(language: 'js' | 'python', name: string): Promise<string> {
  const [block, ...others] = codeBlocks(language).filter(({ file }) => file === 'docs/sample-service.md');
  if (!block || others.length > 0) throw new Error(`The page doesn't have one block of ${language}.`);
  const project = mkdtempSync(join(tmpdir(), 'replay-'));
  for (const folder of ['tools', 'test/fixtures']) mkdirSync(join(project, folder), { recursive: true });
  copyFileSync(await builtCliFile(), join(project, 'tools', 'cli.js'));
  const saved = join(project, 'test', 'fixtures', 'prices.json');
  const parameters = { deliveryarea: 'NO1,SE3', startTime: '2026-03-28T23:00:00Z' };
  writeFileSync(saved, savedPrices);
  writeFileSync(
    saved + provenanceSuffix,
    JSON.stringify({ version: 1, dataset: 'dayahead-prices', parameters, outcome: 'success' }),
  );
  writeFileSync(join(project, name), block.text);
  return project;
}
