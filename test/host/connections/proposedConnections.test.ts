import * as assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { ResultSummary } from '../support/contract';
import {
  command,
  fixture,
  newGrant,
  password,
  tokenPath,
  useMarketService,
  username,
} from '../support/marketService';
import { startFaultServer, type FaultServer } from '../support/faultServer';
import { activeExtension, workspaceFolder } from '../support/support';

const ordersPath = '/intraday/delayed/orders';

const ask = (connection: string) =>
  command('query.run', {
    dataset: 'intraday-orders',
    parameters: {},
    connection,
    show: false,
  }) as Thenable<ResultSummary>;

const folder = () => join(workspaceFolder().uri.fsPath, '.vscode');

const propose = (...connections: unknown[]) => {
  mkdirSync(folder(), { recursive: true });
  writeFileSync(join(folder(), 'market-connections.json'), JSON.stringify({ version: 1, connections }));
};

const connectionsNow = () => vscode.workspace.getConfiguration('marketData').get('connections');

const setConnections = (connections: readonly unknown[]) =>
  vscode.workspace
    .getConfiguration('marketData')
    .update('connections', connections, vscode.ConfigurationTarget.Global);

describe('connections that the workspace proposes', () => {
  const service = useMarketService();
  let proposedServer: FaultServer;
  /** A listener that nobody may ever connect to. */
  let trap: Server;
  let caught = 0;
  /** Modal dialogs, which VS Code doesn't open in tests, and the button that is pressed in them. */
  const dialogs: { message: string; detail: string; buttons: unknown[] }[] = [];
  let pressed: string | undefined;
  const { showWarningMessage } = vscode.window;

  before(async function () {
    proposedServer = await startFaultServer();
    trap = createServer((socket) => {
      caught += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    const answerDialogs = (message: string, ...more: unknown[]): Thenable<unknown> => {
      const [options, ...buttons] = more;
      const isModal = typeof options === 'object' && options !== null && 'modal' in options;
      if (!isModal)
        return Reflect.apply(showWarningMessage, vscode.window, [message, ...more]) as Thenable<unknown>;
      dialogs.push({ message, detail: 'detail' in options ? String(options.detail) : '', buttons });
      return Promise.resolve(buttons.find((button) => button === pressed));
    };
    Reflect.set(vscode.window, 'showWarningMessage', answerDialogs);
    // In a packaged extension, dialogs are out of the tests' reach.
    const { extensionPath } = await activeExtension();
    if (!__dirname.startsWith(extensionPath)) this.skip();
  });
  beforeEach(() => {
    dialogs.length = 0;
    pressed = undefined;
    caught = 0;
    proposedServer.reset();
  });
  afterEach(async () => {
    rmSync(folder(), { recursive: true, force: true });
    await command('connection.select', 'sandbox');
    await setConnections([service.connection]);
    await vscode.commands.executeCommand('notifications.clearAll');
  });
  after(async () => {
    Reflect.set(vscode.window, 'showWarningMessage', showWarningMessage);
    await proposedServer.close();
    await new Promise((resolve) => trap.close(resolve));
  });

  /** Runs a command and leaves every prompt that it opens with Esc. */
  async function run(id: string, argument?: unknown): Promise<unknown> {
    const ended = Promise.resolve(command(id, argument));
    const isOver = ended.then(
      () => true,
      () => true,
    );
    while (!(await Promise.race([isOver, wait(100, false)]))) {
      await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    }
    return ended;
  }

  const trapped = (name = 'proposed') => {
    const origin = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
    return { name, baseUrl: `${origin}/data`, authUrl: `${origin}/id` };
  };
  const served = () => ({
    name: 'proposed',
    baseUrl: proposedServer.origin,
    authUrl: proposedServer.origin,
  });

  it('are not used: listing, naming, querying, and declining them connects to nothing and changes no setting', async () => {
    propose(trapped());
    const before = connectionsNow();
    assert.equal(await run('connection.select'), undefined);
    assert.equal(await run('connection.add'), undefined);
    const words =
      /Connection "proposed" isn't in your settings, but this workspace proposes it\. To review its addresses, run/;
    await assert.rejects(Promise.resolve(ask('proposed')), words);
    await assert.rejects(Promise.resolve(command('connection.select', 'proposed')), words);
    const argument = { connection: 'proposed', username, password };
    await assert.rejects(Promise.resolve(command('connection.signIn', argument)), words);
    assert.deepEqual(dialogs, []);
    assert.equal(await run('connection.review'), undefined);
    pressed = 'Decline';
    assert.equal(await run('connection.review'), undefined);
    assert.equal(dialogs.length, 2);
    assert.deepEqual(connectionsNow(), before);
    assert.equal(caught, 0);
  });

  it('are copied to the user settings when a person accepts them, and still nothing is sent before a sign-in', async () => {
    propose(trapped());
    pressed = 'Add and Sign In';
    assert.equal(await run('connection.review'), 'proposed');
    const { baseUrl, authUrl } = trapped();
    const { detail = '' } = dialogs[0] ?? {};
    assert.ok(detail.includes(`\n${baseUrl} (this machine)\n`), detail);
    assert.ok(detail.includes(`\n${authUrl}/connect/token (this machine)\n`), detail);
    assert.deepEqual(connectionsNow(), [service.connection, trapped()]);
    const { workspaceValue, workspaceFolderValue } =
      vscode.workspace.getConfiguration('marketData').inspect('connections') ?? {};
    assert.deepEqual([workspaceValue, workspaceFolderValue], [undefined, undefined]);
    assert.equal((await ask('proposed')).outcome, 'unauthorized');
    assert.equal(caught, 0);
  });

  it('change nothing when their file changes, and secrets are never sent to the new addresses', async () => {
    propose(served());
    pressed = 'Add and Sign In';
    assert.equal(await run('connection.review'), 'proposed');
    proposedServer.grants(tokenPath, [newGrant()]);
    assert.equal(await command('connection.signIn', { connection: 'proposed', username, password }), true);
    proposedServer.on(ordersPath, [{ body: fixture('intraday-orders') }]);

    propose(trapped());
    assert.equal((await ask('proposed')).outcome, 'success', 'the settings still say where');
    assert.deepEqual(connectionsNow(), [service.connection, served()]);
    pressed = undefined;
    assert.equal(await run('connection.review'), undefined);
    assert.match(dialogs.at(-1)?.message ?? '', /proposes changes to the connection "proposed"/);
    const { detail = '' } = dialogs.at(-1) ?? {};
    assert.ok(detail.includes(`Proposed: ${trapped().baseUrl} (this machine)`), detail);
    assert.ok(detail.includes(`Current: ${proposedServer.origin} (this machine)`), detail);
    assert.deepEqual(connectionsNow(), [service.connection, served()]);
    assert.equal((await ask('proposed')).outcome, 'success');

    pressed = 'Update and Sign In';
    assert.equal(await run('connection.review'), 'proposed');
    assert.equal((await ask('proposed')).outcome, 'unauthorized');
    assert.equal(caught, 0, 'something was sent to the new addresses');
    // The secrets are gone for the old addresses, too.
    await setConnections([service.connection, served()]);
    assert.equal((await ask('proposed')).outcome, 'unauthorized');
  });

  it('never use the secrets of a connection that had their name before', async () => {
    const mine = { ...service.connection, name: 'former' };
    await setConnections([service.connection, mine]);
    service.server.grants(tokenPath, [newGrant()]);
    assert.equal(await command('connection.signIn', { connection: 'former', username, password }), true);
    await setConnections([service.connection]);
    propose(trapped('former'));
    pressed = 'Add and Sign In';
    assert.equal(await run('connection.review'), 'former');
    assert.equal((await ask('former')).outcome, 'unauthorized');
    // The secrets are gone even for the addresses that they were entered for.
    await setConnections([service.connection, mine]);
    assert.equal((await ask('former')).outcome, 'unauthorized');
    assert.equal(caught, 0);
  });

  it('cannot take the name of another connection, nor of the built-in ones', async () => {
    propose(trapped('service'), trapped('sandbox'), trapped('file'));
    pressed = 'Add and Sign In';
    const before = connectionsNow();
    assert.equal(await run('connection.review'), undefined);
    assert.deepEqual(dialogs, []);
    assert.deepEqual(connectionsNow(), before);
    service.server.on(ordersPath, [{ body: fixture('intraday-orders') }]);
    assert.equal((await ask('service')).outcome, 'success');
    assert.equal((await ask('sandbox')).outcome, 'success');
    await assert.rejects(Promise.resolve(ask('file')), /Connection "file" not found/);
    assert.equal(caught, 0);
  });

  it('are not read through a symbolic link', async () => {
    const elsewhere = join(workspaceFolder().uri.fsPath, 'elsewhere');
    mkdirSync(elsewhere);
    try {
      writeFileSync(
        join(elsewhere, 'market-connections.json'),
        JSON.stringify({ version: 1, connections: [trapped()] }),
      );
      symlinkSync(elsewhere, folder());
      await assert.rejects(Promise.resolve(ask('proposed')), /Connection "proposed" not found/);
      rmSync(folder());
      mkdirSync(folder());
      symlinkSync(join(elsewhere, 'market-connections.json'), join(folder(), 'market-connections.json'));
      await assert.rejects(Promise.resolve(ask('proposed')), /Connection "proposed" not found/);
    } finally {
      rmSync(elsewhere, { recursive: true });
    }
  });
});
