import * as vscode from 'vscode';
import { sandboxName, type Connection } from '../../request/connection';
import { readConnections } from '../../service/connectionSettings';
import { showingFailure, warnOfSetting } from '../shell/failureMessages';
import type { StoredValues } from '../shell/storedValues';
import { plainLabel } from '../../text/plainLabel';
import type { SecretVault, SignInState } from './secretVault';
import type { ServiceAccess } from './serviceAccess';
import { onSettingChange, settings } from '../shell/settings';
import { showWarning } from '../shell/shownMessages';

const selectedKey = 'marketData.selectedConnection';

/** The state of a connection, as the status bar and the tree show it. */
export type ConnectionState = SignInState | 'sample' | 'refused';

/** The connections in the settings, the selected one, and the state of each. */
export class Connections {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly choice = new vscode.EventEmitter<void>();
  /** Fires when another connection is selected, unlike `onDidChange`, not for states. */
  readonly onDidSelect = this.choice.event;
  /** Connections whose password the service rejected in this session. */
  private readonly refused = new Set<string>();
  private readonly subscriptions: vscode.Disposable;
  private readonly askedToForget = new Set<string>();
  private told = '';

  constructor(
    private readonly stored: StoredValues,
    private readonly vault: SecretVault,
    private readonly services: ServiceAccess,
  ) {
    this.subscriptions = vscode.Disposable.from(
      onSettingChange('connections', () => {
        this.refresh();
        void showingFailure(() => this.offerToForget());
      }),
      vault.onDidChange((name) => void showingFailure(() => this.secretsChanged(name))),
    );
  }

  /** Everything that can be selected, the sample service first. */
  get names(): string[] {
    return [sandboxName, ...this.configured().map(({ name }) => name)];
  }

  get selected(): string {
    const name = this.chosen;
    return this.names.includes(name) ? name : sandboxName;
  }

  /** The name of the selected connection, even if it is no longer in the settings. */
  get chosen(): string {
    const name = this.stored.get(selectedKey);
    return typeof name === 'string' ? name : sandboxName;
  }

  /** The name of the selected connection if it is no longer in the settings. */
  get missing(): string | undefined {
    return this.names.includes(this.chosen) ? undefined : this.chosen;
  }

  /**
   * Throws an `Error` ready to display if the selected connection is no longer in the settings: a query meant
   * for that connection must not return sample data.
   */
  requireSelected(): void {
    const name = this.missing;
    if (name === undefined) return;
    throw new Error(
      vscode.l10n.t('The selected connection "{0}" is no longer in the settings. Select another one.', name),
    );
  }

  /** Connections that are no longer in the settings but whose secrets are still stored. */
  get orphans(): readonly string[] {
    const names = this.names;
    return this.vault.keptNames.filter((name) => !names.includes(name));
  }

  /** Rejects an unknown name. */
  async select(name: string): Promise<void> {
    this.require(name);
    const isOther = name !== this.chosen;
    await this.stored.update(selectedKey, name);
    this.refresh();
    if (isOther) this.choice.fire();
  }

  /** Throws an `Error` ready to display for an unknown name. */
  require(name: string): void {
    if (!this.names.includes(name)) throw this.notFoundError(name);
  }

  private notFoundError(name: string): Error {
    const text = vscode.l10n.t(
      'Connection "{0}" not found. Available connections: {1}.',
      name,
      this.names.join(', '),
    );
    return new Error(text);
  }

  /** Rejects an unknown name. Starts the sample service if it is the one named. */
  async get(name: string): Promise<Connection> {
    if (name === sandboxName) return this.services.sandboxConnection();
    const found = this.configured().find((connection) => connection.name === name);
    if (!found) throw this.notFoundError(name);
    return found;
  }

  /** The connections in the settings. An invalid entry is reported once and left out. */
  configured(): Connection[] {
    const { connections, problems } = readConnections(settings.connections());
    const words = problems.map(({ index, field, message }) =>
      [index < 0 ? '' : `[${index}]`, field === '' ? '' : `.${field}`, `: ${message}`].join(''),
    );
    const text = words.map((line) => `marketData.connections${line}`).join('\n');
    if (text !== this.told) {
      this.told = text;
      if (text !== '') warnOfSetting('connections', text);
    }
    return connections;
  }

  /** Asks only once for each connection, and only in the focused window. */
  private async offerToForget(): Promise<void> {
    if (!vscode.window.state.focused) return;
    for (const name of this.orphans) {
      if (this.askedToForget.has(name)) continue;
      this.askedToForget.add(name);
      const remove = vscode.l10n.t('Remove Saved Sign-in');
      const text = vscode.l10n.t(
        '{0} is no longer in the settings, but its user name, password, and token are still saved.',
        plainLabel(name),
      );
      const keep = vscode.l10n.t('Keep');
      if ((await showWarning(text, remove, keep)) === remove) {
        await this.forget(name);
      }
    }
  }

  /** Removes all secrets of the connection. */
  async forget(name: string): Promise<void> {
    await this.vault.remove(name);
    (await this.services.marketClient()).forget(name);
    this.setRefused(name, false);
  }

  /**
   * Removes the connection permanently. `takeOut` removes it from the settings and runs first: if it rejects,
   * nothing is lost.
   */
  async remove(name: string, takeOut: () => Promise<void>): Promise<void> {
    this.askedToForget.add(name); // the person has already been asked
    try {
      await takeOut();
      if (this.chosen === name) await this.select(sandboxName);
      await this.forget(name);
    } finally {
      this.askedToForget.delete(name);
    }
  }

  async state(name: string): Promise<ConnectionState> {
    if (name === sandboxName) return 'sample';
    const connection = this.configured().find((each) => each.name === name);
    if (!connection) return 'signedOut';
    // If the storage fails, there are no secrets to use.
    const state = await this.vault.state(connection).catch((): SignInState => 'signedOut');
    return state === 'signedIn' && this.refused.has(name) ? 'refused' : state;
  }

  /** Notes whether the service rejected the connection's password. */
  setRefused(name: string, isRefused: boolean): void {
    if (this.refused.has(name) === isRefused) return;
    if (isRefused) this.refused.add(name);
    else this.refused.delete(name);
    this.refresh();
  }

  private async secretsChanged(name: string): Promise<void> {
    // If another window signed out, the token remembered here is discarded, too.
    const isTakenAway = await this.vault.isTakenAway(name).catch(() => false);
    if (isTakenAway) (await this.services.marketClient()).forget(name);
    this.refresh();
  }

  /** Notifies all listeners. */
  refresh(): void {
    this.changed.fire();
  }

  dispose(): void {
    this.subscriptions.dispose();
    this.changed.dispose();
    this.choice.dispose();
  }
}
