import * as assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, useMarketService } from '../support/marketService';
import { workspaceFolder } from '../support/support';

describe('in an untrusted folder', () => {
  useMarketService();
  const folder = () => join(workspaceFolder().uri.fsPath, 'elsewhere');
  afterEach(() => rmSync(folder(), { recursive: true, force: true }));

  it('programs are copied, because that only reads', async () => {
    mkdirSync(folder());
    writeFileSync(join(folder(), 'dayahead-prices.csv'), 'startTime,value\r\n');
    const program = await command('file.copyAs', { path: 'elsewhere/dayahead-prices.csv', target: 'pandas' });
    assert.match(String(program), /"elsewhere\/dayahead-prices\.csv"/);
    assert.deepEqual(readdirSync(folder()), ['dayahead-prices.csv']);
  });
});
