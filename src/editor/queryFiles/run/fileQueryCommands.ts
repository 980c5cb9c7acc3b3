import * as v from 'valibot';
import * as vscode from 'vscode';
import type { CheckOff } from '../../shell/walkthroughSteps';
import type { Query } from '#src/market/query/query';
import type { Check } from '#src/results/checks/checks';
import type { ResultSummary } from '#src/results/result';
import type { ResultStore } from '#src/results/store/resultStore';
import { formatCount, formatCounted } from '#src/text/l10n';
import type { ResultExport } from '../../export/exportResult';
import { nameOf, statOf, targetInWorkspace } from '../../export/exportTarget';
import { unattended, type WriteOptions } from '#src/engine/export/resultFiles';
import { refuseTaken } from '#src/engine/export/writeTogether';
import type { Queries } from '../../query/queries';
import type { ResultPanels } from '../../result/resultPanels';
import { cancellable } from '../../shell/cancellable';
import { command, isFile } from '../../shell/commandArguments';
import { showFailure, showingFailure, type NextAction } from '../../shell/failureMessages';
import { placeOf } from '../../shell/placeOf';
import { askInDialog, showInformation } from '../../shell/shownMessages';
import { plainLabel } from '#src/text/plainLabel';
import { failedText, stepText, summaryOfChecks, type CheckSummary } from '#src/engine/checks/checkLines';
import { queryShape } from '../queryFileArguments';
import { pickQueryFile, pickQueryName } from './pickQuery';
import type { PinnedQueries } from './pinnedQueries';
import type { QueryChecks } from '#src/engine/checks/queryChecks';
import { signedInFor } from './querySignIns';
import {
  askableQuery,
  lineOfSpan,
  queryNamed,
  refuseProblems,
  type AskableQuery,
} from '#src/engine/query/querySource';
import { sourceInWorkspace, sourceOf, type QueryFileSource } from '../queryFileSource';
import type { FileQuery } from '#src/queryFiles/queryFile';

/** A query file and one of its queries, or all of them. */
const checkShape = v.object({ file: v.unknown(), query: v.optional(v.string()) });

/** What a query is compared with: its previous response, or the pinned one. */
const compareShape = v.object({
  file: v.unknown(),
  query: v.string(),
  with: v.picklist(['last', 'pinned']),
  result: v.optional(v.string()),
});

/**
 * Prompts for the delivery days to fetch for a query, and fetches them over this connection or the selected
 * one.
 */
export type FetchRange = (query: Query, connection: string | undefined) => Promise<unknown>;

/** Runs a query over this connection, or the selected one, once its data is published. */
export type WhenPublished = (query: Query, connection: string | undefined) => Promise<ResultSummary>;

/** What the commands on query files are built from. */
interface Parts {
  readonly store: ResultStore;
  readonly queries: Queries;
  readonly panels: ResultPanels;
  readonly exports: ResultExport;
  readonly checks: QueryChecks;
  readonly pins: PinnedQueries;
  readonly whenPublished: WhenPublished;
  readonly fetchRange: FetchRange;
  readonly tick: CheckOff;
}

/**
 * The commands on the queries of a file. Headless calls show only the result's tab, and reject with an
 * `Error` ready to display. The `…Here` commands are for a person who is looking at a query: they prompt for a
 * sign-in if needed, and show the outcome or the failure instead of rejecting.
 */
export class QueryCommands {
  constructor(private readonly parts: Parts) {}

