import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as vscode from 'vscode';
import type { Checking, CheckedQuery } from '#src/engine/checks/queryChecks';
import type { QueryFileWork } from '#src/editor/queryFiles/run/queryFileWork';
import { QueryTests } from '#src/editor/queryFiles/testing/queryTests';
import type { WorkspaceQueryFiles } from '#src/editor/queryFiles/testing/workspaceQueryFiles';
import { readQueryFile } from '#src/queryFiles/read/readQueryFile';
import type { Check } from '#src/results/checks/checks';
import { doubleOf } from '#test/unit/doubleOf';
import { editor } from '../../fakeVscode/editor';

const controller = () => editor.testControllers.at(-1)!;
const said = () => editor.testControllers.flatMap((each) => each.said);

const day = { startTime: 'today', endTime: 'today' };
const turnover = { dataset: 'dayahead-turnover', parameters: day, expect: { complete: true } };

const uriOf = (path: string) => vscode.Uri.file(`/desk/${path}`);
const keyOf = (path: string) => uriOf(path).toString();

interface FoundFile {
  readonly uri: vscode.Uri;
  readonly text: string;
}

/** A file at this path with these queries. */
const fileOf = (path: string, queries: Record<string, unknown>, connection?: string): FoundFile => ({
  uri: uriOf(path),
  text: JSON.stringify({ version: 1, ...(connection && { connection }), queries }),
});

const subscription = doubleOf<vscode.Disposable>({ dispose: () => undefined });

const documentOf = ({ uri }: FoundFile) =>
  doubleOf<vscode.TextDocument>({ uri, isClosed: false, isDirty: false, isUntitled: false });

/** Lets files be read. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** The Testing view of these files, which are open in editors, and what a person does in it. */
async function open(...found: FoundFile[]) {
  editor.documents = found.map(documentOf);
  const opened = list(...found);
  await opened.change(...found);
  return opened;
}

/** The Testing view of these files, and what a person does in it. */
function list(...found: FoundFile[]) {
  const all = [...found];
  let changed: (uri: vscode.Uri) => void = () => undefined;
  let isLimited = false;
  const stored = (uri: vscode.Uri) => all.find((each) => each.uri.toString() === uri.toString());
  vi.spyOn(editor.disk, 'stat').mockResolvedValue({
    type: vscode.FileType.File,
    size: 1,
    ctime: 0,
    mtime: 0,
  });
  const read = vi
    .spyOn(editor.disk, 'readFile')
    .mockImplementation((uri) => Promise.resolve(Buffer.from(stored(uri)?.text ?? '')));
  const files = doubleOf<WorkspaceQueryFiles>({
    get found() {
      return new Map(all.map(({ uri }) => [uri.toString(), uri]));
    },
    get isLimited() {
      return isLimited;
    },
    onDidChange: (listener: (uri: vscode.Uri) => void) => {
      changed = listener;
      return subscription;
    },
  });
  const work = {
    ensureSignedIn: vi.fn((_connection?: string) => Promise.resolve(true)),
    showRows: vi.fn(),
    compareThenWithNow: vi.fn(() => Promise.resolve()),
    check: vi.fn(async (uri: vscode.Uri, names: readonly string[] | undefined, how: Checking) => {
      const { queries } = readQueryFile(stored(uri)!.text);
      const checked = await Promise.all(
        queries
          .filter(({ name }) => names?.includes(name))
          .map(async (query) => {
            how.signal?.throwIfAborted();
            how.onQuery?.(query, { kind: 'begun' });
            const one = await answers(query.name, how.signal);
            how.onQuery?.(query, { kind: 'ended', checked: one });
            return one;
          }),
      );
      return { queries: checked, checks: checked.flatMap(({ checks }) => checks) };
    }),
  };
  const tests = new QueryTests(files, () => Promise.resolve(doubleOf<QueryFileWork>(work)));
  return {
    tests,
    work,
    read,
    limit: (limited: boolean) => {
      isLimited = limited;
      changed(uriOf('other'));
    },
    change: async (...next: FoundFile[]) => {
      const before = all.splice(0, all.length, ...next);
      for (const uri of new Map([...before, ...next].map((each) => [each.uri.path, each.uri])).values()) {
        changed(uri);
      }
      await settled();
    },
    changeOnly: async (next: FoundFile) => {
      all.splice(
        all.findIndex(({ uri }) => uri.path === next.uri.path),
        1,
        next,
      );
      changed(next.uri);
      await settled();
    },
    item: (file: string, name: string) =>
      controller().items.get(keyOf(file))!.children.get(JSON.stringify(name))!,
    run: async (
      request: Partial<vscode.TestRunRequest> = {},
      cancel: Promise<unknown> = new Promise(() => null),
    ) => {
      const [, , run] = controller().profiles[0]!;
      const source = new vscode.CancellationTokenSource();
      void cancel.then(() => source.cancel());
      const whole = { include: undefined, exclude: undefined, ...request };
      await run(doubleOf<vscode.TestRunRequest>(whole), source.token);
    },
  };
}

