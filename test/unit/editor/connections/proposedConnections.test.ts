import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as vscode from 'vscode';
import type { Connections } from '../../../../src/editor/connections/connections';
import { ProposedConnections } from '../../../../src/editor/connections/proposedConnections';
import { readConnections } from '../../../../src/service/connectionSettings';
import { MemoryDisk } from '../fakeVscode/disk';
import { editor } from '../fakeVscode/editor';
import { memoryOf } from '../memoryOf';
import { doubleOf } from '../../doubleOf';

let disk: MemoryDisk;
/** What was done, in order. */
const steps: string[] = [];
let selected: string;

const proposed = { name: 'production', baseUrl: 'https://api.test:8443/v1', authUrl: 'https://sso.test' };
const path = '/desk/.vscode/market-connections.json';
const propose = (...connections: unknown[]) =>
  disk.files.set(path, JSON.stringify({ version: 1, connections }));

const memory = { now: memoryOf() };

/** The connections that the workspace proposes, in a new window. */
function proposals() {
  const connections = doubleOf<Connections>({
    forget: (name) => Promise.resolve(void steps.push(`forget ${name}`)),
    selected,
    select: (name) => Promise.resolve(void steps.push(`select ${name}`)),
  });
  return new ProposedConnections(connections, memory.now, (name) =>
    Promise.resolve(steps.push(`sign in to ${name}`) > 0),
  );
}

/** Modal messages, and all others. */
const dialogs = () => editor.messages.filter(({ isModal }) => isModal);
const notices = () => editor.messages.filter(({ isModal }) => !isModal);
const noticeTexts = () => notices().map(({ text }) => text);
const connectionsNow = () => editor.settings['marketData.connections'];
const configure = (connections: unknown) => {
  editor.settings['marketData.connections'] = connections;
};

beforeEach(() => {
  editor.folders = ['/desk'];
  editor.disk = disk = new MemoryDisk();
  editor.pick = (items) => items[0];
  configure([]);
  steps.length = 0;
  vscode.workspace.onDidChangeConfiguration(() => steps.push('settings'));
  vi.spyOn(vscode.window, 'showTextDocument').mockRejectedValue(new Error('The file was deleted.'));
  selected = 'sandbox';
  memory.now = memoryOf();
  propose(proposed);
});

