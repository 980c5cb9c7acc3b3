import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connections } from '../../../../src/editor/connections/connections';
import { ProposedConnections } from '../../../../src/editor/connections/proposedConnections';
import { readConnections } from '../../../../src/service/connectionSettings';
import { memoryOf } from '../memoryOf';
import { doubleOf } from '../../doubleOf';

/** A VS Code with folders, settings, and a person who presses buttons. */
const editor = vi.hoisted(() => ({
  isTrusted: true,
  folders: [] as { name: string; uri: { path: string; toString(): string } }[],
  /** Text, or what makes a path special. */
  files: new Map<string, string | { type: number; size?: number }>(),
  reads: [] as string[],
  connections: [] as unknown,
  selected: 'sandbox',
  steps: [] as string[],
  dialogs: [] as { message: string; detail: string; buttons: string[] }[],
  notices: [] as { text: string; buttons: string[] }[],
  presses: '',
  /** The button that is pressed in the next notice. */
  pressesLater: '',
}));

vi.mock('vscode', () => {
  const pathOf = ({ path }: { path: string }) => path;
  return {
    FileType: { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 },
    ConfigurationTarget: { Global: 1 },
    Uri: {
      joinPath: ({ path }: { path: string }, ...more: string[]) => ({
        path: [path, ...more].join('/'),
      }),
    },
    l10n: {
      t: (text: string, ...values: unknown[]) =>
        text.replace(/\{(\d)\}/g, (_, place: string) => String(values[Number(place)])),
    },
    commands: { executeCommand: () => Promise.resolve() },
    workspace: {
      get isTrusted() {
        return editor.isTrusted;
      },
      get workspaceFolders() {
        return editor.folders;
      },
      getConfiguration: () => ({
        get: () => editor.connections,
        update: (_key: string, value: unknown) => {
          // As after VS Code has stored and returned it.
          editor.connections = JSON.parse(JSON.stringify(value)) as unknown;
          editor.steps.push('settings');
          return Promise.resolve();
        },
      }),
      fs: {
        stat: (uri: { path: string }) => {
          const path = pathOf(uri);
          editor.reads.push(path);
          const file = editor.files.get(path);
          if (typeof file === 'string') return Promise.resolve({ type: 1, size: file.length });
          if (file) return Promise.resolve({ size: 10, ...file });
          const isFolder = [...editor.files.keys()].some((each) => each.startsWith(`${path}/`));
          return isFolder ? Promise.resolve({ type: 2, size: 0 }) : Promise.reject(new Error('no file'));
        },
        readFile: (uri: { path: string }) => {
          const path = pathOf(uri);
          editor.reads.push(path);
          const file = editor.files.get(path);
          if (typeof file !== 'string') throw new Error(`Nobody may read ${path}.`);
          return Promise.resolve(Buffer.from(file, file.includes('\xff') ? 'latin1' : 'utf8'));
        },
      },
    },
    window: {
      showWarningMessage: (message: string, ...more: unknown[]) => {
        const [options] = more;
        if (typeof options === 'object' && options !== null && 'detail' in options) {
          editor.dialogs.push({
            message,
            detail: String(options.detail),
            buttons: more.slice(1) as string[],
          });
        } else editor.notices.push({ text: message, buttons: more as string[] });
        return Promise.resolve(more.includes(editor.presses) ? editor.presses : undefined);
      },
      showInformationMessage: (text: string, ...buttons: string[]) => {
        editor.notices.push({ text, buttons });
        const pressed = [editor.presses, editor.pressesLater];
        return Promise.resolve(buttons.find((button) => pressed.includes(button)));
      },
      showErrorMessage: (text: string) => {
        editor.notices.push({ text, buttons: [] });
        return Promise.resolve(undefined);
      },
      showTextDocument: () => Promise.reject(new Error('The file was deleted.')),
      showQuickPick: (items: readonly unknown[]) => Promise.resolve(items[0]),
    },
  };
});

const proposed = { name: 'production', baseUrl: 'https://api.test:8443/v1', authUrl: 'https://sso.test' };
const path = '/desk/.vscode/market-connections.json';
const propose = (...connections: unknown[]) =>
  editor.files.set(path, JSON.stringify({ version: 1, connections }));

const memory = { now: memoryOf() };

/** The connections that the workspace proposes, in a new window. */
function proposals() {
  const connections = doubleOf<Connections>({
    forget: (name) => Promise.resolve(void editor.steps.push(`forget ${name}`)),
    selected: editor.selected,
    select: (name) => Promise.resolve(void editor.steps.push(`select ${name}`)),
  });
  return new ProposedConnections(connections, memory.now, (name) =>
    Promise.resolve(editor.steps.push(`sign in to ${name}`) > 0),
  );
}

const noticeTexts = () => editor.notices.map(({ text }) => text);

beforeEach(() => {
  editor.isTrusted = true;
  editor.folders = [{ name: 'desk', uri: { path: '/desk', toString: () => 'file:///work' } }];
  editor.files.clear();
  Object.assign(editor, { reads: [], connections: [], steps: [], dialogs: [], notices: [], presses: '' });
  Object.assign(editor, { selected: 'sandbox', pressesLater: '' });
  memory.now = memoryOf();
  propose(proposed);
});