const check = (differing: Partial<Check> = {}): Check => {
  const { ok = false, message = '2 intervals are missing.' } = differing;
  const failures = ok ? [] : [{ message }];
  return { query: 'a', check: 'complete', ok, line: 3, message, failures, result: 'r1', ...differing };
};
const checkedAs = (query: string, checks: readonly Check[], result?: string): CheckedQuery => ({
  query,
  line: 3,
  checks,
  milliseconds: 5,
  ...(result !== undefined && { result }),
});
/** The outcome of each query's checks; by default, they pass. */
let answers: (query: string, signal?: AbortSignal) => Promise<CheckedQuery>;

beforeEach(() => {
  editor.folders = ['/desk'];
  answers = (query) => Promise.resolve(checkedAs(query, [check({ ok: true })], 'r1'));
});

describe('the tests', () => {
  it('exist only while the workspace has a query file', async () => {
    const { change } = await open();
    expect(editor.testControllers).toEqual([]);
    await change(fileOf('x', {}));
    expect(editor.testControllers).toMatchObject([{ isDisposed: false }]);
    await change();
    expect(editor.testControllers).toMatchObject([{ isDisposed: true }]);
  });

  it('of a file are rebuilt when it changes, but not those of other files', async () => {
    const files = ['x', 'y', 'z'].map((path) => fileOf(path, { a: turnover }));
    const { changeOnly } = await open(...files);
    const others = ['x', 'y'].map((path) => controller().items.get(keyOf(path))!.children);
    const updated = others.map((children) => vi.spyOn(children, 'get'));
    await changeOnly(fileOf('z', { a: turnover, b: turnover }));
    expect(controller().items.get(keyOf('z'))!.children.size).toBe(2);
    for (const update of updated) expect(update).not.toHaveBeenCalled();
  });

  it('are one per query, in the order of the file, which say their dataset and what is wrong', async () => {
    const broken = { dataset: 'dayahead-turnovers', parameters: {} };
    await open(fileOf('x', { 'b$(x)': turnover, 'a\u0000': broken }));
    const children = Array.from(controller().items.get(keyOf('x'))!.children, ([, child]) => child);
    expect(children.map(({ label, description, sortText }) => [label, description, sortText])).toEqual([
      ['b$ (x)', 'Day-ahead turnover', '00000'],
      ['a', '', '00001'],
    ]);
    expect(children.map(({ id }) => id)).toEqual(['"b$(x)"', '"a\\u0000"']);
    expect(children[0]?.error).toBeUndefined();
    expect(children[1]?.error).toMatch(/dayahead-turnovers/);
  });

  it('stay the same items while a file is edited, so that they keep their results', async () => {
    const { item, change } = await open(fileOf('x', { a: turnover, b: turnover }));
    const before = item('x', 'b');
    await change(fileOf('x', { b: { ...turnover, dataset: 'dayahead-curves' } }));
    expect(item('x', 'b')).toBe(before);
    expect(before.description).toBe('Day-ahead price curves');
  });

  it('have one way to run, which is never continuous', async () => {
    await open(fileOf('x', {}));
    const { profiles } = controller();
    expect(
      profiles.map(([label, kind, , isDefault, , isContinuous]) => [label, kind, isDefault, isContinuous]),
    ).toEqual([['Run Checks', 1, true, undefined]]);
  });
});

