import * as v from 'valibot';
import * as vscode from 'vscode';
import type { SampleAccess } from '../../request/connection';
import { environment } from '../../request/environment';
import { readFixtures, type ReplayedFolder } from '../../sandbox/replayedFixtures';
import { parseScenario, scenarios, suitsFixtures, type Scenario } from '../../sandbox/scenario';
import type { Sandbox } from '../../sandbox/startSandbox';
import type { ThreadOptions } from '../../sandbox/startSandboxThread';
import { randomSignIn } from '../../sandbox/tokens';
import { errorKind } from '../../text/errorText';
import { targetInWorkspace } from '../export/exportTarget';
import { setContext } from '../shell/commands';
import { showingFailure } from '../shell/failureMessages';
import { showInformation, showStatus } from '../shell/shownMessages';

/** A service to start without prompts. */
export const sandboxShape = v.object({
  port: v.optional(v.number()),
  scenario: v.optional(v.string()),
  fixtures: v.optional(v.unknown()),
});
type SandboxArgument = v.InferOutput<typeof sandboxShape>;

/** The options of a service; starting it again with the same ones keeps the running one. */
interface Wanted {
  /** 0 for any free port. */
  readonly port: number;
  readonly scenario: Scenario;
  /** Path of the folder whose saved responses are replayed. */
  readonly folder: string | undefined;
}

/** Starts a service; rejects with the network error if the port isn't available. */
export type StartSandbox = (options: ThreadOptions) => Promise<Sandbox>;

/**
 * A second sample service, which a person or a program starts for tests and other programs. It has its own
 * credentials, which are never logged or stored, and it ends with the window.
 */
export class SampleService {
  private running: { readonly key: string; readonly sandbox: Sandbox } | undefined;
  /** The end of the last start or stop: they run one by one. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly log: Pick<vscode.LogOutputChannel, 'info' | 'warn'>,
    private readonly startSandbox: StartSandbox,
    private readonly addConnection: (access: SampleAccess) => Promise<void>,
  ) {}

  /** Starts the service for a person, with made-up data on any free port, and copies how to reach it. */
  async startAndTell(): Promise<SampleAccess> {
    const access = await this.start({});
    await vscode.env.clipboard.writeText(environmentLines(access));
    void showingFailure(() => this.tellStarted(access));
    return access;
  }

  /** `marketData.sandbox.stop`. Resolves when the port is free. */
  async stop(): Promise<void> {
    const wasRunning = await this.inTurn(() => this.end());
    const words = wasRunning
      ? vscode.l10n.t('Sample service stopped.')
      : vscode.l10n.t("The sample service isn't running.");
    showStatus(words, 3000);
  }

  dispose(): void {
    void this.inTurn(() => this.end());
  }

  private inTurn<Done>(work: () => Promise<Done>): Promise<Done> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }

  /** Starts the service. With the arguments of the running one, that one goes on. */
  start(asked: SandboxArgument): Promise<SampleAccess> {
    return this.inTurn(async () => {
      const wanted = await wantedFrom(asked);
      const fixtures = wanted.folder === undefined ? undefined : await readFixtures(wanted.folder);
      const key = JSON.stringify(wanted);
      // The files in the folder may have changed.
      if (this.running?.key === key) await this.running.sandbox.replay(fixtures);
      else this.running = { key, sandbox: await this.restart(wanted, fixtures) };
      for (const words of fixtures?.leftOut ?? []) this.log.warn(`Not served: ${words}.`);
      const { baseUrl, authUrl, signIn } = this.running.sandbox;
      return { baseUrl, authUrl, ...signIn };
    });
  }

  /** The running service ends once the new one has started, or before that if both use the same port. */
  private async restart({ port, scenario }: Wanted, fixtures: ReplayedFolder | undefined): Promise<Sandbox> {
    const options = { port, scenario, fixtures, signIn: randomSignIn() };
    if (this.running?.sandbox.port === port) await this.end();
    const sandbox = await this.startSandbox(options).catch((error: unknown) => {
      throw portProblem(error, port);
    });
    await this.end();
    setContext('noServiceRunning', false);
    this.log.info(`Sample service started at ${sandbox.baseUrl} (scenario ${scenario}).`);
    return sandbox;
  }

  /** Resolves with whether a service was running. */
  private async end(): Promise<boolean> {
    const { running } = this;
    this.running = undefined;
    setContext('noServiceRunning', true);
    await running?.sandbox.close();
    return running !== undefined;
  }

  private async tellStarted(access: SampleAccess): Promise<void> {
    const { baseUrl } = access;
    const add = vscode.l10n.t('Add as Connection');
    const stop = vscode.l10n.t('Stop');
    const words = vscode.l10n.t(
      'The sample service is running at {0}. The addresses, user name, and password were copied to the clipboard as environment variables.',
      baseUrl,
    );
    const chosen = await showInformation(words, add, stop);
    if (chosen === add) await this.addConnection(access);
    // By the time the button is pressed, a different service may be running.
    if (chosen === stop && this.running?.sandbox.baseUrl === baseUrl) await this.stop();
  }
}

/** Lines for an `.env` file. No value needs quotes in any shell. */
const environmentLines = ({ baseUrl, authUrl, username, password }: SampleAccess): string =>
  [
    [environment.baseUrl, baseUrl],
    [environment.authUrl, authUrl],
    [environment.username, username],
    [environment.password, password],
  ]
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

/** Rejects with an `Error` ready to display. */
async function wantedFrom({
  port = 0,
  scenario: name = 'normal',
  fixtures,
}: SandboxArgument): Promise<Wanted> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(
      vscode.l10n.t('"{0}" must be a whole number from 1 to 65535, or 0 for any free port.', 'port'),
    );
  }
  const scenario = parseScenario(name);
  if (!scenario) {
    const names = [...scenarios.map((each) => each.name), 'large:N'].join(', ');
    throw new Error(vscode.l10n.t('Scenario "{0}" not found. Available scenarios: {1}.', name, names));
  }
  if (fixtures === undefined) return { port, scenario, folder: undefined };
  if (!suitsFixtures(scenario)) {
    throw new Error(
      vscode.l10n.t('Scenario "{0}" changes sample data, so saved responses can\'t be replayed in it.', name),
    );
  }
  return { port, scenario, folder: await folderInWorkspace(fixtures) };
}

async function folderInWorkspace(fixtures: unknown): Promise<string> {
  if (!vscode.workspace.isTrusted) {
    throw new Error(
      vscode.l10n.t(
        'Saved responses can\'t be replayed in an untrusted workspace. To trust it, run "Workspaces: Manage Workspace Trust".',
      ),
    );
  }
  const named = typeof fixtures === 'string' ? fixtures.replace(/[\\/]$/, '') : fixtures;
  const uri = await targetInWorkspace(named, 'fixtures');
  if (uri.scheme === 'file') return uri.fsPath;
  throw new Error(
    vscode.l10n.t(
      "This folder isn't on the machine where the extension runs. Run the sample service in a terminal on the machine that has the folder.",
    ),
  );
}

/** An `Error` ready to display if it's the port that can't be used; another one may work. */
function portProblem(error: unknown, port: number): unknown {
  const code = errorKind(error);
  if (code === 'EADDRINUSE') {
    return new Error(vscode.l10n.t('Port {0} is already in use. Choose another port.', port));
  }
  if (code === 'EACCES') {
    return new Error(
      vscode.l10n.t("You don't have permission to use port {0}. Choose a port above 1023.", port),
    );
  }
  return error;
}
