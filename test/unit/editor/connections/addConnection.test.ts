import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as vscode from 'vscode';
import { addConnection, offerToAdd } from '#src/editor/connections/addConnection';
import type { Connections } from '#src/editor/connections/connections';
import type { StepEnd, TextStep } from '#src/editor/shell/promptSteps';
import { doubleOf } from '../../doubleOf';
import { editor } from '../fakeVscode/editor';

/** What is filled in in each prompt for a line of text. A person enters `production` where nothing is. */
const filledIn: string[] = [];
const titles: string[] = [];
/** What a person pastes into the first prompt. */
let pasted: string[] = [];

vi.mock(import('#src/editor/shell/promptSteps'), async (original) => ({
  ...(await original()),
  typeText: ({ title, typed = '', finishes }: TextStep): Promise<StepEnd<string>> => {
    titles.push(title);
    filledIn.push(typed);
    if (finishes?.(pasted.join('\n'))) return Promise.resolve({ kind: 'finish' });
    return Promise.resolve({ kind: 'answer', answer: typed === '' ? 'production' : typed });
  },
}));

/** What was done, in order. */
const steps: string[] = [];

const addresses = ['MARKET_DATA_BASE_URL=https://api.test:8443/v1', 'MARKET_DATA_AUTH_URL=https://sso.test'];
const account = ['MARKET_DATA_USERNAME=canary-user', 'MARKET_DATA_PASSWORD=canary-password'];

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
  editor.pick = (items) => items[0];
  editor.settings['marketData.connections'] = [];
  vscode.workspace.onDidChangeConfiguration(() => steps.push('settings'));
  steps.length = 0;
  filledIn.length = 0;
  titles.length = 0;
  pasted = [...addresses, ...account];
});

it('the first prompt says in its title that an .env file can be pasted, also if a name is filled in', async () => {
  pasted = [];
  await add('desk').catch(() => undefined);
  expect(titles.slice(0, 2)).toEqual(['Add Connection: Type a Name or Paste an .env File', 'Add Connection']);
});

describe('pasted lines of an .env file', () => {
  it('fill in a connection that is named like its host, and sign in, while secrets stay out of the settings', async () => {
    pasted.push('MARKET_DATA_CLIENT_ID=desk', 'MARKET_DATA_HEADER_X_API_KEY=canary-key', 'OTHER=1');
    expect(await add()).toBe('api.test:8443');
    expect(filledIn).toEqual(['', 'api.test:8443']);
    expect(steps).toEqual(['settings', 'select api.test:8443', 'sign in to api.test:8443 at once']);
    expect(connectionsNow()).toEqual([
      {
        name: 'api.test:8443',
        baseUrl: 'https://api.test:8443/v1',
        authUrl: 'https://sso.test',
        clientId: 'desk',
        secretHeaders: ['X-API-KEY'],
      },
    ]);
    expect(JSON.stringify([editor.messages, editor.menus, connectionsNow()])).not.toContain('canary');
  });

  it("with an address that isn't allowed add nothing", async () => {
    pasted[0] = 'MARKET_DATA_BASE_URL=http://api.test';
    await expect(add('production')).rejects.toThrow(/^baseUrl: .*HTTPS/);
    expect([steps, connectionsNow()]).toEqual([[], []]);
  });
});

describe('a connection that only a query file names', () => {
  const offer = (name: string) => offerToAdd(connections, name, () => Promise.resolve(true));

  it('can be added under that name', async () => {
    await offer('$(verified) desk');
    expect(offered()[0]).toBe('Add Connection "$ (verified) desk"…');
    expect(filledIn).toEqual(['$(verified) desk', '$(verified) desk']);
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
