import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { isRunning, launchersOf } from '../../../scripts/launchers.mjs';

const script = /sandbox\.mjs/;

it.each<[string, string[], number[]]>([
  [
    'npm and its shell',
    ['sh -c node scripts/sandbox.mjs', 'npm run sandbox', 'bash ci.sh', 'sshd'],
    [9, 8, 7],
  ],
  ['npm without a shell', ['npm run sandbox', 'bash', 'sshd'], [9, 8]],
  ['no npm', ['bash ci.sh', 'sshd'], [9]],
  [
    'npm on Windows',
    [
      'C:\\Windows\\system32\\cmd.exe /d /s /c node scripts/sandbox.mjs',
      '"C:\\node.exe" "C:\\npm\\bin\\npm-cli.js" run sandbox',
      'C:\\Windows\\system32\\cmd.exe /c npm.cmd run sandbox',
      'powershell.exe',
      'explorer.exe',
    ],
    [9, 8, 7, 6],
  ],
])(
  'the service started by a script ends with that script, not with what is above it: %s',
  (_, commands, ids) => {
    const processes = commands.map((command, up) => ({ id: 9 - up, parent: 8 - up, command }));
    expect(launchersOf(processes, 9, script)).toEqual(ids);
  },
);

it('ids that form a ring, as reused ones on Windows can, end the search', () => {
  const processes = [
    { id: 9, parent: 8, command: 'npm' },
    { id: 8, parent: 9, command: 'npm' },
  ];
  expect(launchersOf(processes, 9, script)).toEqual([9, 8]);
  expect(launchersOf([], 9, script)).toEqual([]);
});

it('a process runs until it has ended', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  expect([isRunning(child.pid!), isRunning(process.pid)]).toEqual([true, true]);
  child.kill('SIGKILL');
  await ended;
  expect(isRunning(child.pid!)).toBe(false);
});
