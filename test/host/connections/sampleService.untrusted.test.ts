import * as assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from '../support/marketService';
import { activeExtension, workspaceFolder } from '../support/support';

describe('a sample service in an untrusted folder', () => {
  before(activeExtension);
  after(() => command('sandbox.stop'));

  it('runs with made-up data, but reads no file there', async () => {
    const saved = join(workspaceFolder().uri.fsPath, 'saved');
    mkdirSync(saved);
    writeFileSync(join(saved, 'a.json'), '[]');
    const provenance = { version: 1, dataset: 'dayahead-prices', parameters: {} };
    writeFileSync(join(saved, 'a.json.provenance.json'), JSON.stringify(provenance));
    const run = command('sandbox.start', { fixtures: 'saved' });
    await assert.rejects(Promise.resolve(run), /untrusted workspace/);
    rmSync(saved, { recursive: true });
    assert.ok(await command('sandbox.start', {}));
  });
});
