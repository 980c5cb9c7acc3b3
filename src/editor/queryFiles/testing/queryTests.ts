import * as vscode from 'vscode';
import type { FileQuery, QueryFile } from '#src/queryFiles/queryFile';
import type { FileProblem } from '#src/queryFiles/problems';
import { readQueryFile } from '#src/queryFiles/read/readQueryFile';
import { isError, type Check, type Failure } from '#src/results/checks/checks';
import type { Result } from '#src/results/result';
import { errorText } from '#src/text/errorText';
import { canceledError } from '#src/text/canceledError';
import { isRecord } from '#src/text/parsedJson';
import { formatCount } from '#src/text/l10n';
import { oneLine } from '#src/text/plainText';
import { plainLabel } from '#src/text/plainLabel';
import { newestText } from '../changeFile';
import { documentOf, rangesIn } from '../queryDocuments';
import { isMadeUp } from '../../languageModels/figureRules';
import { editorHasModels, settings } from '../../shell/settings';
import { withSignal } from '../../shell/withSignal';
import type { OutcomesOfBusy, CheckedQuery } from '#src/engine/checks/queryChecks';
import type { QueryFileWork } from '../run/queryFileWork';
import { signedInFor, type SignedInQuery } from '../run/querySignIns';
import { checkCountsText, stepText } from '#src/engine/checks/checkLines';
import { refuseUntrustedRun } from '../queryFileSource';
import { rowsToShow, testMessageOf, testMessageText } from './testMessages';
import { mostQueryFiles, type WorkspaceQueryFiles } from './workspaceQueryFiles';

/**
 * Shows the workspace's query files in the Testing view, and their queries, one test each. The controller
 * exists only while the workspace has a query file. A file is read, and its tests exist, once somebody expands it,
 * runs it, or opens it in an editor, which shows them next to its lines. No test runs by itself.
 */
export class QueryTests implements vscode.Disposable {
  private controller: vscode.TestController | undefined;
  /** The query of each test. */
  private readonly queries = new WeakMap<vscode.TestItem, TestedQuery>();
  /** The end of the last update of the tests of each file that has some: updates of a file run one by one. */
  private readonly updates = new Map<string, Promise<void>>();
  /** The failures of each test's last run, by the ids of its file and its query. */
  private readonly failed = new Map<string, Map<string, readonly FailedCheck[]>>();
  private readonly subscriptions: vscode.Disposable;

