import type { QueryTasks } from '../../../../../src/editor/queryFiles/testing/queryTasks';
import { TaskTerminal } from '../../../../../src/editor/queryFiles/testing/taskTerminal';
import type * as vscode from 'vscode';
import { doubleOf } from '../../../doubleOf';
import { CustomExecution } from '../../fakeVscode/values';

/** Shows a task's terminal to its end. Resolves with what it shows and the exit code. */
export async function shownIn(
  terminal: TaskTerminal,
  act: (terminal: TaskTerminal) => void = () => undefined,
) {
  const written: string[] = [];
  terminal.onDidWrite((text) => written.push(text));
  const code = new Promise<number>((resolve) => terminal.onDidClose(resolve));
  terminal.open();
  act(terminal);
  return { code: await code, written };
}

/** Runs a task of `tasks.json` to its end, like `shownIn`. */
export async function runTask(tasks: QueryTasks, definition: vscode.TaskDefinition) {
  const { execution } = tasks.resolveTask(doubleOf<vscode.Task>({ definition, scope: undefined }));
  if (!(execution instanceof CustomExecution)) throw new Error('The extension would not run it itself.');
  const terminal = await execution.callback(definition);
  if (!(terminal instanceof TaskTerminal)) throw new Error('The task has another terminal.');
  return shownIn(terminal);
}