describe("the tests of a file that isn't open", async () => {
  const queries = (path: string) => controller().items.get(keyOf(path))!.children;

  it('are made only when the file is expanded, and then follow its changes', async () => {
    const { read, changeOnly } = list(...['x', 'y'].map((path) => fileOf(path, { a: turnover })));
    await changeOnly(fileOf('x', { a: turnover }));
    expect(controller().items.get(keyOf('x'))).toMatchObject({ canResolveChildren: true });
    expect(queries('x').size).toBe(0);
    await controller().resolveHandler!(undefined);
    expect(read).not.toHaveBeenCalled();
    await controller().resolveHandler!(controller().items.get(keyOf('x')));
    expect([queries('x').size, queries('y').size]).toEqual([1, 0]);
    await changeOnly(fileOf('x', { a: turnover, b: turnover }));
    expect(queries('x').size).toBe(2);
  });

  it('are made when the file runs, and only those', async () => {
    const { run, work } = list(...['x', 'y', 'z'].map((path) => fileOf(path, { a: turnover })));
    const [x, y] = ['x', 'y'].map((path) => controller().items.get(keyOf(path))!);
    await run({ include: [x!, y!], exclude: [y!] });
    expect(work.check.mock.calls.map(([uri]) => String(uri))).toEqual([keyOf('x')]);
    expect([queries('x').size, queries('y').size, queries('z').size]).toEqual([1, 0, 0]);
    await run();
    expect(work.check).toHaveBeenCalledTimes(4);
  });

  it('are forgotten with the file', async () => {
    const { change } = list(...['x', 'y'].map((path) => fileOf(path, { a: turnover })));
    await controller().resolveHandler!(controller().items.get(keyOf('x')));
    await change(fileOf('y', {}));
    await change(fileOf('y', {}), fileOf('x', { a: turnover }));
    expect(queries('x').size).toBe(0);
  });

  it("say why the file can't be read", async () => {
    const { read, changeOnly } = list(fileOf('x', { a: turnover }));
    read.mockResolvedValueOnce(Buffer.from('{}', 'utf16le'));
    await controller().resolveHandler!(controller().items.get(keyOf('x')));
    expect(controller().items.get(keyOf('x'))).toMatchObject({ error: 'x is UTF-16. Save it as UTF-8.' });
    await changeOnly(fileOf('x', { a: turnover }));
    expect(controller().items.get(keyOf('x'))?.error).toBeUndefined();
    expect(queries('x').size).toBe(1);
  });

  it("are gone once the file can't be read any more", async () => {
    const { read } = list(fileOf('x', { a: turnover }));
    await controller().resolveHandler!(controller().items.get(keyOf('x')));
    expect(queries('x').size).toBe(1);
    read.mockResolvedValueOnce(Buffer.from('{}', 'utf16le'));
    await controller().resolveHandler!(controller().items.get(keyOf('x')));
    expect(queries('x').size).toBe(0);
  });

  it('are reported as not listed only while the list is limited', async () => {
    const { limit, run } = list(fileOf('x', {}));
    limit(true);
    limit(true);
    const said = controller().items.get('limit')!;
    expect([said.label, said.error]).toEqual([
      'More query files',
      'The workspace contains more than 1,000 query files. To list the queries of another file, open it.',
    ]);
    await run({ include: [said] });
    limit(false);
    expect(controller().items.get('limit')).toBeUndefined();
  });
});

