import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as vscode from 'vscode';
import { addConnection, offerToAdd } from '#src/editor/connections/addConnection';
import type { Connections } from '#src/editor/connections/connections';
import type { StepEnd, TextStep } from '#src/editor/shell/promptSteps';
import { doubleOf } from '../../doubleOf';
import { propertyRuns } from '../../propertyRuns';
import { MemoryDisk } from '../fakeVscode/disk';
import { editor } from '../fakeVscode/editor';

/** What is filled in in each prompt for a line of text. A person enters `production` where nothing is. */
const filledIn: string[] = [];
const titles: string[] = [];

vi.mock(import('#src/editor/shell/promptSteps'), async (original) => ({
  ...(await original()),
  typeText: ({ title, typed = '' }: TextStep): Promise<StepEnd<string>> => {
    titles.push(title);
    filledIn.push(typed);
    return Promise.resolve({ kind: 'answer', answer: typed === '' ? 'production' : typed });
  },
}));

/** What was done, in order. */
const steps: string[] = [];
let disk: MemoryDisk;

const path = '/desk/.env.example';
const addresses = ['MARKET_DATA_BASE_URL=https://api.test:8443/v1', 'MARKET_DATA_AUTH_URL=https://sso.test'];
const share = (...lines: string[]) => disk.files.set(path, lines.join('\n'));

const connections = doubleOf<Connections>({
  names: ['sandbox', 'own'],
  forget: (name) => Promise.resolve(void steps.push(`forget ${name}`)),
  select: (name) => Promise.resolve(void steps.push(`select ${name}`)),
});
const add = (name?: string) =>
  addConnection(
    connections,
    (signedIn, known) => Promise.resolve(steps.push(`sign in to ${signedIn}${known ? ' at once' : ''}`) > 0),
    name,
  );
const offered = () => editor.menus.flat().map(({ label }) => label);
const connectionsNow = () => editor.settings['marketData.connections'];

beforeEach(() => {
  editor.folders = ['/desk'];
  editor.disk = disk = new MemoryDisk();
  editor.pick = (items) => items[0];
  editor.settings['marketData.connections'] = [];
  vscode.workspace.onDidChangeConfiguration(() => steps.push('settings'));
  steps.length = 0;
  filledIn.length = 0;
  titles.length = 0;
  share(...addresses);
});

it('the first prompt says in its title that an .env file can be pasted, also if a name is filled in', async () => {
  disk.files.clear();
  await add('desk').catch(() => undefined);
  expect(titles.slice(0, 2)).toEqual(['Add Connection: Type a Name or Paste an .env File', 'Add Connection']);
});

