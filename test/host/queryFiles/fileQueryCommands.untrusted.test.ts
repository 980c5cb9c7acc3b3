import * as assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, useMarketService } from '../support/marketService';
import { workspaceFolder } from '../support/support';

describe('queries in a file of an untrusted folder', () => {
  const service = useMarketService();
  const folder = () => join(workspaceFolder().uri.fsPath, 'queries');
  after(() => rmSync(folder(), { recursive: true }));

  it('neither run nor write anything', async () => {
    const text = JSON.stringify({
      version: 1,
      connection: 'service',
      queries: {
        q: { dataset: 'intraday-orders', expect: {}, export: { format: 'csv', target: 'orders.csv' } },
      },
    });
    mkdirSync(folder());
    writeFileSync(join(folder(), 'a.market.json'), text);
    const argument = { file: 'queries/a.market.json', query: 'q', overwrite: true };
    for (const id of ['run', 'check', 'export', 'pin']) {
      await assert.rejects(Promise.resolve(command(`queries.${id}`, argument)), /untrusted workspace/);
    }
    assert.deepEqual(service.server.requests, []);
    assert.deepEqual(readdirSync(workspaceFolder().uri.fsPath), ['queries']);
    assert.equal(readFileSync(join(folder(), 'a.market.json'), 'utf8'), text);
  });
});
