import type { QueryTasks } from '../../../../../src/editor/queryFiles/testing/queryTasks';
import type { TaskTerminal } from '../../../../../src/editor/queryFiles/testing/taskTerminal';
import type * as vscode from 'vscode';
import { doubleOf } from '../../../doubleOf';

type Execution = (definition: unknown) => Promise<TaskTerminal>;

/** What the editor has for tasks. */
export const vscodeTasks = {
  TaskScope: {},
  TaskGroup: {},
  CustomExecution: class {
    constructor(readonly begin: Execution) {}
  },
  Task: class {
    constructor(
      readonly definition: unknown,
      readonly scope: unknown,
      readonly name: string,
      readonly source: string,
      readonly execution: unknown,
    ) {}
  },
  EventEmitter: class<Event> {
    private readonly listeners: ((event: Event) => void)[] = [];
    readonly event = (listener: (event: Event) => void) => this.listeners.push(listener);
    fire(event: Event) {
      this.listeners.forEach((listener) => listener(event));
    }
    dispose() {
      this.listeners.length = 0;
    }
  },
};

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
  const { begin } = execution as unknown as { begin: Execution };
  return shownIn(await begin(definition));
}
