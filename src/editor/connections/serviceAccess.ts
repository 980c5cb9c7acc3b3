import type * as vscode from 'vscode';
import { sandboxName, type Connection } from '../../request/connection';
import type { Sentences } from '../../text/l10n';
import type { Credentials, LogSink, MarketClient, StoredToken, Vault } from '../../service/clientTypes';
import type { Sandbox } from '../../sandbox/startSandbox';
import { connectionDefaults } from '../../service/connectionSettings';
import { FirstUse } from '../shell/firstUse';
import type { SecretVault } from './secretVault';

/** The HTTP client and the sample service, each loaded on first use so that activation loads neither. */
export class ServiceAccess {
  private readonly client = new FirstUse<MarketClient>(async () => {
    const { createMarketClient } = await import('../../service/marketClient');
    const parts = { vault: this.vaultOfAll(), log: this.log };
    return createMarketClient(this.sentences ? { ...parts, sentences: this.sentences } : parts);
  });
  private readonly sandbox = new FirstUse<{ running: Sandbox; signIn: Credentials }>(async () => {
    const { startSandbox, sampleSignIn } = await import('../../sandbox/sandboxBundle');
    return { running: await startSandbox(), signIn: { ...sampleSignIn, headers: {} } };
  });
  private sandboxToken: StoredToken | undefined;

  constructor(
    private readonly vault: SecretVault,
    private readonly log: LogSink,
    private readonly sentences?: Sentences,
  ) {}

  marketClient(): Promise<MarketClient> {
    return this.client.get();
  }

  /**
   * Loads what a query to the connection needs ahead of time. If this fails, the query itself fails again and
   * reports it.
   */
  prepare(connection: string): void {
    void this.marketClient().catch(() => undefined);
    if (connection === sandboxName) void this.sandbox.get().catch(() => undefined);
  }

  /** The sample service serves only this process and needs no account. */
  private vaultOfAll(): Vault {
    const { vault } = this;
    const isSample = ({ name }: Connection) => name === sandboxName;
    return {
      credentials: async (connection) =>
        isSample(connection) ? (await this.sandbox.get()).signIn : vault.credentials(connection),
      token: async (connection) => (isSample(connection) ? this.sandboxToken : vault.token(connection)),
      storeToken: async (connection, token) => {
        if (isSample(connection)) this.sandboxToken = token;
        else await vault.storeToken(connection, token);
      },
    };
  }

  /** The built-in connection, with the sample service's address on this machine. */
  async sandboxConnection(): Promise<Connection> {
    const { running } = await this.sandbox.get();
    return { ...sandboxDefaults, baseUrl: running.baseUrl, authUrl: running.authUrl };
  }

  async dispose(): Promise<void> {
    await this.sandbox.ifMade(({ running }) => running.close());
  }
}

const sandboxDefaults: Connection = {
  ...connectionDefaults,
  name: sandboxName,
  baseUrl: '',
  authUrl: '',
  clientAuthentication: 'none',
  secretHeaders: [],
};

/** The log channel as the service sees it. */
export function logSink(channel: vscode.LogOutputChannel): LogSink {
  return { info: (line) => channel.info(line), warn: (line) => channel.warn(line) };
}
