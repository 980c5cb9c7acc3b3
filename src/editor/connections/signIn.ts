import * as v from 'valibot';
import * as vscode from 'vscode';
import type { CheckOff } from '../shell/walkthroughSteps';
import { sandboxName, tokenAddress, type Connection } from '../../request/connection';
import type { Outcome } from '../../request/outcome';
import type { Credentials, Grant } from '../../service/clientTypes';
import { addressesOf, hostOf } from '../../service/addresses';
import { editConnection, type KnownSignIn } from './addConnection';
import { cancellable } from '../shell/cancellable';
import type { Connections } from './connections';
import { plainLabel } from '../../text/plainLabel';
import type { SecretVault } from './secretVault';
import type { ServiceAccess } from './serviceAccess';
import { editorNetwork, settings } from '../shell/settings';
import { asking, pick, runSteps, typeText, type Step } from '../shell/promptSteps';
import { askInDialog, showError, showInformation, showStatus } from '../shell/shownMessages';

/** A sign-in without prompts. */
export const signInShape = v.object({
  connection: v.string(),
  username: v.string(),
  password: v.string(),
  clientSecret: v.optional(v.string()),
  headers: v.optional(v.record(v.string(), v.string())),
});

/** Signs in to and out of connections, with prompts or headless. */
export class SignIn {
  constructor(
    private readonly connections: Connections,
    private readonly vault: SecretVault,
    private readonly services: ServiceAccess,
    private readonly tick: CheckOff,
  ) {}

  /** Addresses for which a person has accepted unverified certificates in this session. */
  private readonly unchecked = new Set<string>();

  /** Prompts for the connection's addresses again and signs in. Resolves with true if a token was granted. */
  async correct(name: string): Promise<boolean> {
    return (await editConnection(await this.connections.get(name))) && this.prompt(name);
  }

  /** Requests a token, and keeps the credentials if one was granted. */
  private async grant(
    connection: Connection,
    credentials: Credentials,
    remember: boolean,
    signal: AbortSignal,
  ): Promise<Grant> {
    const client = await this.services.marketClient();
    const grant = await client.signIn(connection, credentials, settings.ofRequest(), signal);
    if (grant.granted) {
      await this.vault.store(connection, credentials, grant.token, remember);
      this.tick('hasSignedIn');
    }
    if (grant.granted || grant.outcome.kind === 'unauthorized') {
      this.connections.setRefused(connection.name, !grant.granted);
    }
    return grant;
  }

  /** Signs out without prompts, even from a connection that was removed from the settings. */
  async signOut(name: string): Promise<void> {
    if (!this.connections.orphans.includes(name)) this.connections.require(name);
    if (name !== sandboxName) await this.connections.forget(name);
  }

  /** Signs out of the named connection or the selected one, after confirmation. */
  async promptSignOut(name = this.connections.selected): Promise<void> {
    const state = await this.connections.state(name);
    if ((state === 'sample' || state === 'signedOut') && !this.connections.orphans.includes(name)) {
      const words = vscode.l10n.t("You aren't signed in to {0}.", plainLabel(name));
      void showInformation(words);
      return;
    }
    const yes = vscode.l10n.t('Sign Out');
    const text = vscode.l10n.t(
      'Sign out of {0}? Its user name, password, and token will be removed.',
      plainLabel(name),
    );
    if ((await askInDialog(text, '', yes)) !== yes) return;
    await this.connections.forget(name);
  }

  /** Signs in without prompts. Resolves with true if a token was granted. */
  async headless({
    connection: name,
    headers = {},
    clientSecret,
    ...account
  }: v.InferOutput<typeof signInShape>): Promise<boolean> {
    if (name === sandboxName) return true;
    const secret = clientSecret === undefined ? {} : { clientSecret };
    const connection = await this.connections.get(name);
    this.requireVerifiedCertificates(connection);
    const credentials = { ...account, headers, ...secret };
    const grant = await this.grant(connection, credentials, true, new AbortController().signal);
    return grant.granted;
  }