  /** By the names of their IDs. */
  readonly commands = {
    runQuery: command(queryShape, {
      prompt: (file) => this.prompted(file, (source, query) => this.runFor(source, query)),
      isClicked: isFile,
      run: async ({ file, query, show }, signal): Promise<ResultSummary> => {
        const source = await sourceInWorkspace(file);
        const asked = askableQuery(source, queryNamed(source, query));
        const how = { by: 'file', show: show !== false, signal } as const;
        return this.parts.queries.send(asked.query, asked.connection, how);
      },
    }),
    checkQueries: command(checkShape, {
      prompt: async (file) => {
        const source = await this.promptedFile(file);
        const name = source && (await pickQueryName(source, true));
        if (source && name !== undefined) {
          await showingFailure(() => this.checkFor(source, name ?? undefined));
        }
      },
      isClicked: isFile,
      run: async ({ file, query }, signal): Promise<CheckSummary> => {
        const names = query === undefined ? undefined : [query];
        const source = await sourceInWorkspace(file);
        const { checks } = await this.parts.checks.checkSource(source, names, { signal });
        return summaryOfChecks(checks);
      },
    }),
    exportQuery: command(queryShape, {
      prompt: (file) => this.prompted(file, (source, query) => this.exportFor(source, query)),
      isClicked: isFile,
      run: async ({ file, query: name, overwrite: mayReplace }, signal) => {
        const source = await sourceInWorkspace(file);
        const query = queryNamed(source, name);
        const overwrite = mayReplace ?? query.export?.overwrite ?? false;
        const target = await targetOf(source, query);
        if (target) await refuseTaken([placeOf(target)], overwrite);
        return (await this.write(source, query, overwrite, { ...unattended(), signal })).toString();
      },
    }),
    pinQuery: command(queryShape, {
      prompt: (file) => this.prompted(file, (source, query) => this.pinFor(source, query)),
      isClicked: isFile,
      run: async ({ file, query: name, show }, signal) => {
        const source = await sourceInWorkspace(file);
        const query = queryNamed(source, name);
        const pinned = await this.parts.pins.pin(source, query, { show: show === true, signal });
        return pinned?.fingerprint;
      },
    }),
    runQueryHere: here(queryShape, (source, query) => this.runFor(source, query)),
    /** Checks one query, or all of the file if none is named. */
    checkQueriesHere: command(checkShape, {
      run: ({ file, query }) => showingFailure(async () => this.checkFor(await sourceHere(file), query)),
    }),
    exportQueryHere: here(queryShape, (source, query) => this.exportFor(source, query)),
    pinQueryHere: here(queryShape, (source, query) => this.pinFor(source, query)),
    whenPublishedHere: here(queryShape, (source, query) => this.waitFor(source, query)),
    compareQueryHere: here(compareShape, (source, query, given) =>
      this.compareFor(source, query, given.with, given.result),
    ),
  };

  /** Prompts for a query, then for the delivery days to fetch. */
  async fetchRange(file?: vscode.Uri): Promise<unknown> {
    return this.prompted(file, async (source, query) => {
      const asked = await this.signedIn(source, query);
      return asked && this.parts.fetchRange(asked.query, asked.connection);
    });
  }

  /** Compares the pinned response of a query with a later result. A failure is shown. */
  async compareThenWithNow(file: vscode.Uri, name: string, later: string | undefined): Promise<void> {
    await showingFailure(async () => {
      const source = await sourceOf(file);
      await this.compareFor(source, queryNamed(source, name), 'pinned', later);
    });
  }

  private async prompted<Value>(
    argument: vscode.Uri | undefined,
    act: (source: QueryFileSource, query: FileQuery) => Promise<Value | undefined>,
  ): Promise<Value | undefined> {
    const source = await this.promptedFile(argument);
    const name = source && (await pickQueryName(source));
    if (!source || typeof name !== 'string') return undefined;
    return showingFailure(() => act(source, queryNamed(source, name)));
  }

  private promptedFile(clicked: vscode.Uri | undefined): Promise<QueryFileSource | undefined> {
    return showingFailure(async () => {
      const source = clicked ? await sourceOf(clicked) : await pickQueryFile();
      if (source && source.file.queries.length === 0) {
        refuseProblems(source, source.file.problems);
        throw new Error(vscode.l10n.t('{0} contains no queries.', source.name));
      }
      return source;
    });
  }

  /** The query once its connection has credentials; `undefined` if the person canceled the sign-in. */
  private async signedIn(source: QueryFileSource, query: FileQuery): Promise<AskableQuery | undefined> {
    const asked = askableQuery(source, query);
    return (await this.parts.queries.ensureSignedIn(asked.connection)) ? asked : undefined;
  }

  private async runFor(source: QueryFileSource, query: FileQuery): Promise<ResultSummary | undefined> {
    const asked = await this.signedIn(source, query);
    const how = { by: 'file', show: true, mayReplace: true } as const;
    return asked && this.parts.queries.send(asked.query, asked.connection, how);
  }

  private async waitFor(source: QueryFileSource, query: FileQuery): Promise<ResultSummary | undefined> {
    const asked = await this.signedIn(source, query);
    return asked && this.parts.whenPublished(asked.query, asked.connection);
  }