describe('a proposed connection', () => {
  it('changes nothing until the person accepts it, after a dialog with both addresses', async () => {
    expect(await proposals().run()).toBeUndefined();
    expect(dialogs()).toMatchObject([
      {
        text: 'Add the connection "production" proposed by this workspace? Your password will be sent to sso.test, and your queries to api.test:8443.',
        detail: [
          'Your queries and access token will be sent to:',
          'https://api.test:8443/v1',
          '',
          'Your user name and password will be sent to:',
          'https://sso.test/connect/token',
          '',
          'Proposed by .vscode/market-connections.json in the folder "desk".',
          '',
          'Add it only if you recognize both addresses. It will be copied to your user settings; later changes to the file have no effect unless you accept them.',
        ].join('\n'),
        buttons: ['Add and Sign In', 'Decline'],
      },
    ]);
    expect(steps).toEqual([]);
    expect(connectionsNow()).toEqual([]);
  });

  it('is copied to the settings when it is accepted; all other entries stay, even invalid ones', async () => {
    const others = [{ name: 'mine', baseUrl: 'http://bad.test' }, 'no object', null];
    configure(others);
    editor.press('Add and Sign In');
    expect(await proposals().run()).toBe('production');
    expect(connectionsNow()).toEqual([...others, proposed]);
  });

  it('cannot use secrets that were stored under its name before: they are removed first', async () => {
    editor.press('Add and Sign In');
    await proposals().run();
    expect(steps).toEqual(['forget production', 'settings', 'select production', 'sign in to production']);
  });

  it('is added as it was shown, even if the file changes while the dialog is open', async () => {
    editor.press('Add and Sign In');
    const [item] = await proposals().items();
    propose({ ...proposed, authUrl: 'https://evil.test' });
    await item?.run();
    expect(connectionsNow()).toEqual([proposed]);
    expect(dialogs()[0]?.detail).toContain('https://sso.test/connect/token');
  });

  it('shows letters that only look like others', async () => {
    propose({ ...proposed, authUrl: 'https://ѕѕо.test' });
    await proposals().run();
    const lines = dialogs()[0]?.detail.split('\n') ?? [];
    expect(lines).toContain('https://xn--n1a9ba.test/connect/token');
    expect(lines.join()).toMatch(/Contains letters that can be mistaken for others: .*\.test/);
  });

  it('stays in lists when it is declined, but is not mentioned again', async () => {
    editor.press('Decline');
    await proposals().run();
    expect(connectionsNow()).toEqual([]);
    expect((await proposals().items()).map(({ description }) => description)).toEqual([
      'proposed by this workspace, declined',
    ]);
    await proposals().tell();
    expect(noticeTexts()).toEqual([]);
  });

  it.each([
    ['another connection', [{ ...proposed, baseUrl: 'https://mine.test' }]],
    ['an entry that cannot be used', [{ name: 'production', baseUrl: 'http://mine.test' }]],
  ])('is rejected with a message if its name is taken by %s', async (_what, settings) => {
    configure(settings);
    editor.press('Add and Sign In');
    expect(await proposals().run()).toBeUndefined();
    expect(await proposals().isProposed('production')).toBe(false);
    expect(noticeTexts()).toEqual([
      'This workspace proposes the connection "production", but another connection in your settings has this name. To use the proposed one, rename or remove yours first.',
    ]);
    expect(dialogs()).toEqual([]);
    expect(connectionsNow()).toEqual(settings);
  });

  it('that was accepted and then removed has no effect on a connection that a person later adds under its name', async () => {
    editor.press('Add and Sign In');
    const memory = proposals();
    await memory.run();
    configure([{ ...proposed, baseUrl: 'https://mine.test', authUrl: 'https://mine.test' }]);
    editor.messages.length = 0;
    expect(await memory.run()).toBeUndefined();
    expect(dialogs()).toEqual([]);
    expect(noticeTexts().join()).toContain('another connection in your settings has this name');
    expect(connectionsNow()).toMatchObject([{ baseUrl: 'https://mine.test' }]);
  });

  it('is not offered if the settings contain it already', async () => {
    configure([{ ...proposed, secretHeaders: ['X-Key'] }]);
    expect(await proposals().items()).toEqual([]);
    await proposals().tell();
    expect(await proposals().run()).toBeUndefined();
    expect(noticeTexts()).toEqual([
      'All connections that this workspace proposes are already in your settings.',
    ]);
  });

  it('can be reviewed before a query, without being selected', async () => {
    expect(await proposals().isProposed('production')).toBe(true);
    expect(await proposals().isProposed('other')).toBe(false);
    expect(await proposals().review('production')).toBe(false);
    expect(noticeTexts()).toEqual([]);
    editor.press('Add and Sign In');
    expect(await proposals().review('production')).toBe(true);
    expect(steps).toEqual(['forget production', 'settings']);
  });

  it('accepted before a query can be selected for other queries: the person is told which one still is', async () => {
    editor.press('Add and Sign In', 'Use Now');
    await proposals().review('production');
    expect(notices()).toMatchObject([
      {
        text: 'The connection "production" was added. The selected connection is still "sandbox".',
        buttons: ['Use Now'],
      },
    ]);
    await vi.waitFor(() => expect(steps).toEqual(['forget production', 'settings', 'select production']));
  });

  it('whose file has problems says so if the file cannot be opened', async () => {
    propose({ ...proposed, extra: 1 });
    editor.press('Open File');
    await proposals().run();
    await vi.waitFor(() => expect(noticeTexts().at(-1)).toBe('The file was deleted.'));
  });

  it('accepted before a query is not offered for the other queries if they use it already', async () => {
    editor.press('Add and Sign In');
    selected = 'production';
    await proposals().review('production');
    expect(notices()).toEqual([]);
  });
});

describe('a later change of the file', () => {
  const moved = { name: 'production', baseUrl: proposed.baseUrl, authUrl: 'https://new.test', scope: 'all' };

  beforeEach(async () => {
    editor.press('Add and Sign In');
    await proposals().run();
    steps.length = 0;
    editor.messages.length = 0;
    editor.press();
    propose(moved);
  });

  it('has no effect by itself, and is shown as a change: old and new addresses', async () => {
    expect(await proposals().isProposed('production')).toBe(false);
    await proposals().tell();
    expect(noticeTexts()).toEqual(['This workspace proposes changes to the connection "production".']);
    expect(await proposals().run()).toBeUndefined();
    const [dialog] = dialogs();
    expect(dialog?.text).toBe(
      'This workspace proposes changes to the connection "production". Your password will be sent to new.test, and your queries to api.test:8443.',
    );
    expect(dialog?.detail).toBe(
      [
        'Address for your queries and access token:',
        'Unchanged: https://api.test:8443/v1',
        '',
        'Address for your user name and password:',
        'Proposed: https://new.test/connect/token',
        'Current: https://sso.test/connect/token',
        '',
        'Scope: all (current: -)',
        '',
        'Proposed by .vscode/market-connections.json in the folder "desk".',
        '',
        'Update it only if you recognize both addresses. Your saved sign-in for this connection will be removed.',
      ].join('\n'),
    );
    expect(dialog?.buttons).toEqual(['Update and Sign In', 'Keep Current']);
    expect(connectionsNow()).toEqual([proposed]);
    expect(steps).toEqual([]);
  });

  it('is taken over when the person accepts it; the old secrets are removed before the addresses change', async () => {
    editor.press('Update and Sign In');
    expect(await proposals().run()).toBe('production');
    const [connection] = readConnections(connectionsNow()).connections;
    expect(connection).toMatchObject(moved);
    expect(steps.slice(0, 2)).toEqual(['forget production', 'settings']);
  });

  it('is not mentioned again after the person keeps the connection', async () => {
    editor.press('Keep Current');
    await proposals().run();
    await proposals().tell();
    expect(noticeTexts()).toEqual([]);
    expect((await proposals().items()).map(({ description }) => description)).toEqual([
      'proposed by this workspace, declined',
    ]);
  });

  it('in another workspace, is not a change but a name that is taken', async () => {
    memory.now = memoryOf();
    editor.press('Update and Sign In');
    expect(await proposals().run()).toBeUndefined();
    expect(noticeTexts()[0]).toMatch(/another connection in your settings has this name/);
    expect(connectionsNow()).toEqual([proposed]);
  });
});

