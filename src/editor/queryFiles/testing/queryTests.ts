import * as vscode from 'vscode';
import type { FileProblem, FileQuery } from '../../../queryFiles/queryFile';
import type { Check, Failure } from '../../../results/checks/checks';
import { errorText } from '../../../text/errorText';
import { isRecord } from '../../../text/json';
import { oneLine } from '../../../text/plainText';
import { plainLabel } from '../../../text/plainLabel';
import { withSignal } from '../../shell/withSignal';
import type { BusyServices, CheckedQuery } from '../../../engine/checks/queryChecks';
import type { QueryFileWork } from '../run/queryFileWork';
import { signedInFor } from '../run/querySignIns';
import { countsText, stepText } from '../../../engine/checks/checkLines';
import { refuseUntrustedRun } from '../queryFileSource';
import { rowsOf, testMessageOf, testMessageText } from './testMessages';
import type { FoundFile, WorkspaceQueryFiles } from './workspaceQueryFiles';

/**
 * Shows the queries of the workspace's files in the Testing view, one test each. The controller exists only
 * while the workspace has a query file. No test runs by itself.
 */
export class QueryTests implements vscode.Disposable {
  private controller: vscode.TestController | undefined;
  /** The query of each item. */
  private readonly queries = new WeakMap<
    vscode.TestItem,
    { readonly found: FoundFile; readonly name: string }
  >();
  /** The failures of each test's last run, by the ids of its file and its query. */
  private readonly failed = new Map<string, Map<string, readonly FailedCheck[]>>();
  private readonly subscriptions: vscode.Disposable;

