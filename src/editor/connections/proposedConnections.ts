import * as vscode from 'vscode';
import * as v from 'valibot';
import type { Connection } from '../../request/connection';
import { readConnections } from '../../service/connectionSettings';
import { changeTo, decidedText, isAsProposed, type Proposal } from '../../service/readProposals';
import { hostOf } from '../../service/shownAddress';
import { isRecord } from '../../text/json';
import type { Memory } from '../shell/memory';
import { telling } from '../shell/failureMessages';
import { plainLabel } from '../../text/plainLabel';
import { addToConnections, changeConnection, settings } from '../shell/settings';
import { proposalQuestion } from './proposalQuestion';
import type { Connections, WorkspaceProposals } from './connections';
import { proposalFiles, type ProposalFile } from './proposalFiles';
import { proposalPath } from './proposalPlace';

/**
 * How a proposal compares with the settings. `changed`: it was accepted in this workspace, but now differs
 * from the settings. `taken`: its name is used by a connection from elsewhere.
 */
export type ProposalStanding = 'new' | 'accepted' | 'changed' | 'taken';

/** A proposal, and whether the person has seen or declined it. */
export interface StandingProposal {
  readonly proposal: Proposal;
  readonly folder: vscode.WorkspaceFolder;
  readonly standing: ProposalStanding;
  /** The connection of that name in the settings. */
  readonly current: Connection | undefined;
  readonly isDeclined: boolean;
  /** Whether the person was told about it in its present form. */
  readonly isSeen: boolean;
}

const memoryKey = 'marketData.proposedConnections';

/**
 * By folder and name: the proposal as it was last shown, what was last accepted of it, and whether it was
 * declined.
 */
const memoryShape = v.record(
  v.string(),
  v.object({ seen: v.string(), accepted: v.nullable(v.string()), declined: v.boolean() }),
);

const memoryKeyOf = ({ folder, proposal }: Pick<StandingProposal, 'folder' | 'proposal'>) =>
  JSON.stringify([folder.uri.toString(), proposal.connection.name]);

const textOf = ({ entry }: Proposal) => JSON.stringify(Object.entries(entry).sort());

/** An item in a list of connections. */
export interface ProposalItem extends vscode.QuickPickItem {
  /** Resolves with the connection's name if the person accepted it. */
  readonly run: () => Promise<string | undefined>;
}

/**
 * The connections that the workspace proposes. Files are read only when proposals are needed. A proposal has
 * no effect until a person has seen its addresses and accepted them; it is then copied to the settings.
 */
export class ProposedConnections implements WorkspaceProposals {
  constructor(
    private readonly connections: Connections,
    private readonly memory: Memory,
    private readonly signIn: (name: string) => Promise<boolean>,
  ) {}

  async isProposed(name: string): Promise<boolean> {
    return (await this.newOne(name)) !== undefined;
  }

  async review(name: string): Promise<boolean> {
    const found = await this.newOne(name);
    if (!found || !(await this.askToAccept(found))) return false;
    // The current query continues either way, because it names its connection.
    void telling(() => this.offerToSelect(name));
    return true;
  }

  /** Tells the person that other queries still use the selected connection, and offers to change that. */
  private async offerToSelect(name: string): Promise<void> {
    const { selected } = this.connections;
    if (selected === name) return;
    const use = vscode.l10n.t('Use Now');
    const text = vscode.l10n.t(
      'The connection "{0}" was added. The selected connection is still "{1}".',
      plainLabel(name),
      plainLabel(selected),
    );
    if ((await vscode.window.showInformationMessage(text, use)) === use) await this.connections.select(name);
  }

  private async newOne(name: string): Promise<StandingProposal | undefined> {
    const proposals = this.standing(await proposalFiles());
    return proposals.find(
      ({ proposal, standing }) => standing === 'new' && proposal.connection.name === name,
    );
  }

  private remembered(): v.InferOutput<typeof memoryShape> {
    const read = v.safeParse(memoryShape, this.memory.get(memoryKey));
    return read.success ? read.output : {};
  }