describe('the notice', () => {
  it('appears once per workspace, and leads to the review', async () => {
    editor.press('Review…');
    await proposals().tell();
    await proposals().tell();
    expect(noticeTexts()).toEqual(['This workspace proposes the connection "production".']);
    expect(dialogs()).toHaveLength(1);
  });

  it('appears again for a different proposal, and counts several', async () => {
    await proposals().tell();
    propose({ ...proposed, authUrl: 'https://new.test' }, { ...proposed, name: 'test' });
    await proposals().tell();
    expect(noticeTexts().at(-1)).toBe('This workspace proposes 2 connections.');
  });

  it('does not appear for a file that proposes nothing', async () => {
    propose({ ...proposed, tokenPath: '/elsewhere' });
    await proposals().tell();
    expect(noticeTexts()).toEqual([]);
  });
});

describe('the file', () => {
  it('is not looked for in an untrusted workspace', async () => {
    editor.isTrusted = false;
    const [stat, read] = [vi.spyOn(disk, 'stat'), vi.spyOn(disk, 'readFile')];
    expect(await proposals().items()).toEqual([]);
    expect(await proposals().isProposed('production')).toBe(false);
    await proposals().tell();
    await proposals().run();
    expect([stat, read].flatMap(({ mock }) => mock.calls)).toEqual([]);
    expect(noticeTexts()).toEqual(['Proposed connections are available only in a trusted workspace.']);
  });

  it.each<[what: string, file: string | Uint8Array | Partial<vscode.FileStat>, words: RegExp]>([
    [
      'a symbolic link',
      { type: vscode.FileType.File | vscode.FileType.SymbolicLink },
      /Symbolic links aren't followed/,
    ],
    ['a device', { type: vscode.FileType.Unknown }, /market-connections\.json isn't a file/],
    ['a folder', { type: vscode.FileType.Directory }, /market-connections\.json isn't a file/],
    ['huge', { size: 65_537 }, /The file is too large: the limit is 64 kB/],
    [
      'not UTF-8',
      Buffer.from('{"version": 1, "connections": [] } // \xff', 'latin1'),
      /The file isn't valid UTF-8/,
    ],
    ['not readable', { type: vscode.FileType.File }, /Couldn't read the file/],
    ['not JSON', 'hello', /The file isn't valid JSON/],
    [
      'a file with more than addresses',
      JSON.stringify({ version: 1, connections: [{ ...proposed, secretHeaders: ['X'] }] }),
      /connections\[0\]\.secretHeaders: "secretHeaders" isn't allowed in a proposed connection/,
    ],
  ])('proposes nothing if it is %s, and the person is told why', async (_what, file, words) => {
    if (typeof file === 'string' || file instanceof Uint8Array) disk.files.set(path, file);
    else {
      disk.stats.set(path, file);
      vi.spyOn(disk, 'readFile').mockRejectedValue(new Error('Nobody may read it.'));
    }
    expect(await proposals().run()).toBeUndefined();
    expect(noticeTexts()).toHaveLength(1);
    expect(noticeTexts()[0]).toMatch(words);
    expect((await proposals().items()).map(({ label }) => label)).toEqual([
      'Problems in .vscode/market-connections.json',
    ]);
    expect(dialogs()).toEqual([]);
  });

  it('is not read through a folder that is a symbolic link', async () => {
    disk.stats.set('/desk/.vscode', {
      type: vscode.FileType.Directory | vscode.FileType.SymbolicLink,
    });
    await proposals().run();
    expect(noticeTexts()[0]).toMatch(/Symbolic links aren't followed/);
    expect(await proposals().isProposed('production')).toBe(false);
    expect(dialogs()).toEqual([]);
  });

  it('may be in several folders: each proposes its own connections, and lists name the folder', async () => {
    editor.folders.push('/other');
    disk.files.set(
      '/other/.vscode/market-connections.json',
      JSON.stringify({ version: 1, connections: [{ ...proposed, authUrl: 'https://evil.test' }] }),
    );
    expect((await proposals().items()).map(({ description, detail }) => [description, detail])).toEqual([
      ['proposed by this workspace, desk', 'api.test:8443, sso.test'],
      ['proposed by this workspace, other', 'api.test:8443, evil.test'],
    ]);
    editor.press('Add and Sign In');
    await proposals().run();
    expect((await proposals().items()).map(({ description }) => description)).toEqual([
      'proposed by this workspace, but the name is taken, other',
    ]);
  });

  it('is missing in most workspaces, as a person who looks for it is told', async () => {
    disk.files.clear();
    expect(await proposals().run()).toBeUndefined();
    expect(noticeTexts()).toEqual(["This workspace doesn't propose any connections."]);
  });
});