describe('a proposed connection', () => {
  it('changes nothing until the person accepts it, after a dialog with both addresses', async () => {
    expect(await proposals().run()).toBeUndefined();
    expect(editor.dialogs).toEqual([
      {
        message: 'Add the connection "production" proposed by this workspace?',
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
    expect(editor.steps).toEqual([]);
    expect(editor.connections).toEqual([]);
  });

  it('is copied to the settings when it is accepted; all other entries stay, even invalid ones', async () => {
    const others = [{ name: 'mine', baseUrl: 'http://bad.test' }, 'no object', null];
    editor.connections = others;
    editor.presses = 'Add and Sign In';
    expect(await proposals().run()).toBe('production');
    expect(editor.connections).toEqual([...others, proposed]);
  });

  it('cannot use secrets that were stored under its name before: they are removed first', async () => {
    editor.presses = 'Add and Sign In';
    await proposals().run();
    expect(editor.steps).toEqual([
      'forget production',
      'settings',
      'select production',
      'sign in to production',
    ]);
  });

  it('is added as it was shown, even if the file changes while the dialog is open', async () => {
    editor.presses = 'Add and Sign In';
    const [item] = await proposals().items();
    propose({ ...proposed, authUrl: 'https://evil.test' });
    await item?.run();
    expect(editor.connections).toEqual([proposed]);
    expect(editor.dialogs[0]?.detail).toContain('https://sso.test/connect/token');
  });

  it('shows letters that only look like others', async () => {
    propose({ ...proposed, authUrl: 'https://ѕѕо.test' });
    await proposals().run();
    const lines = editor.dialogs[0]?.detail.split('\n') ?? [];
    expect(lines).toContain('https://xn--n1a9ba.test/connect/token');
    expect(lines.join()).toMatch(/Contains letters that can be mistaken for others: .*\.test/);
  });

  it('stays in lists when it is declined, but is not mentioned again', async () => {
    editor.presses = 'Decline';
    await proposals().run();
    expect(editor.connections).toEqual([]);
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
    editor.connections = settings;
    editor.presses = 'Add and Sign In';
    expect(await proposals().run()).toBeUndefined();
    expect(await proposals().isProposed('production')).toBe(false);
    expect(noticeTexts()).toEqual([
      'This workspace proposes the connection "production", but another connection in your settings has this name. To use the proposed one, rename or remove yours first.',
    ]);
    expect(editor.dialogs).toEqual([]);
    expect(editor.connections).toEqual(settings);
  });

  it('that was accepted and then removed has no effect on a connection that a person later adds under its name', async () => {
    editor.presses = 'Add and Sign In';
    const memory = proposals();
    await memory.run();
    editor.connections = [{ ...proposed, baseUrl: 'https://mine.test', authUrl: 'https://mine.test' }];
    editor.dialogs.splice(0);
    expect(await memory.run()).toBeUndefined();
    expect(editor.dialogs).toEqual([]);
    expect(noticeTexts().join()).toContain('another connection in your settings has this name');
    expect(editor.connections).toMatchObject([{ baseUrl: 'https://mine.test' }]);
  });

  it('is not offered if the settings contain it already', async () => {
    editor.connections = [{ ...proposed, secretHeaders: ['X-Key'] }];
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
    editor.presses = 'Add and Sign In';
    expect(await proposals().review('production')).toBe(true);
    expect(editor.steps).toEqual(['forget production', 'settings']);
  });

  it('accepted before a query can be selected for other queries: the person is told which one still is', async () => {
    editor.presses = 'Add and Sign In';
    editor.pressesLater = 'Use Now';
    await proposals().review('production');
    expect(editor.notices).toEqual([
      {
        text: 'The connection "production" was added. The selected connection is still "sandbox".',
        buttons: ['Use Now'],
      },
    ]);
    await vi.waitFor(() =>
      expect(editor.steps).toEqual(['forget production', 'settings', 'select production']),
    );
  });

  it('whose file has problems says so if the file cannot be opened', async () => {
    propose({ ...proposed, extra: 1 });
    editor.presses = 'Open File';
    await proposals().run();
    await vi.waitFor(() => expect(noticeTexts().at(-1)).toBe('The file was deleted.'));
  });

  it('accepted before a query is not offered for the other queries if they use it already', async () => {
    editor.presses = 'Add and Sign In';
    editor.selected = 'production';
    await proposals().review('production');
    expect(editor.notices).toEqual([]);
  });
});

describe('a later change of the file', () => {
  const moved = { name: 'production', baseUrl: proposed.baseUrl, authUrl: 'https://new.test', scope: 'all' };

  beforeEach(async () => {
    editor.presses = 'Add and Sign In';
    await proposals().run();
    Object.assign(editor, { steps: [], dialogs: [], notices: [], presses: '' });
    propose(moved);
  });

  it('has no effect by itself, and is shown as a change: old and new addresses', async () => {
    expect(await proposals().isProposed('production')).toBe(false);
    await proposals().tell();
    expect(noticeTexts()).toEqual(['This workspace proposes changes to the connection "production".']);
    expect(await proposals().run()).toBeUndefined();
    const [dialog] = editor.dialogs;
    expect(dialog?.message).toBe('This workspace proposes changes to the connection "production".');
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
    expect(editor.connections).toEqual([proposed]);
    expect(editor.steps).toEqual([]);
  });

  it('is taken over when the person accepts it; the old secrets are removed before the addresses change', async () => {
    editor.presses = 'Update and Sign In';
    expect(await proposals().run()).toBe('production');
    const [connection] = readConnections(editor.connections).connections;
    expect(connection).toMatchObject(moved);
    expect(editor.steps.slice(0, 2)).toEqual(['forget production', 'settings']);
  });

  it('is not mentioned again after the person keeps the connection', async () => {
    editor.presses = 'Keep Current';
    await proposals().run();
    await proposals().tell();
    expect(noticeTexts()).toEqual([]);
    expect((await proposals().items()).map(({ description }) => description)).toEqual([
      'proposed by this workspace, declined',
    ]);
  });

  it('in another workspace, is not a change but a name that is taken', async () => {
    memory.now = memoryOf();
    editor.presses = 'Update and Sign In';
    expect(await proposals().run()).toBeUndefined();
    expect(noticeTexts()[0]).toMatch(/another connection in your settings has this name/);
    expect(editor.connections).toEqual([proposed]);
  });
});

describe('the notice', () => {
  it('appears once per workspace, and leads to the review', async () => {
    editor.presses = 'Review…';
    await proposals().tell();
    await proposals().tell();
    expect(noticeTexts()).toEqual(['This workspace proposes the connection "production".']);
    expect(editor.dialogs).toHaveLength(1);
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
    expect(await proposals().items()).toEqual([]);
    expect(await proposals().isProposed('production')).toBe(false);
    await proposals().tell();
    await proposals().run();
    expect(editor.reads).toEqual([]);
    expect(noticeTexts()).toEqual(['Proposed connections are available only in a trusted workspace.']);
  });

  it.each<[what: string, place: string, file: string | { type: number; size?: number }, words: RegExp]>([
    ['a symbolic link', path, { type: 65 }, /Symbolic links aren't followed/],
    ['a device', path, { type: 0 }, /market-connections\.json isn't a file/],
    ['a folder', path, { type: 2 }, /market-connections\.json isn't a file/],
    ['huge', path, { type: 1, size: 65_537 }, /The file is too large: the limit is 64 kB/],
    ['not UTF-8', path, '{"version": 1, "connections": [] } // \xff', /The file isn't valid UTF-8/],
    ['not readable', path, { type: 1 }, /Couldn't read the file/],
    ['not JSON', path, 'hello', /The file isn't valid JSON/],
    [
      'a file with more than addresses',
      path,
      JSON.stringify({ version: 1, connections: [{ ...proposed, secretHeaders: ['X'] }] }),
      /connections\[0\]\.secretHeaders: "secretHeaders" isn't allowed in a proposed connection/,
    ],
  ])('proposes nothing if it is %s, and the person is told why', async (_what, place, file, words) => {
    editor.files.set(place, file);
    expect(await proposals().run()).toBeUndefined();
    expect(noticeTexts()).toHaveLength(1);
    expect(noticeTexts()[0]).toMatch(words);
    expect((await proposals().items()).map(({ label }) => label)).toEqual([
      'Problems in .vscode/market-connections.json',
    ]);
    expect(editor.dialogs).toEqual([]);
  });

  it('is not read through a folder that is a symbolic link', async () => {
    editor.files.set('/desk/.vscode', { type: 66 });
    await proposals().run();
    expect(noticeTexts()[0]).toMatch(/Symbolic links aren't followed/);
    expect(await proposals().isProposed('production')).toBe(false);
    expect(editor.dialogs).toEqual([]);
  });

  it('may be in several folders: each proposes its own connections, and lists name the folder', async () => {
    editor.folders.push({ name: 'other', uri: { path: '/other', toString: () => 'file:///other' } });
    editor.files.set(
      '/other/.vscode/market-connections.json',
      JSON.stringify({ version: 1, connections: [{ ...proposed, authUrl: 'https://evil.test' }] }),
    );
    expect((await proposals().items()).map(({ description, detail }) => [description, detail])).toEqual([
      ['proposed by this workspace, desk', 'api.test:8443, sso.test'],
      ['proposed by this workspace, other', 'api.test:8443, evil.test'],
    ]);
    editor.presses = 'Add and Sign In';
    await proposals().run();
    expect((await proposals().items()).map(({ description }) => description)).toEqual([
      'proposed by this workspace, but the name is taken, other',
    ]);
  });

  it('is missing in most workspaces, as a person who looks for it is told', async () => {
    editor.files.clear();
    expect(await proposals().run()).toBeUndefined();
    expect(noticeTexts()).toEqual(["This workspace doesn't propose any connections."]);
  });
});
