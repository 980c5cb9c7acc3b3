import { vi } from 'vitest';
import { datasets } from '#src/market/datasets/datasets';
import { startFaultServer, type Answer, type FaultServer } from '../host/support/faultServer';
import { askFor } from './resultView';
import { openWindow, type EditorWindow } from './support';

/**
 * The window of all files of a worker that don't need a fresh one, which takes longer to open than most of
 * them to run. What the extension remembers (last inputs, column widths) carries over from file to file; a
 * file that would notice opens its own window. Files share this module, as test/vitest.config.ts says.
 */
let shared: Promise<{ server: FaultServer; window: EditorWindow }> | undefined;

async function open() {
  const server = await startFaultServer();
  const mine = { name: 'mine', baseUrl: `${server.origin}/api`, authUrl: `${server.origin}/id` };
  const name = `shared-${process.env['VITEST_POOL_ID'] ?? '1'}`;
  const window = await openWindow({ name, settings: { 'marketData.connections': [mine] } });
  return { server, window };
}

/** The shared window on this connection, without tabs, and a service without responses. */
async function windowOn(connection: 'sandbox' | 'mine') {
  shared ??= open();
  const { server, window } = await shared;
  await window.tidy();
  server.reset();
  await window.command('Market Data: Focus on Datasets View');
  await window.commandAndPick('Market Data: Select Connection', connection);
  return { server, window };
}

/** The shared window on the sample service. */
export async function sharedWindow(): Promise<EditorWindow> {
  const { window } = await windowOn('sandbox');
  await window.page.getByRole('button', { name: /Market data from sandbox/ }).waitFor();
  return window;
}

/** The shared window on the connection `mine`: a service whose responses a test defines. */
export interface OwnService {
  readonly server: FaultServer;
  readonly window: EditorWindow;
  /** Queries a dataset, see `askFor`; the service sends this response. */
  ask(dataset: string, texts: readonly string[], answer: Answer, more?: readonly string[]): Promise<void>;
}

/** Signs in to the selected connection, for this session. */
export async function signIn(window: EditorWindow, username: string, password: string): Promise<void> {
  await window.command('Market Data: Select Connection');
  await window.pick('Sign In to ');
  await window.prompt.getByText('User name').first().waitFor();
  await window.answer(username);
  await window.prompt.getByText('Password').first().waitFor();
  await window.answer(password);
  await window.pick('For this session only');
}

/** Selects the connection and signs in again. */
export async function openOwnService(name: string): Promise<OwnService> {
  const { server, window } = await windowOn('mine');
  const token = '/id/connect/token';
  server.grants(token, [{ token: `canary-secret-${name}` }]);
  await signIn(window, 'someone', 'canary-secret-password');
  // The window may still say that the connection is signed in: from the file before.
  await vi.waitUntil(() => server.seen(token).length === 1, { timeout: 15_000 });
  await window.page.getByRole('button', { name: /Market data from mine: signed in/ }).waitFor();
  return {
    server,
    window,
    async ask(id, texts, answer, more = []) {
      const dataset = datasets.find((one) => one.id === id);
      if (!dataset) throw new Error(`Dataset "${id}" not found.`);
      server.on(`/api${dataset.path}`, [answer]);
      await askFor(window, dataset.title(), texts, more);
    },
  };
}
