import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives all tests one temporary folder, of which nothing is left behind. Run once, before the first. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'market-data-tests-'));
  // Windows looks at the other two.
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