  private async checkFor(source: QueryFileSource, name: string | undefined): Promise<void> {
    const { queries, checks } = this.parts;
    const names = name === undefined ? undefined : [name];
    const chosen = names ? names.map((each) => queryNamed(source, each)) : source.file.queries;
    if (!(await signedInFor(chosen, (connection) => queries.ensureSignedIn(connection)))) return;
    const title = vscode.l10n.t('Checking {0}', source.name);
    const checked = await cancellable(title, (signal, tell) =>
      checks.checkSource(source, names, {
        signal,
        onQuery: (query, step) => {
          if (step.kind === 'begun') tell(plainLabel(query.name, 60));
          if (step.kind === 'waiting') tell(stepText(query, step) ?? '');
        },
      }),
    );
    if (!checked) return;
    this.parts.tick('hasChecked');
    this.tellChecked(source, checked.checks);
  }

  private tellChecked(source: QueryFileSource, checks: readonly Check[]): void {
    const failed = checks.filter(({ ok }) => !ok);
    const [first] = failed;
    if (checks.length === 0) {
      void showInformation(vscode.l10n.t('Nothing to check: the query or file has no "expect" property.'));
      return;
    }
    if (!first) {
      void showInformation(
        formatCounted(checks.length, [
          vscode.l10n.t('{0} check passed.'),
          vscode.l10n.t('{0} checks passed.'),
        ]),
      );
      return;
    }
    const { result, query } = first;
    const kept = result === undefined ? undefined : this.parts.store.find(result);
    const show: NextAction[] = kept
      ? [{ label: vscode.l10n.t('Show Result'), take: () => this.parts.panels.open(kept, 'table') }]
      : [];
    const compare: NextAction[] =
      first.check === 'fingerprint'
        ? [
            {
              label: vscode.l10n.t('Compare with Pinned Response'),
              take: () => this.compareFor(source, queryNamed(source, query), 'pinned', result),
            },
          ]
        : [];
    const open = {
      label: vscode.l10n.t('Go to Line {0}', first.line),
      take: () => openAt(source, first.line),
    };
    const words = `${failedText(checks)}. ${plainLabel(query, 60)}, ${first.check}: ${first.message}`;
    showFailure(new Error(words), [...compare, ...show, open]);
  }

  private async exportFor(source: QueryFileSource, query: FileQuery): Promise<string | undefined> {
    const target = await targetOf(source, query);
    const overwrite = query.export?.overwrite ?? false;
    let mayReplace = overwrite;
    if (target && !overwrite && (await statOf(target)).exists) {
      const replace = vscode.l10n.t('Replace');
      const text = vscode.l10n.t('{0} already exists. Replace it?', plainLabel(nameOf(target)));
      if ((await askInDialog(text, '', replace)) !== replace) return undefined;
      mayReplace = true;
    }
    if (!(await this.signedIn(source, query))) return undefined;
    const uri = await cancellable(vscode.l10n.t('Exporting'), (signal) =>
      this.write(source, query, mayReplace, { ...unattended(), signal }),
    );
    if (!uri || !query.export) return undefined;
    // Here, no view says it to a screen reader.
    void showInformation(
      this.parts.exports.tellWritten({ source: { kind: 'service' } }, query.export, [uri]),
    );
    return uri.toString();
  }

  /** Runs a query and writes its response as its `export` specifies. */
  private async write(
    source: QueryFileSource,
    query: FileQuery,
    overwrite: boolean,
    options: WriteOptions,
  ): Promise<vscode.Uri> {
    const { store, queries, exports } = this.parts;
    const asked = askableQuery(source, query);
    if (!query.export) throw noExportError(source, query);
    const { signal } = options;
    const summary = await queries.send(asked.query, asked.connection, { by: 'file', show: false, signal });
    signal.throwIfAborted();
    if (summary.rows === 0 && summary.outcome !== 'noData' && summary.outcome !== 'success') {
      throw new Error(
        summary.message === undefined
          ? vscode.l10n.t('There is nothing to export: no response was received ({0}).', summary.outcome)
          : vscode.l10n.t(
              'There is nothing to export ({0}): {1}',
              summary.outcome,
              plainLabel(summary.message),
            ),
      );
    }
    return exports.exportAs(store.get(summary.id), { ...query.export, overwrite }, source.folder, options);
  }

