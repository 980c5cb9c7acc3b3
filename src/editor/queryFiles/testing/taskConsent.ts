import * as v from 'valibot';
import * as vscode from 'vscode';
import { sandboxName } from '../../../request/connection';
import { hostOf } from '../../../service/shownAddress';
import type { Connections } from '../../connections/connections';
import type { Memory } from '../../shell/memory';
import { plainLabel } from '../../../text/plainLabel';

const acceptedKey = 'marketData.tasks.accepted';
const acceptedShape = v.array(v.string());
/** The most query names listed; nobody would read more. */
const mostNames = 20;

/** The queries that a task is about to send, and their connections. */
export interface TaskRequest {
  /** The file's path, as the workspace shows it. */
  readonly file: string;
  readonly queries: readonly string[];
  /** By name. */
  readonly connections: readonly string[];
}

/** Where a task would send queries. */
interface TaskTarget {
  /** The text that is remembered. It must not depend on the editor's language, which can change. */
  readonly key: string;
  readonly name: string;
  /** As shown to the person. */
  readonly address: string;
}

/**
 * Asks whether tasks of this workspace may send queries, because a workspace can run tasks by itself, even
 * when it is opened. The first task asks, and so does the first one that sends queries to another address.
 */
export class TaskConsent {
  constructor(
    private readonly connections: Connections,
    private readonly memory: Memory,
  ) {}

  /**
   * Resolves with `false` if the person didn't accept. Connections that don't exist are left out: nothing is
   * sent over them, and running the queries reports them.
   */
  async isGiven({ file, queries, connections }: TaskRequest): Promise<boolean> {
    const targets = connections.flatMap((name) => {
      const target = this.targetOf(name);
      return target ? [target] : [];
    });
    if (targets.length === 0) return true;
    const read = v.safeParse(acceptedShape, this.memory.get(acceptedKey));
    const accepted = read.success ? read.output : [];
    const asked = targets.map(({ key }) => key);
    if (accepted.length > 0 && asked.every((each) => accepted.includes(each))) return true;
    const run = vscode.l10n.t('Run Tasks');
    const chosen = await vscode.window.showWarningMessage(
      vscode.l10n.t('Allow tasks in this workspace to run market data queries?'),
      { modal: true, detail: detailOf(file, queries, targets) },
      run,
    );
    if (chosen !== run) return false;
    await this.memory.update(acceptedKey, [...new Set([...accepted, ...asked])]);
    return true;
  }

  /** `undefined` if there is no connection of this name. */
  private targetOf(name: string): TaskTarget | undefined {
    if (name === sandboxName) {
      return { key: sandboxName, name, address: vscode.l10n.t('sample service on this machine') };
    }
    const connection = this.connections.configured().find((each) => each.name === name);
    if (!connection) return undefined;
    const address = hostOf(connection.baseUrl);
    return { key: `${name} ${address}`, name, address };
  }
}

function detailOf(file: string, queries: readonly string[], targets: readonly TaskTarget[]): string {
  const names = queries.slice(0, mostNames).map((name) => `• ${plainLabel(name, 100)}`);
  const left = queries.length - names.length;
  const more = left > 0 ? [vscode.l10n.t('and {0} more', left)] : [];
  const connections = targets.map(
    ({ name, address }) => `• ${plainLabel(name, 100)} (${plainLabel(address)})`,
  );
  return [
    vscode.l10n.t('A task wants to run these queries from {0}:', plainLabel(file)),
    ...names,
    ...more,
    '',
    vscode.l10n.t('The queries will be sent to:'),
    ...connections,
  ].join('\n');
}
