import * as v from 'valibot';
import * as vscode from 'vscode';
import type { FileQuery } from '../../queryFiles/queryFile';
import type { Check } from '../../results/checks';
import { oneLine } from '../../text/plainText';
import { targetInWorkspace } from '../export/exportTarget';
import type { Connections } from '../connections/connections';
import { plainLabel } from '../shell/plainLabel';
import { countsText, stepText } from './checkLines';
import type { QueryFileWork } from './queryFileWork';
import type { TaskConsent } from './taskConsent';
import { TaskTerminal, type TaskWork } from './taskTerminal';
import { requireTrust } from './trust';
import type { FoundFile, WorkspaceQueryFiles } from './workspaceQueryFiles';

/** Public API: the type of tasks, in `tasks.json`. */
export const taskType = 'market-data';
const problemMatcher = '$market-data';

/** Public API: the members of a task. A task is outside data: a workspace brings its own. */
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

  /** For each file a task that checks it, and for each query that can be exported a task that does. */
  async provideTasks(): Promise<vscode.Task[]> {
    await this.files.ready;
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

  /** A task of `tasks.json`. What is wrong with it is told when it runs. */
  resolveTask({ definition, scope }: vscode.Task): vscode.Task {
    return this.task(definition, scope ?? vscode.TaskScope.Workspace);
  }

  private task(
    definition: vscode.TaskDefinition & Partial<MarketDataTask>,
    scope: vscode.WorkspaceFolder | vscode.TaskScope,
  ): vscode.Task {
    const { action, file = '', query } = definition;
    const about = plainLabel(query === undefined ? file : `${file}: ${query}`);
    const name =
      action === 'export' ? vscode.l10n.t('export {0}', about) : vscode.l10n.t('check {0}', about);
    const folder = typeof scope === 'object' ? scope.uri : undefined;
    const execution = new vscode.CustomExecution((resolved) =>
      Promise.resolve(new TaskTerminal((write, signal) => this.run(resolved, folder, write, signal))),
    );
    const task = new vscode.Task(definition, scope, name, taskType, execution, problemMatcher);
    if (action === 'check') task.group = vscode.TaskGroup.Test;
    return task;
  }

  private async run(
    definition: vscode.TaskDefinition,
    folder: vscode.Uri | undefined,
    ...[write, signal]: Parameters<TaskWork>
  ): Promise<boolean> {
    requireTrust();
    const { file, query, action } = readTask(definition);
    const { found, queries } = await this.queriesOf(file, query, folder);
    const path = vscode.workspace.asRelativePath(found.uri, false);
    const names = queries.map(({ name }) => name);
    const { selected } = this.connections;
    const connections = [...new Set(queries.map(({ connection }) => connection ?? selected))];
    if (!(await this.consent.isGiven({ file: path, queries: names, connections }))) {
      throw new Error(vscode.l10n.t('Not run: tasks of this workspace weren\'t allowed to run queries.'));
    }
    signal.throwIfAborted();
    const work = await this.work();
    if (action === 'check') {
      const checked = await work.check(found.uri, names, {
        by: 'task',
        signal,
        onQuery(asked, step) {
          const words = stepText(asked, step);
          if (words !== undefined) write(words);
          if (step.kind !== 'ended') return;
          for (const check of step.checked.checks) if (!check.ok) write(problemLine(path, check));
        },
      });
      write(countsText(checked));
      return checked.checks.every(({ ok }) => ok);
    }
    for (const name of names) {
      write(vscode.l10n.t('{0}: exporting', name));
      const written = await work.export(found.uri, name, { by: 'task', signal });
      write(vscode.l10n.t('{0}: saved as {1}', name, vscode.workspace.asRelativePath(vscode.Uri.parse(written))));
    }
    return true;
  }

  /** The queries that a task is about. Rejects with an `Error` fit to be shown if there are none. */
  private async queriesOf(
    path: string,
    name: string | undefined,
    folder: vscode.Uri | undefined,
  ): Promise<{ found: FoundFile; queries: readonly FileQuery[] }> {
    // A relative path is below the task's folder; what leads out of the workspace is rejected.
    const uri = await targetInWorkspace(folder && isRelative(path) ? vscode.Uri.joinPath(folder, path) : path, 'file');
    ...
  }
}
