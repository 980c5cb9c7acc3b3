import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type * as fs from 'node:fs';
import { readFileSync } from 'node:fs';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { stateOfProcess, thisProcess } from '#src/disk/sessionLock';

vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  return { ...real, readFileSync: vi.fn(real.readFileSync) };
});
afterEach(() => vi.mocked(readFileSync).mockReset());

const ended = () => ({ ...thisProcess(), pid: spawnSync(process.execPath, ['--version']).pid });

it('a process of this machine is known to run or to be gone, and others are unknown', () => {
  expect(stateOfProcess(thisProcess())).toBe('live');
  expect(stateOfProcess(ended())).toBe('ended');
  expect(stateOfProcess({ ...ended(), place: 'elsewhere pid:[1]' })).toBe('unknown');
  for (const owner of [undefined, null, {}, { ...ended(), pid: '1' }]) {
    expect(stateOfProcess(owner)).toBe('unknown');
  }
});

it.runIf(process.platform === 'linux')(
  'on a disk that machines of the same name share, a process since another start of a machine may still run',
  () => {
    const [, ticks = ''] = thisProcess().started?.split(' ') ?? [];
    const elsewhere = { ...ended(), started: `0190b2a4-7c1e-4d ${ticks}` };
    expect(stateOfProcess(elsewhere)).toBe('ended');
    expect(stateOfProcess(elsewhere, true)).toBe('unknown');
    expect(stateOfProcess(ended(), true)).toBe('ended');
  },
);

it.runIf(process.platform === 'linux')(
  "a process that runs isn't taken for another one where the system hides those of other users",
  () => {
    const other = { ...thisProcess(), pid: process.ppid };
    expect(stateOfProcess(other)).toBe('ended');
    vi.mocked(readFileSync).mockImplementation(() => {
      throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
    });
    expect(stateOfProcess(other)).toBe('unknown');
  },
);

it.runIf(process.platform === 'linux')(
  "a process that was killed is gone, even if the one that started it hasn't noticed yet",
  async () => {
    // The shell becomes a program that waits for no other one.
    const args = ['-c', 'sleep 60 & echo $!; exec sleep 60'];
    const parent = spawn('sh', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void parent.kill());
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    const stat = () => readFileSync(`/proc/${String(pid)}/stat`, 'utf8').split(' ');
    const [boot = ''] = thisProcess().started?.split(' ') ?? [];
    const owner = { ...thisProcess(), pid, started: `${boot} ${stat()[21] ?? ''}` };
    expect(stateOfProcess(owner)).toBe('live');
    const command = () => readFileSync(`/proc/${String(parent.pid)}/comm`, 'utf8').trim();
    await vi.waitFor(() => expect(command()).toBe('sleep'));
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(stat()[2]).toBe('Z'));
    expect(stateOfProcess(owner)).toBe('ended');
  },
);
