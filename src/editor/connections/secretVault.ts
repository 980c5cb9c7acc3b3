import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import * as v from 'valibot';
import type { Connection } from '../../request/connection';
import { addressesOf } from '../../service/addresses';
import type { Credentials, StoredToken, Vault } from '../../service/clientTypes';
import { parsedJson } from '../../text/parsedJson';
import type { StoredValues } from '../shell/storedValues';

const credentialsShape = v.object({
  username: v.string(),
  password: v.string(),
  clientSecret: v.exactOptional(v.string()),
  headers: v.record(v.string(), v.string()),
});

/** One JSON value per connection, so that each write is all or nothing. */
const entryShape = v.object({
  /** The addresses the secrets were entered for; they are sent nowhere else. */
  addresses: v.array(v.string()),
  credentials: credentialsShape,
  token: v.exactOptional(v.object({ accessToken: v.string(), expiresAt: v.exactOptional(v.number()) })),
});
type Entry = v.InferOutput<typeof entryShape>;

/** Whether a connection has secrets. `moved`: they were entered for other addresses. */
export type SignInState = 'signedIn' | 'signedOut' | 'moved';

const namesKey = 'marketData.keptSecrets';
const keyOf = (name: string) => `marketData.connection.${name}`;

/**
 * The one module that touches SecretStorage. An entry is only ever returned for the addresses that it was
 * entered for. Entries that must not outlive the session stay in memory.
 */
export class SecretVault implements Vault {
  private readonly session = new Map<string, Entry>();
  /** Connections whose entry this window has used and not removed itself. */
  private readonly held = new Set<string>();
  private readonly changed = new vscode.EventEmitter<string>();
  /** Fires with the connection's name, also when another window stored or removed its secrets. */
  readonly onDidChange = this.changed.event;
  private readonly subscription: vscode.Disposable;
  /** Pending writes per connection: a token that arrives late must not restore a removed entry. */
  private readonly turns = new Map<string, Promise<void>>();
  /** The names of stored entries. Unlike the editor's memory, this follows changes made in other windows. */
  private readonly names: Set<string>;

  /** `stored` lists the names under which secrets are stored, because the storage itself can't be listed. */
  constructor(
    private readonly secrets: vscode.SecretStorage,
    private readonly stored: StoredValues,
  ) {
    const names = stored.get(namesKey);
    this.names = new Set(Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []);
    this.subscription = secrets.onDidChange(({ key }) => {
      if (!key.startsWith(keyOf(''))) return;
      const name = key.slice(keyOf('').length);
      void this.follow(name);
      this.changed.fire(name);
    });
  }

  private async entry(name: string): Promise<Entry | undefined> {
    const inSession = this.session.get(name);
    if (inSession) return inSession;
    const text = await this.secrets.get(keyOf(name));
    const value = parsedJson(text ?? '');
    // Anything else wasn't written by this extension, and is treated as missing.
    if (!v.is(entryShape, value)) return undefined;
    this.held.add(name);
    return value;
  }

  /** Names of connections whose secrets outlive the session, whether they are in the settings or not. */
  get keptNames(): readonly string[] {
    return [...this.names];
  }

  /** Another window may have stored or removed secrets. Our next write must not undo that. */
  private async follow(name: string): Promise<void> {
    const text = await this.secrets.get(keyOf(name)).then(undefined, () => undefined);
    if (text === undefined) this.names.delete(name);
    else this.names.add(name);
  }

  private async inTurn(name: string, work: () => Promise<void>): Promise<void> {
    const turn = (this.turns.get(name) ?? Promise.resolve()).then(work);
    const settled = turn.catch(() => undefined);
    this.turns.set(name, settled);
    return turn;
  }

  private async keep(name: string, entry: Entry): Promise<void> {
    await this.stored.update(namesKey, [...this.names.add(name)]);
    await this.secrets.store(keyOf(name), JSON.stringify(entry));
  }

  private async write(name: string, entry: Entry): Promise<void> {
    if (this.session.has(name)) this.session.set(name, entry);
    else await this.keep(name, entry);
  }

  private async bound(connection: Connection): Promise<Entry | undefined> {
    const entry = await this.entry(connection.name);
    return entry && isDeepStrictEqual(entry.addresses, addressesOf(connection)) ? entry : undefined;
  }

  async state(connection: Connection): Promise<SignInState> {
    const entry = await this.entry(connection.name);
    if (!entry) return 'signedOut';
    return isDeepStrictEqual(entry.addresses, addressesOf(connection)) ? 'signedIn' : 'moved';
  }

  /** The addresses that the secrets were entered for; empty if there are no secrets. */
  async boundAddresses(name: string): Promise<readonly string[]> {
    return (await this.entry(name))?.addresses ?? [];
  }

  async credentials(connection: Connection): Promise<Credentials | undefined> {
    return (await this.bound(connection))?.credentials;
  }

  async token(connection: Connection): Promise<StoredToken | undefined> {
    return (await this.bound(connection))?.token;
  }

  storeToken(connection: Connection, token: StoredToken | undefined): Promise<void> {
    return this.inTurn(connection.name, async () => {
      const entry = await this.bound(connection);
      if (!entry) return; // signed out in the meantime: there is no entry for the token
      const { addresses, credentials } = entry;
      await this.write(connection.name, { addresses, credentials, ...(token ? { token } : {}) });
    });
  }

  /** Stores credentials for the connection's addresses. If `remember` is false, they stay in memory. */
  async store(
    connection: Connection,
    credentials: Credentials,
    token: StoredToken,
    remember: boolean,
  ): Promise<void> {
    const { name } = connection;
    const entry: Entry = { addresses: addressesOf(connection), credentials, token };
    await this.inTurn(name, async () => {
      // There must be no moment without an entry, or the connection would briefly seem signed out.
      this.session.set(name, entry);
      if (remember) {
        await this.keep(name, entry);
        this.session.delete(name);
      } else await this.erase(name);
    });
    this.changed.fire(name);
  }

  /** Binds the stored secrets to the connection's current addresses, after the person has confirmed them. */
  async rebind(connection: Connection): Promise<void> {
    const { name } = connection;
    await this.inTurn(name, async () => {
      const entry = await this.entry(name);
      if (!entry) return;
      const { credentials } = entry;
      await this.write(name, { addresses: addressesOf(connection), credentials });
    });
    this.changed.fire(name);
  }

  async remove(name: string): Promise<void> {
    await this.inTurn(name, async () => {
      this.session.delete(name);
      await this.erase(name);
    });
    this.held.delete(name);
    this.changed.fire(name);
  }

  /** Removes the entry that outlives the session. */
  private async erase(name: string): Promise<void> {
    await this.secrets.delete(keyOf(name));
    this.names.delete(name);
    await this.stored.update(namesKey, [...this.names]);
  }

  /** Whether another window removed an entry that this one has used; true only once. */
  async isTakenAway(name: string): Promise<boolean> {
    return !(await this.entry(name)) && this.held.delete(name);
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
  }
}