  constructor(
    private readonly files: WorkspaceQueryFiles,
    private readonly work: () => Promise<QueryFileWork>,
  ) {
    this.subscriptions = vscode.Disposable.from(
      files.onDidChange((uri) => this.show(uri)),
      // With several folders, labels contain the folder.
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.showAll()),
    );
    this.showAll();
  }

  private showAll(): void {
    for (const uri of this.files.found.values()) this.show(uri);
  }

  /** Updates one file only, because there may be many. */
  private show(uri: vscode.Uri): void {
    const key = uri.toString();
    const isThere = this.files.found.get(key) !== undefined;
    if (!isThere) {
      this.failed.delete(key);
      this.updates.delete(key);
    }
    if (this.files.found.size === 0) {
      this.controller?.dispose();
      this.controller = undefined;
      return;
    }
    this.controller ??= this.newController();
    if (isThere) this.showFile(this.controller, uri);
    else this.controller.items.delete(key);
    this.showLimit(this.controller);
  }

  /** Says in the list that it isn't complete. */
  private showLimit(controller: vscode.TestController): void {
    const { items } = controller;
    if (!this.files.isLimited) {
      items.delete(limitId);
      return;
    }
    if (items.get(limitId)) return;
    const item = controller.createTestItem(limitId, vscode.l10n.t('More query files'));
    item.sortText = '\uffff';
    item.error = vscode.l10n.t(
      'The workspace contains more than {0} query files. To list the queries of another file, open it.',
      formatCount(mostQueryFiles),
    );
    items.add(item);
  }

  /**
   * Forgets the failures of queries that were removed. In a file with problems, they may only be unreadable
   * for now.
   */
  private forgetRemoved(key: string, { queries, problems }: QueryFile): void {
    if (problems.length > 0) return;
    const failed = this.failed.get(key);
    const ids = new Set(queries.map(idOf));
    for (const id of failed?.keys() ?? []) if (!ids.has(id)) failed?.delete(id);
  }

  private newController(): vscode.TestController {
    const controller = vscode.tests.createTestController('marketData', vscode.l10n.t('Market data'));
    controller.refreshHandler = () => this.files.find();
    controller.resolveHandler = (item) => item && this.update(controller, item);
    controller.createRunProfile(
      vscode.l10n.t('Run Checks'),
      vscode.TestRunProfileKind.Run,
      (request, token) => this.run(controller, request, token),
      true,
    );
    return controller;
  }

  /** Shows a file, and its queries if they're wanted. Items are reused, so that they keep their results. */
  private showFile(controller: vscode.TestController, uri: vscode.Uri): void {
    const id = uri.toString();
    const isMultiRoot = (vscode.workspace.workspaceFolders?.length ?? 0) > 1;
    const label = plainLabel(vscode.workspace.asRelativePath(uri, isMultiRoot));
    const item = controller.items.get(id) ?? controller.createTestItem(id, label, uri);
    item.label = label;
    item.canResolveChildren = true;
    controller.items.add(item);
    if (this.updates.has(id) || documentOf(uri)) void this.update(controller, item);
  }

  /** Reads the file of an item, and shows its queries or why it can't be read. */
  private update(controller: vscode.TestController, item: vscode.TestItem): Promise<void> | undefined {
    const { id, uri } = item;
    if (!uri || !this.files.found.get(id)) return undefined;
    const update = (this.updates.get(id) ?? Promise.resolve()).then(async () => {
      try {
        const text = (await newestText(uri)) ?? '';
        // Meanwhile, the file may have been removed, or the view may have been closed.
        if (this.updates.has(id)) this.showQueries(controller, item, uri, text);
      } catch (error) {
        item.error = plainLabel(errorText(error));
        item.children.replace([]);
        this.failed.delete(id);
      }
    });
    this.updates.set(id, update);
    return update;
  }

  private showQueries(
    controller: vscode.TestController,
    item: vscode.TestItem,
    uri: vscode.Uri,
    text: string,
  ): void {
    const file = readQueryFile(text);
    const rangeOf = rangesIn(text);
    const { children } = item;
    this.forgetRemoved(item.id, file);
    item.error = problemText(file.problems);
    const ids = new Set(file.queries.map(idOf));
    for (const [id] of [...children]) if (!ids.has(id)) children.delete(id);
    for (const [index, query] of file.queries.entries()) {
      const { name, dataset, connection, expect, problems } = query;
      const id = idOf(query);
      const test = children.get(id) ?? controller.createTestItem(id, plainLabel(name) || id, uri);
      test.description = dataset?.title() ?? '';
      test.error = problemText(problems);
      test.range = rangeOf(query.nameSpan);
      test.sortText = String(index).padStart(5, '0');
      this.queries.set(test, { uri, name, connection, expect, problems });
      if (!children.get(id)) children.add(test);
    }
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
      await this.addRequested(controller, request);
      const wanted = this.wanted(controller, request);
      for (const tests of wanted.values()) for (const { item } of tests) run.enqueued(item);
      const busy: OutcomesOfBusy = new Map();
      await withSignal(token, async (signal) => {
        for (const tests of wanted.values()) await this.check(run, tests, busy, signal);
      });
    } finally {
      run.end();
    }
  }

  /** Adds the queries of requested files, as far as they aren't there yet. */
  private async addRequested(
    controller: vscode.TestController,
    { include, exclude = [] }: vscode.TestRunRequest,
  ): Promise<void> {
    const requested = include ?? Array.from(controller.items, ([, item]) => item);
    for (const item of requested.filter((each) => !exclude.includes(each))) {
      await (this.updates.get(item.id) ?? this.update(controller, item));
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
      const key = query.uri.toString();
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
    busy: OutcomesOfBusy,
    signal: AbortSignal,
  ): Promise<void> {
    const [first] = tests;
    if (!first) return;
    const { uri } = first;
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
      if (!(await signedInFor(tests, (connection) => work.ensureSignedIn(connection)))) {
        skipLeft(vscode.l10n.t('The sign-in was canceled.'));
        return;
      }
      const names = tests.map(({ name }) => name);
      const checked = await work.check(uri, names, {
        signal,
        busy,
        withholds: isWithheldFromModels,
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
      log(checkCountsText(checked));
      for (const { item } of left.values()) {
        run.errored(item, new vscode.TestMessage(vscode.l10n.t('The query was renamed or removed.')));
      }
    } catch (error) {
      if (signal.aborted) {
        skipLeft(canceledError().message);
        return;
      }
      const message = plainLabel(errorText(error), mostCharacters);
      log(message);
      for (const { item } of left.values()) run.errored(item, new vscode.TestMessage(message));
    }
  }

  private note(run: vscode.TestRun, { item, uri }: Test, checked: CheckedQuery): void {
    const { checks, milliseconds } = checked;
    const failed = checks.flatMap((check) =>
      check.failures.map((failure) => ({ check, failure, file: uri })),
    );
    const key = uri.toString();
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
    const messages = failed.map(({ check, failure }) => testMessageOf(check, failure, uri));
    // Then the data wasn't checked.
    if (checks.some(isError)) run.errored(item, messages);
    else run.failed(item, messages, milliseconds);
  }

  /** Opens the result of a failed check, limited to the rows that the message is about. */
  async showRows(argument: unknown): Promise<void> {
    const { check, failure } = this.failedCheck(argument);
    (await this.work()).showRows(check, rowsToShow(check, failure));
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
    this.updates.clear();
    this.controller?.dispose();
  }
}

/**
 * Whether language models, which can run tests and read their messages, must not read values of the result: people
 * see them in its rows.
 */
const isWithheldFromModels = (result: Result): boolean =>
  settings.agentRows() === 0 && editorHasModels() && !isMadeUp(result);

/** A failure of a check. */
interface FailedCheck {
  readonly check: Check;
  readonly failure: Failure;
  readonly file: vscode.Uri;
}

/** What a run needs to know of a query before it reads the file again. */
interface TestedQuery extends SignedInQuery {
  readonly uri: vscode.Uri;
  readonly name: string;
}

interface Test extends TestedQuery {
  readonly item: vscode.TestItem;
}

const mostCharacters = 2000;
/** Not the Uri of a file. */
const limitId = 'limit';

/** The order in which VS Code lists files. */
const inListOrder = (one: vscode.TestItem, other: vscode.TestItem): number =>
  one.label.localeCompare(other.label);

/** The editor joins ids with a control character. A name may contain it, but JSON escapes it. */
const idOf = ({ name }: FileQuery): string => JSON.stringify(name);

const problemText = (problems: readonly FileProblem[]): string | undefined =>
  problems.length === 0 ? undefined : problems.map(({ message }) => plainLabel(message)).join('\n');
