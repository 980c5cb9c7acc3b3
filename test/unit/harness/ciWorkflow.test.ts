import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { workflowScript } from '../../harness/ciWorkflow.mjs';

const ready = {
  ready: true,
  baseUrl: 'http://127.0.0.1:5/api',
  authUrl: 'http://127.0.0.1:5/identity',
  username: 'sample-1',
  password: 'canary',
};

/** Programs that the script finds instead of the real ones; each notes its arguments. */
const programs = {
  unzip: '',
  node: `case $1 in *cli.js) echo '${JSON.stringify(ready)}';; *) exec "$REAL_NODE" "$@";; esac`,
  npm: 'env | grep ^MARKET_DATA_ | sort',
};

it.skipIf(process.platform === 'win32')(
  'the documented workflow gives the tests the password, which no process list shows',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'workflow-'));
    const bin = join(folder, 'bin');
    const noted = join(folder, 'noted');
    mkdirSync(bin);
    for (const [name, lines] of Object.entries(programs)) {
      const script = `#!/bin/sh\necho ${name} "$@" >> "$NOTED"\n${lines}\n`;
      writeFileSync(join(bin, name), script, { mode: 0o755 });
    }
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-eo', 'pipefail', '-c', workflowScript()], {
      encoding: 'utf8',
      env: {
        PATH: [bin, process.env.PATH].join(delimiter),
        RUNNER_TEMP: folder,
        NOTED: noted,
        REAL_NODE: process.execPath,
      },
    });
    expect([stderr, stdout.trim().split('\n')]).toEqual([
      '',
      [
        `MARKET_DATA_AUTH_URL=${ready.authUrl}`,
        `MARKET_DATA_BASE_URL=${ready.baseUrl}`,
        `MARKET_DATA_PASSWORD=${ready.password}`,
        `MARKET_DATA_USERNAME=${ready.username}`,
      ],
    ]);
    expect(readFileSync(noted, 'utf8')).toMatch(/cli\.js sandbox/);
    expect(readFileSync(noted, 'utf8')).not.toContain(ready.password);
  },
);
