import { beforeEach, expect, it, vi } from 'vitest';
import { tellRange } from '../../../../src/editor/range/rangeReport';
import { findDataset } from '../../../../src/market/datasets/datasets';

const editor = vi.hoisted(() => ({
  /** What a person chooses in each message, by its first button; a message that isn't answered stays. */
  choices: new Map<string, Promise<string | undefined>>(),
  commands: [] as [string, unknown][],
  messages: [] as string[],
}));

vi.mock('vscode', () => {
  const uri = (path: string) => ({ path, scheme: 'file', toString: () => `file://${path}` });
  const tell = (message: string, ...buttons: string[]) => {
    editor.messages.push(message);
    return editor.choices.get(buttons[0] ?? '') ?? Promise.resolve(undefined);
  };
  return {
    l10n: {
      t: (text: string, ...values: string[]) =>
        text.replace(/\{(\d)\}/g, (placeholder, at: string) => values[Number(at)] ?? placeholder),
    },
    FileType: { Directory: 2 },
    Uri: {
      parse: (text: string) => uri(text.replace('file://', '')),
      joinPath: ({ path }: { path: string }, ...names: string[]) =>
        uri(names.reduce((at, name) => (name === '..' ? at.replace(/\/[^/]*$/, '') : `${at}/${name}`), path)),
    },
    window: { showInformationMessage: tell, showWarningMessage: tell, showErrorMessage: tell },
    commands: {
      executeCommand: (id: string, argument: { target?: { path: string } }) => {
        editor.commands.push([id, argument.target?.path ?? argument]);
        return Promise.resolve();
      },
    },
    workspace: {
      fs: {
        stat: ({ path }: { path: string }) =>
          path === '/project/.git' ? Promise.resolve({ type: 2 }) : Promise.reject(new Error(path)),
        readFile: () => Promise.reject(new Error('none')),
      },
      getWorkspaceFolder: () => ({ uri: uri('/project') }),
    },
  };
});

const counts = {
  days: 3,
  fetched: 3,
  kept: 0,
  empty: 0,
  incomplete: 0,
  pending: 0,
  failed: 0,
  rows: 9,
  bytes: 9,
};
const summary = { ...counts, problems: [], target: 'file:///project/data', manifest: 'file:///m' };
const never = () => new Promise<never>(() => undefined);

beforeEach(() => {
  editor.choices.clear();
  editor.commands.length = 0;
  editor.messages.length = 0;
});

it('the range opens at once, while the question about Git waits for its answer', async () => {
  editor.choices.set('Open', Promise.resolve('Open'));
  editor.choices.set('Add to .gitignore', never());
  void tellRange(findDataset('dayahead-turnover')!, summary, never);
  await vi.waitFor(() =>
    expect(editor.commands).toEqual([['marketData.range.open', '/project/data/dayahead-turnover']]),
  );
  expect(editor.messages.some((message) => message.includes('Git repository'))).toBe(true);
});

it('a run that couldn’t bring saved days up to date offers to fetch them again', async () => {
  editor.choices.set('Fetch Again', Promise.resolve('Fetch Again'));
  const fetchAgain = vi.fn(() => Promise.resolve());
  const held = { ...summary, fetched: 0, empty: 3, problems: ['No connection.'] };
  await tellRange(findDataset('dayahead-turnover')!, held, fetchAgain);
  expect(fetchAgain).toHaveBeenCalledOnce();
});

it('a run with failed days offers to fetch them again, without another prompt', async () => {
  editor.choices.set('Open', Promise.resolve('Fetch Again'));
  const fetchAgain = vi.fn(() => Promise.resolve());
  const failed = { ...summary, fetched: 2, failed: 1, problems: ['No.'] };
  void tellRange(findDataset('dayahead-turnover')!, failed, fetchAgain);
  await vi.waitFor(() => expect(fetchAgain).toHaveBeenCalledOnce());
  expect(editor.commands).toEqual([]);
  expect(editor.messages[0]).toBe('Day-ahead turnover: 3 delivery days: 2 fetched, 1 failed. No.');
});

it('a failure names what failed without the icons and links that outside text contains', async () => {
  editor.choices.set('Open', Promise.resolve('Fetch Again'));
  const failed = { ...summary, fetched: 2, failed: 1, problems: ['No.'] };
  const fetchAgain = () => Promise.reject(new Error('$(check) [Fixed](command:marketData.showLog)'));
  await tellRange(findDataset('dayahead-turnover')!, failed, fetchAgain);
  expect(editor.messages).toContain('$ (check) [Fixed] (command:marketData.showLog)');
});

it('a run that got only part of a day says so as a warning', async () => {
  const lacking = { ...summary, fetched: 2, incomplete: 1 };
  void tellRange(findDataset('dayahead-turnover')!, lacking, never);
  await vi.waitFor(() =>
    expect(editor.messages[0]).toBe('Day-ahead turnover: 3 delivery days: 2 fetched, 1 incomplete.'),
  );
});