  private remember(shown: readonly StandingProposal[], become: { accepted?: true; declined?: true }): void {
    const remembered = this.remembered();
    const next = shown.map((each) => {
      const key = memoryKeyOf(each);
      const accepted = become.accepted
        ? decidedText(each.proposal.connection)
        : (remembered[key]?.accepted ?? null);
      return [key, { seen: textOf(each.proposal), accepted, declined: become.declined ?? false }] as const;
    });
    this.memory.keep(memoryKey, { ...remembered, ...Object.fromEntries(next) });
  }

  private standing(files: readonly ProposalFile[]): StandingProposal[] {
    const remembered = this.remembered();
    const { connections } = readConnections(settings.connections());
    return files.flatMap(({ folder, proposals }) =>
      proposals.map((proposal) => {
        const { name } = proposal.connection;
        const known = remembered[memoryKeyOf({ folder, proposal })];
        const current = connections.find((each) => each.name === name);
        const isSeen = known?.seen === textOf(proposal);
        const standing = () => {
          if (current) {
            if (isAsProposed(current, proposal)) return 'accepted';
            // A connection of this name that the person has added since then is their own.
            return known?.accepted === decidedText(current) ? 'changed' : 'taken';
          }
          return isNameInSettings(name) ? 'taken' : 'new';
        };
        const isDeclined = isSeen && known.declined;
        return { proposal, folder, standing: standing(), current, isDeclined, isSeen };
      }),
    );
  }

  /** What a list of connections offers in addition to those in the settings; empty in most workspaces. */
  async items(): Promise<readonly ProposalItem[]> {
    const files = await proposalFiles();
    return [
      ...this.standing(files)
        .filter(({ standing }) => standing !== 'accepted')
        .map((each) => this.itemOf(each)),
      ...files
        .filter(({ problems }) => problems.length > 0)
        .map((file) => ({
          label: vscode.l10n.t('Problems in {0}', proposalPath.join('/')),
          description: placeOf(file.folder),
          run: () => tellProblems(file).then(() => undefined),
        })),
    ];
  }

  private itemOf(each: StandingProposal): ProposalItem {
    const { name, baseUrl, authUrl } = each.proposal.connection;
    const hosts = [...new Set([hostOf(baseUrl), hostOf(authUrl)])].join(', ');
    return {
      label: plainLabel(name),
      description: plainLabel([wordsOf(each), placeOf(each.folder)].filter(Boolean).join(', ')),
      detail: hosts,
      run: () => this.acceptAndSignIn(each),
    };
  }

  /**
   * `marketData.connection.review`: shows the proposed connections that aren't in the settings yet. Resolves
   * with the name of the connection that was accepted.
   */
  async run(): Promise<string | undefined> {
    if (!vscode.workspace.isTrusted) {
      const manage = vscode.l10n.t('Manage Workspace Trust');
      const text = vscode.l10n.t('Proposed connections are available only in a trusted workspace.');
      if ((await vscode.window.showWarningMessage(text, manage)) === manage) {
        await vscode.commands.executeCommand('workbench.trust.manage');
      }
      return undefined;
    }
    const files = await proposalFiles();
    for (const file of files) if (file.problems.length > 0) void telling(() => tellProblems(file));
    const all = this.standing(files);
    const open = all.filter(({ standing }) => standing !== 'accepted');
    const [first] = open;
    if (!first) {
      const hasProblems = files.some(({ problems }) => problems.length > 0);
      if (!hasProblems || all.length > 0) void vscode.window.showInformationMessage(nothingOpen(all.length));
      return undefined;
    }
    if (open.length === 1) return this.acceptAndSignIn(first);
    const placeHolder = vscode.l10n.t('Select a proposed connection to see its addresses');
    const items = open.map((each) => this.itemOf(each));
    return (await vscode.window.showQuickPick(items, { placeHolder, matchOnDetail: true }))?.run();
  }

  /** Tells the person about each new proposal once, in a notification. */
  async tell(): Promise<void> {
    const unseen = this.standing(await proposalFiles()).filter(
      ({ standing, isSeen }) => !isSeen && (standing === 'new' || standing === 'changed'),
    );
    const [first] = unseen;
    if (!first) return;
    this.remember(unseen, {});
    const review = vscode.l10n.t('Review…');
    const chosen = await vscode.window.showInformationMessage(noticeOf(first, unseen.length), review);
    if (chosen === review) await telling(() => this.run());
  }

