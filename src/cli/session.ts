import { lstatSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '../../package.json';
import { clearOtherSessions } from '../disk/leftovers';
import { QueryRuns, type SignInEnd } from '../engine/query/queryRuns';
import { sandboxName, type Connection } from '../request/connection';
import { environment, type Variables } from '../request/environment';
import { ResultStore } from '../results/store/resultStore';
import { SpoolFolder } from '../results/store/spoolFolder';
import { WorkerLink, type ResultThread } from '../results/store/workerLink';
import type { Sandbox } from '../sandbox/startSandbox';
import type { StoredToken, Vault } from '../service/clientTypes';
import { sandboxConnection } from '../service/connectionSettings';
import { useProxyOfEnvironment } from '../service/http/proxy';
import { createMarketClient } from '../service/marketClient';
import { errorKind } from '../text/errorText';
import { connectionFrom, quotationHints, unnamed, type ReadyConnection } from './environmentConnection';
import { readSecrets } from './secretsFile';
import { smallBodies } from './smallBodies';
import type { Terminal } from './terminal';

/** The defaults of the editor's settings. */
const settings = { requestTimeoutSeconds: 60, maxRetryWaitSeconds: 120 };
/** For all results together, as the editor's setting. */
const maxResultMegabytes = { default: '1024', minimum: 16, maximum: 16_384 };

/** Throws an `Error` ready to print if the variable has no meaning. */
function maxResultBytesIn(variables: Variables): number {
  const { default: fallback, minimum, maximum } = maxResultMegabytes;
  const text = variables.get(environment.maxResultMegabytes) ?? fallback;
  const megabytes = /^\d+$/.test(text) ? Number(text) : 0;
  if (megabytes >= minimum && megabytes <= maximum) return megabytes * 1024 ** 2;
  throw new Error(`${environment.maxResultMegabytes} must be a whole number from ${minimum} to ${maximum}.`);
}

/** Where the connection of a run comes from. */
interface ConnectionOptions {
  /** In place of the connections that queries name. */
  readonly connection: string | undefined;
  /** The path of the file with secrets. */
  readonly secrets: string | undefined;
}

/** What runs queries as the editor does, without the editor, until it's closed. */
export class Session {
  readonly store: ResultStore;
  readonly runs: QueryRuns;
  readonly folder: SpoolFolder;
  readonly extensionVersion = version;
  private readonly root = temporaryFolder();
  private readonly ready = new Map<string, Promise<ReadyConnection>>();
  private readonly tokens = new Map<string, StoredToken | undefined>();
  private sandbox: Promise<Sandbox> | undefined;
  private signIn: SignInEnd = 'accepted';

  private constructor(
    private readonly worker: WorkerLink,
    private readonly fixed: string | undefined,
    private readonly variables: Variables,
    terminal: Terminal,
  ) {
    const maxResultBytes = maxResultBytesIn(variables);
    this.folder = new SpoolFolder(this.root);
    this.store = new ResultStore(
      this.worker,
      this.folder,
      () => maxResultBytes,
      () => undefined,
    );
    const vault: Vault = {
      credentials: async ({ name }) => (await this.ready.get(name))?.credentials,
      token: ({ name }) => Promise.resolve(this.tokens.get(name)),
      storeToken: ({ name }, token) => Promise.resolve(void this.tokens.set(name, token)),
    };
    const log = { info: () => undefined, warn: () => undefined };
    const client = createMarketClient({ vault, log });
    this.runs = new QueryRuns({
      store: this.store,
      client: () => Promise.resolve(client),
      settings: () => settings,
      onSignIn: (_, end) => {
        if (end === 'accepted') return;
        if (end === 'refused' && this.signIn !== end) {
          for (const hint of quotationHints(variables)) terminal.say(hint);
        }
        this.signIn = end;
      },
    });
    this.store.prepare();
  }

  /**
   * `thread` starts what has the results. Rejects with an `Error` ready to print if the file with secrets or a
   * variable can't be used.
   */
  static async open(
    { connection, secrets }: ConnectionOptions,
    terminal: Terminal,
    thread: () => ResultThread = smallBodies,
  ): Promise<Session> {
    if (process.env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
      throw new Error(
        'NODE_TLS_REJECT_UNAUTHORIZED=0 would send the password to anyone: remove it, and set NODE_EXTRA_CA_CERTS to the file of your certificate.',
      );
    }
    const own = secrets === undefined ? [] : await readSecrets(secrets);
    const all = [...Object.entries(process.env), ...own];
    // Windows doesn't distinguish the case of these names.
    const set = new Map(all.map(([name, value = '']) => [name.toUpperCase(), value] as const));
    const variables = new Map([...set].filter(([, value]) => value !== ''));
    return new Session(new WorkerLink(thread), connection, variables, terminal);
  }

  /**
   * The connection that a query names, or that is used in its place. Rejects with an `Error` ready to print if it
   * can't be made of the variables.
   */
  async connectionOf(named: string | undefined): Promise<Connection> {
    return (await this.readyConnection(this.nameOf(named))).connection;
  }

  /** The name of that connection. */
  nameOf(named: string | undefined): string {
    return this.fixed ?? named ?? unnamed;
  }

  private readyConnection(name: string): Promise<ReadyConnection> {
    const known = this.ready.get(name);
    if (known) return known;
    const ready = name === sandboxName ? this.sampleConnection() : this.connectionFromVariables(name);
    this.ready.set(name, ready);
    return ready;
  }

  private async sampleConnection(): Promise<ReadyConnection> {
    this.sandbox ??= import('../sandbox/startSandbox').then(({ startSandbox }) => startSandbox());
    const { baseUrl, authUrl, signIn } = await this.sandbox;
    return { connection: sandboxConnection({ baseUrl, authUrl }), credentials: { ...signIn, headers: {} } };
  }

  private async connectionFromVariables(name: string): Promise<ReadyConnection> {
    const ready = connectionFrom(name, this.variables);
    // The sample service needs no proxy, so none that can't be used keeps it from running.
    useProxyOfEnvironment();
    return Promise.resolve(ready);
  }

  /** Whether a sign-in was refused, or couldn't be tried. */
  get hasSignInFailed(): boolean {
    return this.signIn !== 'accepted';
  }

  /** Ends the session and removes its files. */
  async close(): Promise<void> {
    this.store.dispose();
    await this.worker.dispose();
    await (await this.sandbox)?.close();
    await this.folder.remove();
    await clearOtherSessions(this.root);
  }
}

/**
 * The folder for responses that are being read: one for each user, closed to others. Where something else has
 * its name, as other users of the machine could see to, it's a new one. Throws an `Error` ready to print if there
 * can't be one.
 */
function temporaryFolder(): string {
  const uid = process.getuid?.();
  const path = join(tmpdir(), `market-data-explorer${uid === undefined ? '' : `-${uid}`}`);
  try {
    try {
      mkdirSync(path, { mode: 0o700 });
    } catch (error) {
      if (errorKind(error) !== 'EEXIST') throw error;
    }
    const found = lstatSync(path);
    const isOwn = found.isDirectory() && (uid === undefined || found.uid === uid);
    if (isOwn && (uid === undefined || (found.mode & 0o077) === 0)) return path;
    return mkdtempSync(`${path}-`);
  } catch (error) {
    throw new Error(
      `Couldn't write to the folder for temporary files (${errorKind(error)}): set ${process.platform === 'win32' ? 'TEMP' : 'TMPDIR'} to one that can be written to.`,
      { cause: error },
    );
  }
}
