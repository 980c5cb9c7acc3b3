import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { root } from '../../../scripts/checkout.mjs';

const vscode = pathToFileURL(join(root, 'scripts', 'vscode.mjs')).href;

it.each(['SIGKILL', 'SIGTERM', 'SIGHUP'] as const)(
  'a server and what it started end with the run that started them, even if that run ends by %s',
  async (signal) => {
    const ends: Promise<unknown>[] = [];
    const listening = createServer((connection) => {
      connection.on('error', () => undefined).resume();
      ends.push(new Promise((resolve) => connection.once('close', resolve)));
    });
    await once(listening.listen(0, '127.0.0.1'), 'listening');
    const { port } = listening.address() as { port: number };
    const connect = `require('node:net').connect(${port}, '127.0.0.1');`;
    const server = `${connect} require('node:child_process').spawn(process.execPath, ['-e', "${connect}"]);`;
    const run = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `import { startProgram } from '${vscode}';
       startProgram(process.execPath, ['-e', ${JSON.stringify(server)}], {});`,
    ]);
    await expect.poll(() => ends.length, { timeout: 60_000 }).toBe(2);
    run.kill(signal);
    await Promise.all(ends);
    listening.close();
  },
);
