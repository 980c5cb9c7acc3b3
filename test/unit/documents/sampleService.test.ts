import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { endOf } from '../cli/builtCli';
import { replayProject, savedPrices } from './replayProject';

const program = `
import { replay } from './replay.mjs';

const { service, baseUrl, authUrl, username, password } = await replay('test/fixtures');
const form = new URLSearchParams({ grant_type: 'password', username, password });
const granted = await fetch(authUrl + '/connect/token', { method: 'POST', body: form });
const { access_token: token } = await granted.json();
const query = 'deliveryarea=SE3,NO1&startTime=2026-03-29T00:00:00%2B01:00';
const headers = { authorization: 'Bearer ' + token };
const response = await fetch(baseUrl + '/dayahead/prices/areaBlock?' + query, { headers });
process.stdout.write(await response.text());
service.kill();
`;

describe('a test in Node that starts replay as documented', () => {
  let project: string;
  beforeAll(async () => {
    project = await replayProject('js', 'replay.mjs');
    writeFileSync(join(project, 'test.mjs'), program);
  });
  const run = () =>
    endOf(spawn(process.execPath, ['test.mjs'], { cwd: project, stdio: ['ignore', 'pipe', 'pipe'] }));

  it('gets the saved response, character for character, and then ends', async () => {
    expect(await run()).toEqual({ status: 0, out: savedPrices, errors: '' });
  });

  it('fails if there is nothing to replay, and says why', async () => {
    rmSync(join(project, 'test', 'fixtures', 'prices.json'));
    const { status, errors } = await run();
    expect(status).toBe(1);
    expect(errors).toContain('prices.json: only its provenance is there.');
    expect(errors).toContain("The sample service didn't start.");
  });
});
