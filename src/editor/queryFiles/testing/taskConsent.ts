import * as v from 'valibot';
import * as vscode from 'vscode';
import { sandboxName } from '../../../request/connection';
import { hostOf } from '../../../service/shownAddress';
import type { Connections } from '../../connections/connections';
import type { Memory } from '../../shell/memory';
import { plainLabel } from '../../shell/plainLabel';

const acceptedKey = 'marketData.tasks.accepted';
const acceptedShape = v.array(v.string());
/** More names would not be read. */
const mostNames = 20;

/** What a task is about to send, and over which connections. */
export interface TaskRequest {
  /** The file's path, as the workspace shows it. */
  readonly file: string;
  readonly queries: readonly string[];
  /** By name. */
  readonly connections: readonly string[];
}

/** Where a task would send queries. */
interface TaskTarget {
  /** What is remembered of it, in no language: the editor's may change. */
  readonly key: string;
  readonly name: string;
  /** As shown. */
  readonly address: string;
}

/**
 * Whether a person lets the tasks of this workspace send queries. A workspace can run tasks by itself, even
 * when it's opened, so the first one asks; and so does the first one that sends queries to another address.
 */
export class TaskConsent {
  constructor(
    private readonly connections: Connections,
    private readonly memory: Memory,
  ) {}

  /**
   * Resolves with `false` if the person didn't accept. Over a connection that doesn't exist nothing is sent,
   * so it's left out; whoever sends the queries reports it.
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
