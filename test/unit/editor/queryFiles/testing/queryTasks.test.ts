import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connections } from '../../../../../src/editor/connections/connections';
import type { QueryFileWork } from '../../../../../src/editor/queryFiles/run/queryFileWork';
import { QueryTasks } from '../../../../../src/editor/queryFiles/testing/queryTasks';
import { TaskConsent } from '../../../../../src/editor/queryFiles/testing/taskConsent';
import { TaskTerminal, type TaskWork } from '../../../../../src/editor/queryFiles/testing/taskTerminal';
import type { WorkspaceQueryFiles } from '../../../../../src/editor/queryFiles/testing/workspaceQueryFiles';
import { doubleOf } from '../../../doubleOf';
import { editor } from '../../fakeVscode/editor';
import { memoryOf } from '../../memoryOf';
import { ownConnection } from '../../ownConnection';
import { runTask, shownIn } from './vscodeTasks';

/** What the person is asked. */
const asked = () => editor.messages.map(({ detail }) => detail);

beforeEach(() => {
  editor.isTrusted = false;
});

/** Runs the work in a terminal, and resolves with what it shows and the exit code. */
const shown = (work: TaskWork, act?: (terminal: TaskTerminal) => void) =>
  shownIn(new TaskTerminal(work), act);

/** Work that goes on until it's canceled. */
const endless: TaskWork = (_write, signal) =>
  new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  );

describe('the terminal of a task', () => {
  it('ends with 0 for success and 1 for anything else, and says why', async () => {
    expect(await shown(() => Promise.resolve(true))).toEqual({ code: 0, written: [] });
    expect(await shown(() => Promise.resolve(false))).toEqual({ code: 1, written: [] });
    const { code, written } = await shown(() => Promise.reject(new Error('File not found: x')));
    expect([code, written]).toEqual([1, ['File not found: x\r\n']]);
  });

  it('shows nothing that would control it', async () => {
    const { written } = await shown((write) => {
      write('\u001b]0;title\u0007\u001b[2Ja\r\nb\u202ec');
      return Promise.reject(new Error('\u001b[31mred\nline'));
    });
    expect(written).toEqual([']0;title [2Ja b c\r\n', '[31mred line\r\n']);
  });

  it('ends the request when it is closed, and with Ctrl+C, but not with other keys', async () => {
    expect((await shown(endless, (terminal) => terminal.close())).code).toBe(1);
    expect((await shown(endless, (terminal) => terminal.handleInput('\x03'))).code).toBe(1);
    const keys = shown(
      async (_write, signal) => {
        await new Promise(setImmediate);
        return !signal.aborted;
      },
      (terminal) => terminal.handleInput('c'),
    );
    expect((await keys).code).toBe(0);
  });
});

describe('a task of a workspace that isn’t trusted', () => {
  it.each(['check', 'export'])(
    'that would %s neither asks, nor reads, nor sends anything',
    async (action) => {
      const work = vi.fn<() => Promise<QueryFileWork>>();
      const isGiven = vi.fn<TaskConsent['isGiven']>();
      const tasks = new QueryTasks(
        doubleOf<WorkspaceQueryFiles>({}),
        doubleOf<Connections>({}),
        doubleOf<TaskConsent>({ isGiven }),
        work,
      );
      const { code, written } = await runTask(tasks, {
        type: 'market-data',
        file: 'x.market.json',
        action,
      });
      expect(code).toBe(1);
      expect(written.join('')).toContain('untrusted workspace');
      expect(isGiven).not.toHaveBeenCalled();
      expect(work).not.toHaveBeenCalled();
    },
  );
});

describe('the first task of a workspace', () => {
  const hosts: Record<string, string> = {};
  const connections = doubleOf<Connections>({
    configured: () => Object.entries(hosts).map(([name, baseUrl]) => ({ ...ownConnection(name), baseUrl })),
  });
  const request = { file: 'x.market.json', queries: ['tomorrow'], connections: ['mine'] };
  beforeEach(() => {
    hosts.mine = 'https://data.example/api';
  });

  it('asks the person, who sees the file, the queries, and where they are sent', async () => {
    const consent = new TaskConsent(connections, memoryOf());
    expect(await consent.isGiven({ ...request, queries: ['a\u202e$(x)\nb', 'c'] })).toBe(false);
    expect(asked()).toEqual([
      [
        'A task wants to run these queries from x.market.json:',
        '• a $ (x) b',
        '• c',
        '',
        'The queries will be sent to:',
        '• mine (data.example)',
      ].join('\n'),
    ]);
  });

  it('asks again after no, and not after yes', async () => {
    const memory = memoryOf();
    const consent = () => new TaskConsent(connections, memory).isGiven(request);
    expect(await consent()).toBe(false);
    editor.press('Run Tasks');
    expect(await consent()).toBe(true);
    editor.press();
    expect(await consent()).toBe(true);
    expect(asked().length).toBe(2);
  });

  it('also includes the first one that sends queries to another address', async () => {
    const consent = new TaskConsent(connections, memoryOf());
    editor.press('Run Tasks');
    await consent.isGiven(request);
    editor.press();
    hosts.mine = 'https://elsewhere.example/api';
    expect(await consent.isGiven(request)).toBe(false);
    expect(await consent.isGiven({ ...request, connections: ['sandbox'] })).toBe(false);
    expect(asked().at(-1)).toContain('sandbox (sample service on this machine)');
  });

  it('asks nobody twice because the language of the editor is another one now', async () => {
    const memory = memoryOf();
    const consent = () =>
      new TaskConsent(connections, memory).isGiven({ ...request, connections: ['mine', 'sandbox'] });
    editor.press('Run Tasks');
    expect(await consent()).toBe(true);
    editor.bundle = new Proxy({}, { get: (_, text) => `\u2039de\u203a ${String(text)}` });
    editor.press();
    expect(await consent()).toBe(true);
    expect(asked()).toHaveLength(1);
  });

  it('asks nothing about an unknown connection, which does not keep other queries from being sent', async () => {
    const memory = memoryOf();
    const consent = new TaskConsent(connections, memory);
    expect(await consent.isGiven({ ...request, connections: ['theirs'] })).toBe(true);
    expect(asked()).toEqual([]);
    editor.press('Run Tasks');
    expect(await consent.isGiven({ ...request, connections: ['theirs', 'mine'] })).toBe(true);
    expect(asked()).toHaveLength(1);
    expect(asked()[0]).not.toContain('theirs');
    editor.press();
    hosts.theirs = 'https://theirs.example/api';
    expect(await consent.isGiven({ ...request, connections: ['theirs', 'mine'] })).toBe(false);
    delete hosts.theirs;
  });

  it('does not accept a yes that the workspace could have written', async () => {
    for (const value of [true, 'yes', { mine: true }, [1], []]) {
      const consent = new TaskConsent(connections, memoryOf({ 'marketData.tasks.accepted': value }));
      expect(await consent.isGiven(request)).toBe(false);
    }
  });
});
