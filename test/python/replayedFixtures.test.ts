import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { replayProject, savedPrices } from '../unit/documents/replayProject';
import { run } from '../unit/exports/runCopies';

describe('a test in Python that starts replay as documented', () => {
  let project: string;
  beforeAll(async () => {
    project = await replayProject('python', 'replay.py');
  });
  const query = () => run('python', [join(import.meta.dirname, 'replayed_prices.py'), project]);

  it('gets the saved response, character for character, and then ends', async () => {
    const { code, out, err } = await query();
    expect(code, err).toBe(0);
    expect(out).toBe(savedPrices);
  });

  it('fails if there is nothing to replay, and says why', async () => {
    rmSync(join(project, 'test', 'fixtures', 'prices.json'));
    const { code, err } = await query();
    expect(code).toBe(1);
    expect(err).toContain('prices.json: only its provenance is there.');
    expect(err).toContain("RuntimeError: The sample service didn't start.");
  });
});
