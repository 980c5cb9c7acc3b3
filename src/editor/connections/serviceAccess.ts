import type * as vscode from 'vscode';
import { sandboxName, type Connection } from '../../request/connection';
import type { Sentences } from '../../text/l10n';
import type { Credentials, LogSink, MarketClient, StoredToken, Vault } from '../../service/clientTypes';
import type { Sandbox } from '../../sandbox/startSandbox';
import type { SecretVault } from './secretVault';

/**
 * The HTTP client and the sample service, each loaded on first use: activation pays for neither.
 */
export class ServiceAccess {
  private client: Promise<MarketClient> | undefined;
  private sandbox: Promise<{ running: Sandbox; signIn: Credentials }> | undefined;
  private sandboxToken: StoredToken | undefined;

  constructor(
    private readonly vault: SecretVault,
    private readonly log: LogSink,
    private readonly sentences?: Sentences,
  ) {}

  marketClient(): Promise<MarketClient> {
    this.client ??= import('../../service/serviceBundle')
      .then(({ createMarketClient, speak }) => {
        speak(this.sentences);
        return createMarketClient({ vault: this.vaultOfAll(), log: this.log });
      })
      .catch((error: unknown) => {
        this.client = undefined; // the next use tries again
        throw error;
      });
    return this.client;
  }

  /** Loads ahead of a query to the connection. What fails here fails again, and is told, when it is asked. */
  prepare(connection: string): void {
    void this.marketClient().catch(() => undefined);
    if (connection === sandboxName) void this.startSandbox().catch(() => undefined);
  }

  /** The sample service answers to nobody but this process and needs no account. */
  private vaultOfAll(): Vault {
    const { vault } = this;
    const isSample = ({ name }: Connection) => name === sandboxName;
    return {
      credentials: async (connection) =>
        isSample(connection) ? (await this.startSandbox()).signIn : vault.credentials(connection),
      token: async (connection) => (isSample(connection) ? this.sandboxToken : vault.token(connection)),
      storeToken: async (connection, token) => {
        if (isSample(connection)) this.sandboxToken = token;
        else await vault.storeToken(connection, token);
      },
    };
  }

  private startSandbox() {
    this.sandbox ??= import('../../sandbox/sandboxBundle')
      .then(async ({ startSandbox, sampleSignIn }) => ({
        running: await startSandbox(),
        signIn: { ...sampleSignIn, headers: {} },
      }))
      .catch((error: unknown) => {
        this.sandbox = undefined; // the next use tries again
        throw error;
      });
    return this.sandbox;
  }

  /** The built-in connection, with the address the sample service got on this machine. */
  async sandboxConnection(): Promise<Connection> {
    const { running } = await this.startSandbox();
    return { ...sandboxDefaults, baseUrl: running.baseUrl, authUrl: running.authUrl };
  }

  async dispose(): Promise<void> {
    await (await this.sandbox?.catch(() => undefined))?.running.close();
  }
}

const sandboxDefaults: Connection = {
  name: sandboxName,
  baseUrl: '',
  authUrl: '',
  tokenPath: '/connect/token',
  clientId: '',
  scope: '',
  clientAuthentication: 'none',
  tokenScheme: 'Bearer',
  venue: 'venue',
  secretHeaders: [],
};

/** The log channel as the service sees it. */
export function logSink(channel: vscode.LogOutputChannel): LogSink {
  return { info: (line) => channel.info(line), warn: (line) => channel.warn(line) };
}