describe('a run', async () => {
  it('still checks the other queries of a file in which one was renamed meanwhile', async () => {
    const { work, run } = await open(fileOf('x', { kept: turnover, old: turnover }));
    const { check: checkFile } = work;
    work.check = vi.fn((uri: vscode.Uri, names: readonly string[] | undefined, how: Checking) =>
      checkFile(
        uri,
        names?.filter((name) => name !== 'old'),
        how,
      ),
    );
    await run();
    expect(said().filter((words) => !/enqueued|started|end$/.test(words))).toEqual([
      'kept passed',
      'old errored: The query was renamed or removed.',
    ]);
  });

  it('goes through the files in the order of the list', async () => {
    const { work, run } = await open(...['b', 'C', 'a'].map((path) => fileOf(path, { q: turnover })));
    await run();
    expect(work.check.mock.calls.map(([uri]) => String(uri))).toEqual(['a', 'b', 'C'].map(keyOf));
  });

  it('reports the outcome of each query', async () => {
    answers = (query) =>
      Promise.resolve(
        {
          good: checkedAs(query, [check({ ok: true })], 'r1'),
          wrong: checkedAs(query, [check(), check({ check: 'rows', ok: true })], 'r2'),
          unsent: checkedAs(query, [check({ check: 'query', message: 'No.' })]),
          silent: checkedAs(query, []),
        }[query]!,
      );
    const names = ['good', 'wrong', 'unsent', 'silent'];
    const { run } = await open(fileOf('x', Object.fromEntries(names.map((name) => [name, turnover]))));
    await run();
    expect(said().filter((word) => !/enqueued|started/.test(word))).toEqual([
      'good passed',
      'wrong failed: complete: 2 intervals are missing.',
      'unsent errored: query: No.',
      'silent skipped',
      'end',
    ]);
    expect(controller().output).toContain('good: Day-ahead turnover startTime=today endTime=today\r\n');
    expect(controller().output).toContain("2 checks passed, 1 failed, 1 query couldn't be run\r\n");
  });

  it('runs only what was chosen, each query once', async () => {
    const { run, item, work } = await open(
      fileOf('x', { a: turnover, b: turnover, c: turnover }),
      fileOf('y', { a: turnover }),
    );
    const include = [item('x', 'b'), controller().items.get(keyOf('x'))!];
    await run({ include, exclude: [item('x', 'c')] });
    expect(work.check.mock.calls.map(([file, names]) => [file, names])).toEqual([[uriOf('x'), ['b', 'a']]]);
  });

  it("ends at once when it is canceled, and says which queries didn't run", async () => {
    let cancel: () => void = () => undefined;
    const canceled = new Promise<void>((resolve) => (cancel = resolve));
    answers = (_query, signal) =>
      new Promise((_resolve, reject) => {
        signal!.addEventListener('abort', () => reject(signal!.reason as Error));
        cancel();
      });
    const { run, work } = await open(fileOf('x', { a: turnover }), fileOf('y', { b: turnover }));
    await run({}, canceled);
    expect(said().slice(-3)).toEqual(['a skipped', 'b skipped', 'end']);
    expect(work.check).toHaveBeenCalledTimes(1);
  });

  it('sends nothing in an untrusted workspace, and reports that at each query', async () => {
    editor.isTrusted = false;
    const { run, work } = await open(fileOf('x', { a: turnover }));
    await run();
    expect(work.check).not.toHaveBeenCalled();
    expect(work.ensureSignedIn).not.toHaveBeenCalled();
    expect(said().find((word) => word.startsWith('a errored'))).toContain('untrusted workspace');
  });

  it('asks for the sign-ins of what it will send, and sends nothing if the person cancels', async () => {
    const { run, work } = await open(
      fileOf('x', {
        a: turnover,
        b: { ...turnover, connection: 'theirs' },
        c: { dataset: 'dayahead-turnover', parameters: day, connection: 'unused' },
      }),
    );
    work.ensureSignedIn.mockImplementation((name) => Promise.resolve(name !== 'theirs'));
    await run();
    expect(work.ensureSignedIn.mock.calls).toEqual([[undefined], ['theirs']]);
    expect(work.check).not.toHaveBeenCalled();
    expect(said()).toContain('a skipped');
  });

  it('reports an unknown connection only at its own query', async () => {
    const { run, work } = await open(fileOf('x', { a: turnover }, 'theirs'));
    work.ensureSignedIn.mockRejectedValue(new Error('Not found.'));
    await run();
    expect(work.check).toHaveBeenCalledTimes(1);
  });
});

describe('what can be done about a failed check', async () => {
  const message = (text: string) => ({ message: text });
  const failing = async () => {
    answers = (query) =>
      Promise.resolve(
        checkedAs(
          query,
          [
            check({
              failures: [
                { message: '2 intervals are missing.', finding: 'missing' },
                { message: '1 value is null.', finding: 'nulls' },
              ],
            }),
            check({ check: 'fingerprint', message: 'Other.' }),
          ],
          'r1',
        ),
      );
    const opened = await open(fileOf('x', { a: turnover }));
    await opened.run();
    return { ...opened, test: opened.item('x', 'a') };
  };

  it('is to show its rows, or to compare the pinned response', async () => {
    const { tests, work, test } = await failing();
    await tests.showRows({ test, message: message('complete: 2 intervals are missing.') });
    expect(work.showRows).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ result: 'r1' }), {
      key: { kind: 'missing' },
      text: 'rows that fail the check "complete"',
    });
    await tests.showRows({ test, message: message('complete: 1 value is null.') });
    expect(work.showRows).toHaveBeenLastCalledWith(expect.objectContaining({ result: 'r1' }), {
      key: { kind: 'nulls' },
      text: 'rows that fail the check "complete"',
    });
    await tests.compareThenWithNow({ test, message: message('fingerprint: Other.') });
    expect(work.compareThenWithNow).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ check: 'fingerprint' }),
      uriOf('x'),
    );
  });

  it('is nothing for a message of an earlier run, or for an argument of someone else', async () => {
    const { tests, test } = await failing();
    const others = [undefined, null, 1, {}, { test }, { test: 1, message: null }];
    for (const argument of [...others, { test, message: message('rows: 1') }]) {
      await expect(tests.showRows(argument)).rejects.toThrow('Run the check again.');
    }
  });

  it('is forgotten with its query, but not while a person is typing in it', async () => {
    const { tests, test, change } = await failing();
    const show = () => tests.showRows({ test, message: message('complete: 2 intervals are missing.') });
    const unreadable = { ...fileOf('x', {}), text: '{ "version": 1, "queries": {' };
    await change(unreadable);
    await show();
    await change(fileOf('x', { b: turnover }));
    await expect(show()).rejects.toThrow('Run the check again.');
  });
});