  /**
   * Signs in by prompts to the named connection or the selected one. With `known`, first without prompts. Resolves
   * with true if a token was granted.
   */
  async prompt(name = this.connections.selected, known?: KnownSignIn): Promise<boolean> {
    if (name === sandboxName) {
      const text = vscode.l10n.t("The sample service doesn't require a sign-in.");
      void showInformation(text);
      return true;
    }
    const connection = await this.connections.get(name);
    if (!(await this.acceptsUncheckedCertificates(connection))) return false;
    let next = known?.credentials;
    let username = '';
    for (;;) {
      const credentials = next ?? (await askCredentials(connection, username));
      if (!credentials) return false;
      next = undefined;
      ({ username } = credentials);
      const title = vscode.l10n.t('Signing in to {0}', plainLabel(name));
      const grant = await cancellable(title, (signal) => this.grant(connection, credentials, false, signal));
      if (!grant) return false;
      if (grant.granted) {
        if (known?.isTemporary !== true && (await asksToSave(connection))) {
          await this.vault.store(connection, credentials, grant.token, true);
        }
        const text = vscode.l10n.t('Signed in to {0}.', plainLabel(name));
        showStatus(text, 5000, 'check');
        return true;
      }
      if (grant.outcome.kind === 'cancelled') return false;
      const again = vscode.l10n.t('Try Again');
      const edit = vscode.l10n.t('Edit Connection');
      const chosen = await showError(whyNot(connection, grant.outcome), again, edit);
      if (chosen === edit) return this.correct(name);
      if (chosen !== again) return false;
    }
  }

  /**
   * Makes sure that a person's query can be sent. Prompts for a sign-in if there is none, and for
   * confirmation if the connection's address is not the one that the secrets were entered for.
   */
  async ensure(connection: Connection): Promise<boolean> {
    if (connection.name === sandboxName) return true;
    const state = await this.vault.state(connection);
    if (state === 'signedIn') return this.acceptsUncheckedCertificates(connection);
    if (state === 'signedOut') return this.prompt(connection.name);
    const before = await this.vault.boundAddresses(connection.name);
    const send = vscode.l10n.t('Use New Address');
    const answer = await askInDialog(
      `${vscode.l10n.t('The address of {0} has changed.', plainLabel(connection.name))} ${receiversText(connection)}`,
      vscode.l10n.t(
        'You entered your user name and password for:\n{0}\n\nThe settings now contain:\n{1}\n\nDo you want to send your user name and password to the new address?',
        before.join('\n'),
        addressesOf(connection).join('\n'),
      ),
      send,
    );
    if (answer !== send) return false;
    if (!(await this.acceptsUncheckedCertificates(connection))) return false;
    await this.vault.rebind(connection);
    return true;
  }

  /**
   * If the editor doesn't verify certificates, anyone on the network could read the password and the token.
   */
  private async acceptsUncheckedCertificates(connection: Connection): Promise<boolean> {
    if (!this.needsConfirmation(connection)) return true;
    const goOn = vscode.l10n.t('Continue Anyway');
    const text = vscode.l10n.t("Certificates aren't verified.");
    const detail = vscode.l10n.t(
      'The "http.proxyStrictSSL" setting or the NODE_TLS_REJECT_UNAUTHORIZED environment variable turns verification off. Anyone on the network between you and {0} could read your password and your queries.',
      plainLabel(connection.name),
    );
    const chosen = await askInDialog(text, detail, goOn);
    if (chosen === goOn) this.unchecked.add(addressesOf(connection).join(' '));
    return chosen === goOn;
  }

  /** Whether certificates aren't verified, and no person has accepted this for the connection's addresses. */
  private needsConfirmation(connection: Connection): boolean {
    const urls = [connection.baseUrl, connection.authUrl];
    const isEncrypted = urls.some((url) => new URL(url).protocol === 'https:');
    const isAccepted = this.unchecked.has(addressesOf(connection).join(' '));
    return isEncrypted && !editorNetwork().checksCertificates && !isAccepted;
  }