describe('a connection from a file of the workspace', () => {
  it("isn't stored before the person confirms both addresses", async () => {
    share(...addresses, 'MARKET_DATA_CLIENT_ID=desk', 'MARKET_DATA_TOKEN_PATH=/token', 'OTHER=1');
    expect(await add('production')).toBeUndefined();
    expect(editor.messages).toMatchObject([
      {
        text: 'Add the connection "production"? Your password will be sent to sso.test, and your queries to api.test:8443.',
        detail: [
          'Your queries and access token will be sent to:\nhttps://api.test:8443/v1',
          'Your user name and password will be sent to:\nhttps://sso.test/token',
          'MARKET_DATA_CLIENT_ID=desk\nMARKET_DATA_TOKEN_PATH=/token',
          'Read from .env.example in the folder "desk". Add the connection only if you recognize both addresses.',
        ].join('\n\n'),
        isModal: true,
        buttons: ['Add and Sign In'],
      },
    ]);
    expect(steps).toEqual([]);
    expect(connectionsNow()).toEqual([]);
  });

  it('never uses secrets that a connection of the same name had', async () => {
    editor.press('Add and Sign In');
    expect(await add('production')).toBe('production');
    expect(steps).toEqual(['forget production', 'settings', 'select production', 'sign in to production']);
    expect(connectionsNow()).toEqual([
      { name: 'production', baseUrl: 'https://api.test:8443/v1', authUrl: 'https://sso.test' },
    ]);
  });

  it('is named like its host if nothing else is known', async () => {
    editor.press('Add and Sign In');
    expect(await add()).toBe('api.test:8443');
  });

  it('takes no user name, password, client secret, or header value from the file, and says so', async () => {
    share(
      ...addresses,
      'MARKET_DATA_USERNAME=canary-user',
      'MARKET_DATA_PASSWORD=canary-password',
      'MARKET_DATA_CLIENT_SECRET=canary-secret',
      'MARKET_DATA_HEADER_X_API_KEY=canary-key',
    );
    editor.press('Add and Sign In');
    await add('production');
    expect(editor.messages[0]?.detail).toContain(
      "These values in the file aren't used: MARKET_DATA_USERNAME, MARKET_DATA_PASSWORD, MARKET_DATA_CLIENT_SECRET, MARKET_DATA_HEADER_X_API_KEY. You're prompted for your own values when you sign in.",
    );
    expect(steps.at(-1)).toBe('sign in to production');
    expect(JSON.stringify([editor.messages, editor.menus, connectionsNow()])).not.toContain('canary');
    expect(connectionsNow()).toMatchObject([{ secretHeaders: ['X-API-KEY'] }]);
  });

  it("is rejected if a dialog couldn't show its addresses in full", async () => {
    share(
      `MARKET_DATA_BASE_URL=https://api.test/${'a'.repeat(300)}`,
      'MARKET_DATA_AUTH_URL=https://sso.test',
    );
    await expect(add('production')).rejects.toThrow('An address in a file can have at most 300 characters.');
    share('MARKET_DATA_BASE_URL=http://api.test', 'MARKET_DATA_AUTH_URL=https://sso.test');
    await expect(add('production')).rejects.toThrow(/^baseUrl: .*HTTPS/);
    expect(editor.messages).toEqual([]);
    expect(connectionsNow()).toEqual([]);
  });

  it('is stored with no other addresses than the dialog showed, whatever the file contains', async () => {
    const line = fc.oneof(
      fc.constantFrom(...addresses, 'MARKET_DATA_VENUE=n2ex', 'export MARKET_DATA_SCOPE="a b"', '# b'),
      fc.webUrl().map((url) => `MARKET_DATA_BASE_URL=${url}`),
      fc.domain().map((host) => `MARKET_DATA_AUTH_URL=https://${host}`),
      fc.string(),
    );
    editor.press('Add and Sign In');
    let added = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (lines) => {
        share(...addresses, ...lines);
        editor.settings['marketData.connections'] = [];
        await add('production').catch(() => undefined);
        // An address is sent, and shown, as browsers read it: without "/." at its end.
        const normal = (text: string) => (URL.canParse(text) ? new URL(text).href.replace(/\/+$/, '') : text);
        const shown = (editor.messages.at(-1)?.detail.split('\n') ?? []).map(normal);
        for (const { baseUrl, authUrl } of connectionsNow() as Record<'baseUrl' | 'authUrl', string>[]) {
          added += 1;
          expect(shown).toContain(normal(baseUrl));
          expect(shown).toContain(normal(`${authUrl.replace(/\/+$/, '')}/connect/token`));
        }
      }),
      { numRuns: propertyRuns(50) },
    );
    expect(added).toBeGreaterThan(20);
  });
});

describe('files that are listed', () => {
  const listed = async () => {
    editor.pick = () => undefined;
    await add();
    return offered();
  };

  it('are examples in the root of a folder that contain both addresses, and entering addresses stays possible', async () => {
    const text = addresses.join('\n');
    for (const name of ['.env.sample', '.env', '.env.local', 'env.example', 'deep/.env.example']) {
      disk.files.set(`/desk/${name}`, text);
    }
    disk.files.set('/desk/.env.template', addresses[0] ?? '');
    expect(await listed()).toEqual([
      'Use Addresses from .env.example…',
      'Use Addresses from .env.sample…',
      'Enter or Paste Addresses…',
    ]);
  });

  it.each([
    ['the workspace is not trusted', () => void (editor.isTrusted = false)],
    [
      'it is a link',
      () => disk.stats.set(path, { type: vscode.FileType.SymbolicLink | vscode.FileType.File }),
    ],
    ['it is too large', () => disk.stats.set(path, { size: 65_537 })],
    ['it is deleted meanwhile', () => void (disk.readFile = () => Promise.reject(new Error('gone')))],
    ['the folder is gone', () => void (disk.readDirectory = () => Promise.reject(new Error('gone')))],
  ])('are none if %s: the person is prompted for addresses at once', async (_, happens) => {
    happens();
    editor.pick = () => undefined;
    await add('desk').catch(() => undefined);
    expect(offered().join()).not.toContain('.env');
    expect(filledIn[0]).toBe('desk');
  });
});

describe('a connection that only a query file names', () => {
  const offer = (name: string) => offerToAdd(connections, name, () => Promise.resolve(true));

  it('can be added under that name', async () => {
    editor.press('Add and Sign In');
    await offer('$(verified) desk');
    expect(offered()[0]).toBe('Add Connection "$ (verified) desk"…');
    expect(filledIn).toEqual(['$(verified) desk']);
    expect(connectionsNow()).toMatchObject([{ name: '$(verified) desk' }]);
  });

  it("isn't added if the person declines, and isn't offered if the connection exists", async () => {
    editor.pick = () => undefined;
    await offer('desk');
    await offer('own');
    expect(offered()).toEqual(['Add Connection "desk"…']);
    expect(connectionsNow()).toEqual([]);
  });
});