  private async acceptAndSignIn(each: StandingProposal): Promise<string | undefined> {
    if (!(await this.askToAccept(each))) return undefined;
    const { name } = each.proposal.connection;
    await this.connections.select(name);
    await this.signIn(name);
    return name;
  }

  /** Shows both addresses. Resolves with true if the person accepted them and they are in the settings. */
  private async askToAccept(each: StandingProposal): Promise<boolean> {
    const { proposal, standing, current } = each;
    const { name } = proposal.connection;
    if (standing === 'accepted') return true;
    if (standing === 'taken') {
      void vscode.window.showWarningMessage(nameTaken(name));
      return false;
    }
    const { message, detail, accept, decline } = proposalQuestion(proposal, current, each.folder.name);
    const chosen = await vscode.window.showWarningMessage(message, { modal: true, detail }, accept, decline);
    if (chosen === decline) this.remember([each], { declined: true });
    if (chosen !== accept) return false;
    await this.accept(each);
    return true;
  }

  /** Copies the proposal as it was shown, even if the file has changed since then. */
  private async accept(each: StandingProposal): Promise<void> {
    const { proposal, current } = each;
    const { name } = proposal.connection;
    if (!current && isNameInSettings(name)) throw new Error(nameTaken(name));
    // Secrets stored under this name were entered for other addresses or another client.
    await this.connections.forget(name);
    await (current ? changeConnection(name, changeTo(proposal)) : addToConnections(proposal.entry));
    const saved = readConnections(settings.connections()).connections.find((one) => one.name === name);
    if (!saved || !isAsProposed(saved, proposal)) {
      throw new Error(vscode.l10n.t("Couldn't save the connection in your settings."));
    }
    this.remember([each], { accepted: true });
  }
}

/** Whether any entry has this name, including invalid entries. */
function isNameInSettings(name: string): boolean {
  const entries = settings.connections();
  return Array.isArray(entries) && entries.some((entry) => isRecord(entry) && entry.name === name);
}

const nameTaken = (name: string) =>
  vscode.l10n.t(
    'This workspace proposes the connection "{0}", but another connection in your settings has this name. To use the proposed one, rename or remove yours first.',
    plainLabel(name),
  );

function wordsOf({ standing, isDeclined }: StandingProposal): string {
  if (standing === 'taken') return vscode.l10n.t('proposed by this workspace, but the name is taken');
  if (isDeclined) return vscode.l10n.t('proposed by this workspace, declined');
  return standing === 'changed'
    ? vscode.l10n.t('changes proposed by this workspace')
    : vscode.l10n.t('proposed by this workspace');
}

/** The folder's name if there are several. */
const placeOf = ({ name }: vscode.WorkspaceFolder) =>
  (vscode.workspace.workspaceFolders?.length ?? 0) > 1 ? plainLabel(name) : '';

const nothingOpen = (accepted: number) =>
  accepted > 0
    ? vscode.l10n.t('All connections that this workspace proposes are already in your settings.')
    : vscode.l10n.t("This workspace doesn't propose any connections.");

function noticeOf({ proposal, standing }: StandingProposal, count: number): string {
  const name = plainLabel(proposal.connection.name);
  if (count > 1) return vscode.l10n.t('This workspace proposes {0} connections.', count);
  return standing === 'changed'
    ? vscode.l10n.t('This workspace proposes changes to the connection "{0}".', name)
    : vscode.l10n.t('This workspace proposes the connection "{0}".', name);
}

/** Shows the problems of a file in a notification. */
async function tellProblems({ uri, folder, problems }: ProposalFile): Promise<void> {
  const open = vscode.l10n.t('Open File');
  const place = [placeOf(folder), proposalPath.join('/')].filter(Boolean).join(': ');
  const text = vscode.l10n.t('Problems in {0}: {1}', place, problems.join(' '));
  if ((await vscode.window.showWarningMessage(plainLabel(text), open)) === open) {
    await vscode.window.showTextDocument(uri);
  }
}
