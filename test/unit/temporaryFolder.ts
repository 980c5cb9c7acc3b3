import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives all tests one temporary folder and removes it at the end. Runs once, before the first test. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'market-data-tests-'));
  // Windows uses the other two.
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
