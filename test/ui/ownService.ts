import { datasets } from '../../src/market/datasets/datasets';
import { startFaultServer, type Answer, type FaultServer } from '../host/support/faultServer';
import { askFor } from './resultView';
import { openWindow, type EditorWindow } from './support';

/** A window whose selected connection, `mine`, is a service that answers as a test says. */
export interface OwnService {
  readonly server: FaultServer;
  readonly window: EditorWindow;
  /** Asks for a dataset, see `askFor`; the service gives this answer. */
  ask(dataset: string, texts: readonly string[], answer: Answer): Promise<void>;
  close(): Promise<void>;
}

/** Opens the window and signs in. */
export async function openOwnService(name: string): Promise<OwnService> {
  const server = await startFaultServer();
  server.grants('/id/connect/token', [{ token: `canary-secret-${name}` }]);
  const mine = { name: 'mine', baseUrl: `${server.origin}/api`, authUrl: `${server.origin}/id` };
  const window = await openWindow({ name, settings: { 'marketData.connections': [mine] } });
  await window.command('Market Data: Focus on Datasets View');
  await window.command('Market Data: Select Connection');
  await window.pick('mine');
  await window.command('Market Data: Sign In');
  await window.prompt.getByText('User name').first().waitFor();
  await window.answer('someone');
  await window.prompt.getByText('Password').first().waitFor();
  await window.answer('canary-secret-password');
  await window.pick('For this session only');
  await window.page.getByRole('button', { name: /Market data from mine: signed in/ }).waitFor();
  return {
    server,
    window,
    async ask(id, texts, answer) {
      const dataset = datasets.find((one) => one.id === id);
      if (!dataset) throw new Error(`There is no dataset ${id}.`);
      server.on(`/api${dataset.path}`, [answer]);
      await askFor(window, dataset.title(), texts);
    },
    async close() {
      await window.close();
      await server.close();
    },
  };
}