  constructor(
    private readonly files: WorkspaceQueryFiles,
    private readonly work: () => Promise<QueryFileWork>,
  ) {
    this.subscriptions = vscode.Disposable.from(
      files.onDidChange((key) => this.show(key)),
      // With several folders, labels contain the folder.
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.showAll()),
    );
    this.showAll();
  }

  private showAll(): void {
    for (const { uri } of this.files.all) this.show(uri.toString());
  }

  /** Updates one file only, because there may be many. */
  private show(key: string): void {
    const found = this.files.get(key);
    this.forgetRemoved(key, found);
    if (this.files.size === 0) {
      this.controller?.dispose();
      this.controller = undefined;
      return;
    }
    this.controller ??= this.newController();
    if (found) this.controller.items.add(this.fileItem(this.controller, found));
    else this.controller.items.delete(key);
  }

  /**
   * Forgets the failures of queries that were removed. In a file with problems, they may only be unreadable
   * for now.
   */
  private forgetRemoved(key: string, found: FoundFile | undefined): void {
    if (!found) this.failed.delete(key);
    if (!found || found.file.problems.length > 0) return;
    const failed = this.failed.get(key);
    const ids = new Set(found.file.queries.map(idOf));
    for (const id of failed?.keys() ?? []) if (!ids.has(id)) failed?.delete(id);
  }

  private newController(): vscode.TestController {
    const controller = vscode.tests.createTestController('marketData', vscode.l10n.t('Market data'));
    controller.refreshHandler = () => this.files.find();
    controller.createRunProfile(
      vscode.l10n.t('Check'),
      vscode.TestRunProfileKind.Run,
      (request, token) => this.run(controller, request, token),
      true,
    );
    return controller;
  }

  /** The item of a file. An existing one is reused, so that it keeps its results. */
  private fileItem(controller: vscode.TestController, found: FoundFile): vscode.TestItem {
    const { uri, file, rangeOf } = found;
    const id = uri.toString();
    const isMultiRoot = (vscode.workspace.workspaceFolders?.length ?? 0) > 1;
    const label = plainLabel(vscode.workspace.asRelativePath(uri, isMultiRoot));
    const item = controller.items.get(id) ?? controller.createTestItem(id, label, uri);
    item.label = label;
    item.error = problemText(file.problems);
    item.children.replace(
      file.queries.map((query, index) => {
        const child = this.queryItem(controller, item, uri, query);
        child.range = rangeOf(query.nameSpan);
        child.sortText = String(index).padStart(5, '0');
        this.queries.set(child, { found, name: query.name });
        return child;
      }),
    );
    return item;
  }

  private queryItem(
    controller: vscode.TestController,
    parent: vscode.TestItem,
    uri: vscode.Uri,
    query: FileQuery,
  ): vscode.TestItem {
    const { name, dataset, problems } = query;
    const id = idOf(query);
    const item = parent.children.get(id) ?? controller.createTestItem(id, plainLabel(name) || id, uri);
    item.description = dataset?.title() ?? '';
    item.error = problemText(problems);
    return item;
  }

  /** Checks the requested tests, one file after the other, and in each file one query after the other. */
  private async run(
    controller: vscode.TestController,
    request: vscode.TestRunRequest,
    token: vscode.CancellationToken,
  ): Promise<void> {
    // Not persisted: messages contain values from the service, which must not be in the editor's storage.
    const run = controller.createTestRun(request, undefined, false);
    try {
      const wanted = this.wanted(controller, request);
      for (const tests of wanted.values()) for (const { item } of tests) run.enqueued(item);
      const busy: BusyServices = new Map();
      await withSignal(token, async (signal) => {
        for (const tests of wanted.values()) await this.check(run, tests, busy, signal);
      });
    } finally {
      run.end();
    }
  }

  /** The tests to run, by file. */
  private wanted(controller: vscode.TestController, { include, exclude = [] }: vscode.TestRunRequest) {
    const tests = new Map<string, Test[]>();
    const add = (item: vscode.TestItem): void => {
      if (exclude.includes(item)) return;
      const query = this.queries.get(item);
      if (!query) {
        item.children.forEach(add);
        return;
      }
      const key = query.found.uri.toString();
      const before = tests.get(key) ?? [];
      // A file and one of its queries may both be selected.
      if (!before.some((test) => test.item === item)) tests.set(key, [...before, { item, ...query }]);
    };
    if (include) include.forEach(add);
    else
      Array.from(controller.items, ([, item]) => item)
        .sort(inListOrder)
        .forEach(add);
    return tests;
  }

  /** Checks queries of one file. An error that stops all of them is shown at each. */
  private async check(
    run: vscode.TestRun,
    tests: readonly Test[],
    busy: BusyServices,
    signal: AbortSignal,
  ): Promise<void> {
    const [first] = tests;
    if (!first) return;
    const { uri } = first.found;
    const log = (text: string, item?: vscode.TestItem) =>
      run.appendOutput(`${oneLine(text, mostCharacters)}\r\n`, undefined, item);
    const left = new Map(tests.map((test) => [test.name, test]));
    const skipLeft = (why: string) => {
      log(why);
      for (const { item } of left.values()) run.skipped(item);
    };
    try {
      signal.throwIfAborted();
      refuseUntrustedRun();
      const work = await this.work();
      const queries = tests.flatMap(({ found, name }) =>
        found.file.queries.filter((query) => query.name === name),
      );
      if (!(await signedInFor(queries, (connection) => work.ensureSignedIn(connection)))) {
        skipLeft(vscode.l10n.t('The sign-in was canceled.'));
        return;
      }
      const names = tests.map(({ name }) => name);
      const checked = await work.check(uri, names, {
        signal,
        busy,
        onQuery: (query, step) => {
          const test = left.get(query.name);
          if (!test) return;
          const { item } = test;
          if (step.kind === 'begun') run.started(item);
          if (step.kind === 'ended') {
            left.delete(query.name);
            this.note(run, test, step.checked);
          }
          const words = stepText(query, step);
          if (words !== undefined) log(words, item);
          for (const { check, failure } of step.kind === 'ended'
            ? this.failedOf(uri.toString(), item.id)
            : []) {
            log(testMessageText(check, failure), item);
          }
        },
      });
      log(countsText(checked));
      for (const { item } of left.values()) {
        run.errored(item, new vscode.TestMessage(vscode.l10n.t('The query was renamed or removed.')));
      }
    } catch (error) {
      if (signal.aborted) {
        skipLeft(vscode.l10n.t('Canceled.'));
        return;
      }
      const message = oneLine(errorText(error), mostCharacters);
      log(message);
      for (const { item } of left.values()) run.errored(item, new vscode.TestMessage(message));
    }
  }

  private note(run: vscode.TestRun, { item, found }: Test, checked: CheckedQuery): void {
    const { checks, result, milliseconds } = checked;
    const failed = checks.flatMap((check) =>
      check.failures.map((failure) => ({ check, failure, file: found.uri })),
    );
    const key = found.uri.toString();
    this.failed.set(
      key,
      (this.failed.get(key) ?? new Map<string, readonly FailedCheck[]>()).set(item.id, failed),
    );
    if (checks.length === 0) {
      run.skipped(item);
      return;
    }
    if (failed.length === 0) {
      run.passed(item, milliseconds);
      return;
    }
    const messages = failed.map(({ check, failure }) => testMessageOf(check, failure, found.uri));
    // If the query wasn't sent, the data wasn't checked.
    if (result === undefined) run.errored(item, messages);
    else run.failed(item, messages, milliseconds);
  }

  /** Opens the result of a failed check, limited to the rows that the message is about. */
  async showRows(argument: unknown): Promise<void> {
    const { check, failure } = this.failedCheck(argument);
    (await this.work()).showRows(check, rowsOf(check, failure));
  }

  /** Compares the pinned response with the one whose fingerprint differs. */
  async compareThenWithNow(argument: unknown): Promise<void> {
    const { check, file } = this.failedCheck(argument);
    await (await this.work()).compareThenWithNow(check, file);
  }

  private failedOf(file: string, id: string): readonly FailedCheck[] {
    return this.failed.get(file)?.get(id) ?? [];
  }

  /**
   * The failed check of a message. A menu passes the message and its test, but another extension may pass
   * anything. Throws an `Error` ready to display if the message isn't from the test's last run.
   */
  private failedCheck(argument: unknown): FailedCheck {
    const { test, message } = isRecord(argument) ? argument : {};
    const { uri, id } = isRecord(test) ? test : {};
    const text = isRecord(message) ? message.message : undefined;
    const failed = typeof id === 'string' ? this.failedOf(String(uri), id) : [];
    const found = failed.find(({ check, failure }) => testMessageText(check, failure) === text);
    if (found) return found;
    throw new Error(vscode.l10n.t('This result is no longer available. Run the check again.'));
  }

  dispose(): void {
    this.subscriptions.dispose();
    this.controller?.dispose();
  }
}

/** A failure of a check. */
interface FailedCheck {
  readonly check: Check;
  readonly failure: Failure;
  readonly file: vscode.Uri;
}

interface Test {
  readonly item: vscode.TestItem;
  readonly found: FoundFile;
  readonly name: string;
}

const mostCharacters = 2000;

/** The order in which VS Code lists files. */
const inListOrder = (one: vscode.TestItem, other: vscode.TestItem): number =>
  one.label.localeCompare(other.label);

/** The editor joins ids with a control character. A name may contain it, but JSON escapes it. */
const idOf = ({ name }: FileQuery): string => JSON.stringify(name);

const problemText = (problems: readonly FileProblem[]): string | undefined =>
  problems.length === 0 ? undefined : problems.map(({ message }) => plainLabel(message)).join('\n');
