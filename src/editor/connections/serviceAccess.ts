import type * as vscode from 'vscode';
import { sandboxName, type Connection } from '../../request/connection';
import type { Credentials, LogSink, MarketClient, StoredToken, Vault } from '../../service/clientTypes';
import type { Sandbox } from '../../sandbox/startSandbox';
import type { ThreadOptions } from '../../sandbox/startSandboxThread';
import type { ClientParts } from '../../service/marketClient';
import { sandboxConnection } from '../../service/connectionSettings';
import { FirstUse } from '../shell/firstUse';
import type { SecretVault } from './secretVault';

/** What creates the HTTP client and the sample service. */
interface ServiceParts {
  readonly createMarketClient: (parts: ClientParts) => Promise<MarketClient>;
  readonly startSandbox: (options?: ThreadOptions) => Promise<Sandbox>;
}

/** The HTTP client and the sample service, each loaded on first use so that activation loads neither. */
export class ServiceAccess {
  private readonly client = new FirstUse<MarketClient>(async () => {
    const { createMarketClient } = await this.load();
    return createMarketClient({ vault: this.vaultOfAll(), log: this.log });
  });
  private readonly sandbox = new FirstUse<Sandbox>(() => this.startSandbox());
  private sandboxToken: StoredToken | undefined;

  constructor(
    private readonly vault: SecretVault,
    private readonly log: LogSink,
    private readonly load: () => Promise<ServiceParts>,
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
    const sampleSignIn = async (): Promise<Credentials> => {
      const { signIn } = await this.sandbox.get();
      return { ...signIn, headers: {} };
    };
    const isSample = ({ name }: Connection) => name === sandboxName;
    return {
      credentials: async (connection) =>
        isSample(connection) ? sampleSignIn() : vault.credentials(connection),
      token: async (connection) => (isSample(connection) ? this.sandboxToken : vault.token(connection)),
      storeToken: async (connection, token) => {
        if (isSample(connection)) this.sandboxToken = token;
        else await vault.storeToken(connection, token);
      },
    };
  }

  /** Starts another sample service than that of the built-in connection. */
  async startSandbox(options?: ThreadOptions): Promise<Sandbox> {
    return (await this.load()).startSandbox(options);
  }

  /** The built-in connection, with the sample service's address on this machine. */
  async sandboxConnection(): Promise<Connection> {
    return sandboxConnection(await this.sandbox.get());
  }

  async dispose(): Promise<void> {
    await this.sandbox.ifMade((sandbox) => sandbox.close());
  }
}

/** The log channel as the service sees it. */
export function logSink(channel: vscode.LogOutputChannel): LogSink {
  return { info: (line) => channel.info(line), warn: (line) => channel.warn(line) };
}