  private async pinFor(source: QueryFileSource, query: FileQuery): Promise<string | undefined> {
    if (!(await this.signedIn(source, query))) return undefined;
    const pinned = await cancellable(vscode.l10n.t('Pinning the response'), (signal) =>
      this.parts.pins.pin(source, query, {
        show: true,
        signal,
        mayPin: async (result) =>
          this.agreesToPin(query, await this.parts.checks.checksOfResult(source, query, result, { signal })),
      }),
    );
    if (pinned === undefined) return undefined;
    const open = vscode.l10n.t('Open');
    const name = plainLabel(query.name, 60);
    const words = pinned.isKept
      ? vscode.l10n.t(
          'Pinned "{0}". Its fingerprint is in {1}, and the response is in the history.',
          name,
          source.name,
        )
      : vscode.l10n.t(
          'Pinned "{0}". Its fingerprint is in {1}. The response couldn\'t be stored in the history, so later responses can\'t be compared with it.',
          name,
          source.name,
        );
    void showingFailure(async () => {
      if ((await showInformation(words, open)) !== open) return;
      await openAt(source, lineOfSpan(source, query.nameSpan));
    });
    return pinned.fingerprint;
  }

  /**
   * Asks the person if the response to pin fails checks: everything later would be compared with it. The present
   * fingerprint isn't asked about, because pinning replaces it.
   */
  private async agreesToPin({ name }: FileQuery, checks: readonly Check[]): Promise<boolean> {
    const others = checks.filter(({ check }) => check !== 'fingerprint');
    const failed = others.filter(({ ok }) => !ok);
    const [first] = failed;
    if (!first) return true;
    const words = formatCounted(
      others.length,
      [
        vscode.l10n.t('{1} of {0} check of "{2}" failed. Pin the response anyway?'),
        vscode.l10n.t('{1} of {0} checks of "{2}" failed. Pin the response anyway?'),
      ],
      formatCount(failed.length),
      plainLabel(name, 60),
    );
    const pin = vscode.l10n.t('Pin Anyway');
    const detail = `${first.check}: ${first.message}`;
    return (await askInDialog(words, detail, pin)) === pin;
  }

  private async compareFor(
    source: QueryFileSource,
    query: FileQuery,
    what: 'last' | 'pinned',
    later: string | undefined,
  ): Promise<void> {
    askableQuery(source, query); // its problems come first
    const isThere = later !== undefined && this.parts.store.find(later) !== undefined;
    if (!isThere && !(await this.signedIn(source, query))) return;
    const title = isThere ? vscode.l10n.t('Comparing') : vscode.l10n.t('Running the query to compare');
    await cancellable(title, (signal) =>
      what === 'last'
        ? this.parts.pins.compareWithLast(source, query, signal)
        : this.parts.pins.compareThenWithNow(source, query, later, signal),
    );
  }
}

/** A command for a person who is looking at a query. A failure is shown. */
const here = <const Shape extends v.GenericSchema<unknown, { file: unknown; query: string }>, Done>(
  shape: Shape,
  act: (source: QueryFileSource, query: FileQuery, given: v.InferOutput<Shape>) => Promise<Done>,
) =>
  command(shape, {
    run: (given) =>
      showingFailure(async () => {
        const source = await sourceHere(given.file);
        return act(source, queryNamed(source, given.query), given);
      }),
  });

/** The file of a code lens, given as a Uri or the Uri's text. */
function sourceHere(file: unknown): Promise<QueryFileSource> {
  if (file instanceof vscode.Uri) return sourceOf(file);
  if (typeof file === 'string') return sourceOf(vscode.Uri.parse(file, true));
  return sourceInWorkspace(file);
}

const noExportError = ({ name }: QueryFileSource, query: FileQuery) =>
  new Error(vscode.l10n.t('"{0}" in {1} has no "export" property.', plainLabel(query.name, 60), name));

/**
 * The target of a query's `export`, in the workspace folder of the query file; `undefined` if it has none.
 */
async function targetOf(source: QueryFileSource, query: FileQuery): Promise<vscode.Uri | undefined> {
  askableQuery(source, query); // its problems come first
  if (!query.export) throw noExportError(source, query);
  if (!source.folder) {
    throw new Error(
      vscode.l10n.t("{0} isn't in a workspace folder, so its queries can't be exported.", source.name),
    );
  }
  const { target } = query.export;
  return target === undefined ? undefined : targetInWorkspace(target, 'target', source.folder);
}

async function openAt({ uri }: QueryFileSource, line: number): Promise<void> {
  const at = new vscode.Position(line - 1, 0);
  await vscode.window.showTextDocument(uri, { selection: new vscode.Range(at, at) });
}
