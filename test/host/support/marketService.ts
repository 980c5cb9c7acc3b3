import * as assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { datasetPaths, requiredParameters } from './contract';
import type { DatasetId, ResultSummary, Rows } from './contract';
import { startFaultServer } from './faultServer';
import type { Answer, FaultServer, Grant } from './faultServer';
import { activeExtension, canary, withSettings } from './support';

export const tokenPath = '/connect/token';

/** What a person might enter at sign-in, unusual enough to break careless encoding. */
export const username = 'trader+1@example.invalid';
export const password = canary('password %41]&=+" ü');

/** The body of a dataset's fixture, as sent by a service. */
export const fixture = (dataset: DatasetId): Buffer =>
  // The tests are bundled into .vscode-test/host-tests.
  readFileSync(join(__dirname, '..', '..', 'test', 'fixtures', `${dataset}.json`));

/** Runs a command of the extension and resolves with its result. */
export const command = (id: string, ...args: unknown[]): Thenable<unknown> =>
  vscode.commands.executeCommand(`marketData.${id}`, ...args);

export const rowsOf = (result: string, question: Record<string, unknown> = {}) =>
  command('result.rows', { result, ...question }) as Thenable<Rows>;

/** Sets connections in the user settings while the body runs. */
export const withConnections = <Result>(
  connections: readonly unknown[],
  body: () => Promise<Result>,
): Promise<Result> => withSettings({ 'marketData.connections': connections }, body);

/** A service for the tests and the connection `service` to it. */
export interface MarketService {
  readonly server: FaultServer;
  /** The connection's entry in the settings. */
  readonly connection: { name: string; baseUrl: string; authUrl: string };
  /** Signs in again with these grants. The sign-in uses the first one. */
  signIn(grants?: readonly Grant[]): Promise<void>;
  /** Runs a headless query without a panel. */
  query(
    dataset: DatasetId,
    parameters?: Record<string, string>,
    more?: Record<string, unknown>,
  ): Promise<ResultSummary>;
  /** Scripts the dataset's address and runs one query. */
  ask(dataset: DatasetId, ...answers: Answer[]): Promise<ResultSummary>;
  /** Number of requests to the dataset's address. */
  asked(dataset: DatasetId): number;
}

/** Makes each grant of the run unique. */
let granted = 0;
export const newGrant = (): { token: string } => ({ token: canary(`token-${(granted += 1)}`) });

/**
 * Gives a suite a service: started and added to the settings before its tests, signed in again before each,
 * and removed after the last. Sign-in requests are not counted.
 */
export function useMarketService(name = 'service'): MarketService {
  let server: FaultServer;
  let restore: () => void;
  let restored: Promise<unknown>;
  const connection = () => ({ name, baseUrl: server.origin, authUrl: server.origin });

  const service: MarketService = {
    get server() {
      return server;
    },
    get connection() {
      return connection();
    },
    async signIn(grants = [newGrant()]) {
      await command('connection.signOut', { connection: name });
      server.reset();
      server.grants(tokenPath, grants);
      const argument = { connection: name, username, password };
      assert.equal(await command('connection.signIn', argument), true);
      server.forget();
    },
    query: (dataset, parameters = requiredParameters[dataset] ?? {}, more = {}) =>
      Promise.resolve(
        command('query.run', { dataset, parameters, connection: name, show: false, ...more }),
      ) as Promise<ResultSummary>,
    ask(dataset, ...answers) {
      server.on(datasetPaths[dataset], answers);
      return service.query(dataset);
    },
    asked: (dataset) => server.seen(datasetPaths[dataset]).length,
  };

  before(async () => {
    await activeExtension();
    server = await startFaultServer();
    await new Promise<void>((ready) => {
      const over = new Promise<void>((resolve) => (restore = resolve));
      restored = withConnections([connection()], () => {
        ready();
        return over;
      });
    });
  });
  beforeEach(() => service.signIn());
  after(async () => {
    await command('connection.signOut', { connection: name });
    restore();
    await restored;
    await server.close();
  });
  return service;
}