  /** For headless calls, which can't ask. Throws an `Error` ready to display. */
  requireVerifiedCertificates(connection: Connection): void {
    if (!this.needsConfirmation(connection)) return;
    throw new Error(
      vscode.l10n.t(
        "Certificates aren't verified. To send requests to {0} anyway, query it from the Datasets view in this window first, and select Continue Anyway.",
        plainLabel(connection.name),
      ),
    );
  }
}

/** Who gets what, for the text of a dialog that is read before its detail. */
const receiversText = (connection: Connection): string =>
  vscode.l10n.t(
    'Your password will be sent to {0}, and your queries to {1}.',
    hostOf(tokenAddress(connection)),
    hostOf(connection.baseUrl),
  );

/**
 * Why the sign-in failed, and at which address. The message says whether the text is the service's response.
 */
function whyNot(connection: Connection, { kind, message, isQuote }: Outcome): string {
  const words = plainLabel(message ?? kind);
  const name = plainLabel(connection.name);
  const address = tokenAddress(connection);
  return isQuote === true
    ? vscode.l10n.t("Couldn't sign in to {0} at {1}. Service response: {2}", name, address, words)
    : vscode.l10n.t("Couldn't sign in to {0} at {1}. {2}", name, address, words);
}

const required = (field: string) => (typed: string) =>
  typed === '' ? vscode.l10n.t('{0} is required.', field) : null;

/** The host comes first: a long name can't push it out of the title, nor can a name pass for a host. */
const titleOf = ({ authUrl, name }: Connection): string =>
  vscode.l10n.t('Sign in to {0} ({1})', hostOf(authUrl), plainLabel(name));

/** Asks whether to save a sign-in that worked. Without an answer, it isn't saved. */
async function asksToSave(connection: Connection): Promise<boolean> {
  const end = await pick({
    title: titleOf(connection),
    placeholder: vscode.l10n.t("You're signed in. Select whether to save the sign-in"),
    items: () => [
      {
        label: vscode.l10n.t('Save on this machine'),
        description: vscode.l10n.t("encrypted in the editor's secret storage"),
        isSaved: true,
      },
      {
        label: vscode.l10n.t('For this session only'),
        description: vscode.l10n.t('forgotten when the window closes'),
        isSaved: false,
      },
    ],
  });
  return end.kind === 'answer' && end.answer.isSaved;
}

/**
 * Prompts for user name, password, and whatever else the connection needs. A previous user name is filled in.
 * Resolves with `undefined` if the person canceled.
 */
async function askCredentials(
  connection: Connection,
  previousUsername: string,
): Promise<Credentials | undefined> {
  const title = titleOf(connection);
  const needsSecret = connection.clientAuthentication !== 'none';
  const headers: Record<string, string> = {};
  let username = previousUsername;
  let password = '';
  let clientSecret = '';

  const secret = (name: string, take: (text: string) => void, prompt = () => name) =>
    asking(
      (position) =>
        typeText({ title, ...position, prompt: prompt(), password: true, problem: required(name) }),
      take,
    );
  const userName = vscode.l10n.t('User name');
  const steps: Step[] = [
    asking(
      (position) =>
        typeText({ title, ...position, prompt: userName, typed: username, problem: required(userName) }),
      (answer) => (username = answer),
    ),
    secret(
      vscode.l10n.t('Password'),
      (text) => (password = text),
      () => vscode.l10n.t('Password of {0}', plainLabel(username)),
    ),
    ...(needsSecret
      ? [secret(vscode.l10n.t('Client secret for {0}', connection.clientId), (text) => (clientSecret = text))]
      : []),
    ...connection.secretHeaders.map((name) =>
      secret(vscode.l10n.t('Value of the {0} request header', name), (text) => {
        headers[name] = text;
      }),
    ),
  ];
  if (!(await runSteps(steps))) return undefined;
  return { username, password, headers, ...(needsSecret ? { clientSecret } : {}) };
}
