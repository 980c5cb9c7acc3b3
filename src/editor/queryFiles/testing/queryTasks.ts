import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import * as vscode from 'vscode';
import type { FileQuery } from '../../../queryFiles/queryFile';
import type { Connections } from '../../connections/connections';
import { readArgument } from '../../shell/commandArguments';
import { plainLabel } from '../../../text/plainLabel';
import { countsText, problemLine, stepText } from '../../../engine/checks/checkLines';
import { queryNamed } from '../../../engine/query/querySource';
import { sourceInWorkspace, type QueryFileSource } from '../queryFileSource';
import { taskType } from '../queryLanguage';
import type { QueryFileWork } from '../run/queryFileWork';
import type { TaskConsent } from './taskConsent';
import { TaskTerminal, type TaskWork } from './taskTerminal';
import type { WorkspaceQueryFiles } from './workspaceQueryFiles';

const problemMatcher = '$market-data';
/**
 * The longest wait for query files. The editor drops tasks that take more than a few seconds to provide, and
 * its file search may never end.
 */
const searchMs = 2000;

/** Public API: the members of a task. Tasks are outside data, because they come from the workspace. */
const taskShape = v.object({
  type: v.literal(taskType),
  file: v.pipe(v.string(), v.nonEmpty()),
  query: v.optional(v.string()),
  action: v.picklist(['export', 'check']),
});
type MarketDataTask = v.InferOutput<typeof taskShape>;

/** Tasks that check the queries of a file, or export their responses. */
export class QueryTasks implements vscode.TaskProvider {
  constructor(
    private readonly files: WorkspaceQueryFiles,
    private readonly connections: Connections,
    private readonly consent: TaskConsent,
    private readonly work: () => Promise<QueryFileWork>,
  ) {}

  /** One task per file that checks it, and one per query with an `export` that exports it. */
  async provideTasks(): Promise<vscode.Task[]> {
    // A watcher can miss a file in a folder that was just created.
    await Promise.race([this.files.find(), wait(searchMs)]);
    return this.files.all.flatMap(({ uri, file }) => {
      const folder = vscode.workspace.getWorkspaceFolder(uri);
      if (!folder || file.problems.length > 0) return [];
      const path = vscode.workspace.asRelativePath(uri, false);
      const exported = file.queries.filter((query) => query.export && query.problems.length === 0);
      return [
        this.task({ type: taskType, file: path, action: 'check' }, folder),
        ...exported.map(({ name }) =>
          this.task({ type: taskType, file: path, query: name, action: 'export' }, folder),
        ),
      ];
    });
  }

  /** A task from `tasks.json`. Problems with it are reported when it runs. */
  resolveTask({ definition, scope }: vscode.Task): vscode.Task {
    return this.task(definition, scope ?? vscode.TaskScope.Workspace);
  }

  private task(
    definition: vscode.TaskDefinition,
    scope: vscode.WorkspaceFolder | vscode.TaskScope,
  ): vscode.Task {
    const read = v.safeParse(taskShape, definition);
    const name = read.success ? nameOf(read.output) : taskType;
    const folder = typeof scope === 'object' ? scope.uri : undefined;
    const execution = new vscode.CustomExecution((resolved) =>
      Promise.resolve(new TaskTerminal((write, signal) => this.run(resolved, folder, write, signal))),
    );
    const task = new vscode.Task(definition, scope, name, taskType, execution, problemMatcher);
    if (read.success && read.output.action === 'check') task.group = vscode.TaskGroup.Test;
    return task;
  }

  private async run(
    definition: vscode.TaskDefinition,
    folder: vscode.Uri | undefined,
    ...[write, signal]: Parameters<TaskWork>
  ): Promise<boolean> {
    const { file: path, query, action } = readArgument(taskType, taskShape, definition);
    const source = await sourceInWorkspace(fileIn(folder, path));
    const { uri, file } = source;
    if (query !== undefined) queryNamed(source, query);
    const isWanted = (each: FileQuery) =>
      query === undefined
        ? each[action === 'check' ? 'expect' : 'export'] !== undefined
        : each.name === query;
    const wanted = file.queries.filter(isWanted);
    // A missing connection stays missing: a query meant for it must not return sample data.
    const selected = this.connections.missing ?? this.connections.selected;
    await this.askFor(uri, wanted, selected);
    signal.throwIfAborted();
    // What the person saw is what is sent, and where, even if the file or the selected connection changes.
    const queries = file.queries.map((each) => ({ ...each, connection: each.connection ?? selected }));
    const allowed = { ...source, file: { ...file, queries } };
    const work = await this.work();
    const names = query === undefined ? undefined : [query];
    if (action === 'check') return check(work, allowed, names, write, signal);
    if (wanted.length === 0)
      throw new Error(vscode.l10n.t('No query in {0} has an "export" property.', path));
    for (const name of names ?? wanted.map((each) => each.name)) {
      const written = await work.export(allowed, name, { by: 'task', signal });
      write(
        vscode.l10n.t('{0}: saved as {1}', name, vscode.workspace.asRelativePath(vscode.Uri.parse(written))),
      );
    }
    return true;
  }

  /** Rejects with an `Error` ready to display if the person doesn't let the task send these queries. */
  private async askFor(uri: vscode.Uri, queries: readonly FileQuery[], selected: string): Promise<void> {
    if (queries.length === 0) return;
    const isGiven = await this.consent.isGiven({
      file: vscode.workspace.asRelativePath(uri, false),
      queries: queries.map(({ name }) => name),
      connections: [...new Set(queries.map(({ connection }) => connection ?? selected))],
    });
    if (!isGiven)
      throw new Error(vscode.l10n.t("Not run: you didn't allow tasks in this workspace to run queries."));
  }
}

function nameOf({ file, query, action }: MarketDataTask): string {
  const about = plainLabel(query === undefined ? file : `${file}: ${query}`);
  return action === 'export' ? vscode.l10n.t('export {0}', about) : vscode.l10n.t('check {0}', about);
}

/** The file that a task names. A relative path is relative to the task's folder. */
function fileIn(folder: vscode.Uri | undefined, path: string): string | vscode.Uri {
  const isAbsolute = /^([a-z][a-z0-9+.-]*:|[\\/])/i.test(path);
  return folder && !isAbsolute ? vscode.Uri.joinPath(folder, path) : path;
}

async function check(
  work: QueryFileWork,
  source: QueryFileSource,
  names: readonly string[] | undefined,
  ...[write, signal]: Parameters<TaskWork>
): Promise<boolean> {
  const path = vscode.workspace.asRelativePath(source.uri, false);
  const checked = await work.checkSource(source, names, {
    by: 'task',
    signal,
    onQuery(query, step) {
      const words = stepText(query, step);
      if (words !== undefined) write(words);
      if (step.kind !== 'ended') return;
      for (const each of step.checked.checks) if (!each.ok) write(problemLine(path, each));
    },
  });
  write(countsText(checked));
  return checked.checks.every(({ ok }) => ok);
}
