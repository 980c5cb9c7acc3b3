import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connections } from '../../../../../src/editor/connections/connections';
import type { QuerySource } from '../../../../../src/engine/query/querySource';
import type { QueryFileWork } from '../../../../../src/editor/queryFiles/run/queryFileWork';
import { QueryTasks } from '../../../../../src/editor/queryFiles/testing/queryTasks';
import type { TaskConsent } from '../../../../../src/editor/queryFiles/testing/taskConsent';
import type { WorkspaceQueryFiles } from '../../../../../src/editor/queryFiles/testing/workspaceQueryFiles';
import { doubleOf } from '../../../doubleOf';
import { runTask } from './vscodeTasks';

/** The file as it is now. */
const disk = vi.hoisted(() => ({ text: '' }));

vi.mock('../../../../../src/editor/queryFiles/queryFileSource', async () => {
  const { Uri } = await import('vscode');
  const { readQueryFile } = await import('../../../../../src/queryFiles/read/readQueryFile');
  return {
    sourceInWorkspace: () =>
      Promise.resolve({ uri: Uri.file('/a.market.json'), text: disk.text, file: readQueryFile(disk.text) }),
  };
});

const fileOf = (connection: string | undefined, ...names: string[]) => {
  const query = { dataset: 'dayahead-prices', expect: {}, export: { format: 'csv', target: 'a.csv' } };
  return JSON.stringify({
    version: 1,
    connection,
    queries: Object.fromEntries(names.map((name) => [name, query])),
  });
};

let selected: string;
let missing: string | undefined;

/** Runs a task to its end. `meanwhile` happens while the person is asked. Resolves with the exit code. */
async function run(action: string, work: Partial<QueryFileWork>, meanwhile: () => void): Promise<unknown> {
  const isGiven: TaskConsent['isGiven'] = ({ queries }) => {
    expect(queries).toEqual(['shown']);
    meanwhile();
    return Promise.resolve(true);
  };
  const tasks = new QueryTasks(
    doubleOf<WorkspaceQueryFiles>({}),
    doubleOf<Connections>({
      get selected() {
        return selected;
      },
      get missing() {
        return missing;
      },
    }),
    doubleOf<TaskConsent>({ isGiven }),
    () => Promise.resolve(doubleOf<QueryFileWork>(work)),
  );
  const { code } = await runTask(tasks, { type: 'market-data', file: 'a.market.json', action });
  return code;
}

/** What is sent: which query of which text, over which connection. */
let sent: (readonly [name: string, connection: string | undefined, text: string])[];
const note = ({ file, text }: QuerySource, name: string) => {
  const { connection } = file.queries.find((each) => each.name === name)!;
  sent.push([name, connection, text]);
};
const work: Partial<QueryFileWork> = {
  checkSource: (source) => {
    for (const { name } of source.file.queries) note(source, name);
    return Promise.resolve({ queries: [], checks: [] });
  },
  export: (source, name) => {
    note(source, name);
    return Promise.resolve('a.csv');
  },
};

beforeEach(() => {
  selected = 'sandbox';
  missing = undefined;
  sent = [];
});

describe.each(['check', 'export'])('a task that would %s sends only what the person allowed', (action) => {
  it('even if the file is replaced meanwhile', async () => {
    disk.text = fileOf('mine', 'shown');
    const shown = disk.text;
    const code = await run(action, work, () => {
      disk.text = fileOf('another', 'shown', 'hidden');
    });
    expect([code, sent]).toEqual([0, [['shown', 'mine', shown]]]);
  });

  it('even if another connection is selected meanwhile', async () => {
    disk.text = fileOf(undefined, 'shown');
    const code = await run(action, work, () => {
      selected = 'production';
    });
    expect([code, sent]).toEqual([0, [['shown', 'sandbox', disk.text]]]);
  });

  it('and nothing to the sample service if the selected connection is no longer in the settings', async () => {
    disk.text = fileOf(undefined, 'shown');
    missing = 'mine';
    await run(action, work, () => undefined);
    expect(sent.map(([, connection]) => connection)).toEqual(['mine']);
  });
});
