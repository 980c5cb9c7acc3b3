import { beforeEach, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import type { Connections } from '../../../../../src/editor/connections/connections';
import type { QueryFileWork } from '../../../../../src/editor/queryFiles/run/queryFileWork';
import { QueryTasks } from '../../../../../src/editor/queryFiles/testing/queryTasks';
import type { TaskConsent } from '../../../../../src/editor/queryFiles/testing/taskConsent';
import type { TaskTerminal } from '../../../../../src/editor/queryFiles/testing/taskTerminal';
import type { WorkspaceQueryFiles } from '../../../../../src/editor/queryFiles/testing/workspaceQueryFiles';
import { doubleOf } from '../../../doubleOf';

/** The file as it is now. */
const disk = vi.hoisted(() => ({ text: '' }));

vi.mock('../../../../../src/editor/queryFiles/queryFileSource', async () => {
  const { readQueryFile } = await import('../../../../../src/queryFiles/readQueryFile');
  return {
    queryNamed: () => undefined,
    sourceInWorkspace: () =>
      Promise.resolve({ uri: 'a.market.json', text: disk.text, file: readQueryFile(disk.text) }),
  };
});
vi.mock('vscode', () => ({
  l10n: { t: (text: string) => text },
  workspace: { asRelativePath: (uri: string) => uri },
  Uri: { parse: (text: string) => text },
  TaskScope: {},
  TaskGroup: {},
  CustomExecution: class {
    constructor(readonly begin: (definition: unknown) => Promise<TaskTerminal>) {}
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
}));

const fileOf = (connection: string, ...names: string[]) => {
  const query = { dataset: 'dayahead-prices', expect: {}, export: { format: 'csv', target: 'a.csv' } };
  return JSON.stringify({
    version: 1,
    connection,
    queries: Object.fromEntries(names.map((name) => [name, query])),
  });
};

beforeEach(() => {
  disk.text = fileOf('mine', 'shown');
});

it.each(['check', 'export'])(
  'a task that would %s sends only what the person allowed, even if the file is replaced meanwhile',
  async (action) => {
    const sent: string[] = [];
    const note: QueryFileWork['export'] = ({ text }, name) => {
      sent.push(`${name} of ${text}`);
      return Promise.resolve('a.csv');
    };
    const work = doubleOf<QueryFileWork>({
      checkSource: (source) => {
        sent.push(source.text);
        return Promise.resolve({ queries: [], checks: [] });
      },
      export: note,
    });
    const shown = disk.text;
    const isGiven: TaskConsent['isGiven'] = ({ queries }) => {
      expect(queries).toEqual(['shown']);
      disk.text = fileOf('another', 'shown', 'hidden');
      return Promise.resolve(true);
    };
    const tasks = new QueryTasks(
      doubleOf<WorkspaceQueryFiles>({}),
      doubleOf<Connections>({ selected: 'sandbox' }),
      doubleOf<TaskConsent>({ isGiven }),
      () => Promise.resolve(work),
    );
    const definition = { type: 'market-data', file: 'a.market.json', action };
    const { execution } = tasks.resolveTask(doubleOf<vscode.Task>({ definition, scope: undefined }));
    const { begin } = execution as unknown as { begin: (given: unknown) => Promise<TaskTerminal> };
    const terminal = await begin(definition);
    const code = new Promise((resolve) => terminal.onDidClose(resolve));
    terminal.open();
    expect(await code).toBe(0);
    expect(sent).toEqual([action === 'check' ? shown : `shown of ${shown}`]);
  },
);
