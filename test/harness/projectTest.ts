// The test that `npm test` runs in the project of ciWorkflow.mjs: our own client queries the service that the
// variables name, and compares the response with the fixture.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { findDataset } from '#src/market/datasets/datasets';
import { targetOf } from '#src/request/requestTarget';
import { connectionDefaults } from '#src/service/connectionSettings';
import { createMarketClient } from '#src/service/marketClient';

const {
  MARKET_DATA_BASE_URL: baseUrl = '',
  MARKET_DATA_AUTH_URL: authUrl = '',
  MARKET_DATA_USERNAME: username = '',
  MARKET_DATA_PASSWORD: password = '',
} = process.env;
const quiet = () => undefined;
const client = createMarketClient({
  vault: {
    credentials: () => Promise.resolve({ username, password, headers: {} }),
    token: () => Promise.resolve(undefined),
    storeToken: () => Promise.resolve(),
  },
  log: { info: quiet, warn: quiet },
});
const connection = {
  ...connectionDefaults,
  name: 'ci',
  baseUrl,
  authUrl,
  clientAuthentication: 'none',
  secretHeaders: [],
} as const;

async function main(): Promise<void> {
  const dataset = findDataset('dayahead-prices');
  assert.ok(dataset);
  const parameters = { deliveryarea: 'SE3,NO1', startTime: '2026-03-29T00:00:00.000+01:00' };
  const reply = await client.ask({
    connection,
    target: targetOf({ dataset, parameters }, connection),
    settings: { requestTimeoutSeconds: 10, maxRetryWaitSeconds: 0 },
    signal: new AbortController().signal,
    onWait: quiet,
  });
  assert.ok(reply.kind === 'body', JSON.stringify(reply));
  assert.equal(reply.encoding, 'gzip');
  const body = gunzipSync(await buffer(reply.body));
  assert.deepEqual(body, readFileSync('test/fixtures/prices.json'));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
