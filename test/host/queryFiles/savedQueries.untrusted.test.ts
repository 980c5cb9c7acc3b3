import * as assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { command, fixture, useMarketService } from '../support/marketService';
import { workspaceFolder } from '../support/support';

describe('in an untrusted folder', () => {
  const service = useMarketService();

  it('no query can be saved to a file, or edited in one', async () => {
    const body = fixture('dayahead-turnover');
    const { id: result } = await service.ask('dayahead-turnover', { body });
    const file = 'queries.market.json';
    const writes = [
      command('queries.save', { result, file, name: 'new' }),
      command('queries.save', { result, file, name: 'new', overwrite: true }),
      command('queries.edit', { file, query: 'new' }),
    ];
    for (const write of writes) await assert.rejects(Promise.resolve(write), /untrusted workspace/i);
    assert.deepEqual(readdirSync(workspaceFolder().uri.fsPath), []);
  });
});
