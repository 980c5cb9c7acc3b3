import * as vscode from 'vscode';
import type { Query } from '../../market/query/query';
import { queryKey } from '../../market/query/sameQuery';
import { queryOf } from '../../queryFiles/fileQueryOf';
import { isWholeAnswer } from '../../results/comparedResults';
import { requestedEpochMs, type Result, type ResultSummary } from '../../results/result';
import type { ResultStore } from '../../results/resultStore';
import type { Comparisons } from '../compare/comparisons';
import type { Connections } from '../connections/connections';
import { readArgument } from '../shell/commandArguments';
import { commandIds } from '../shell/commands';
import { tellWithNextSteps } from '../shell/nextSteps';
import { plainLabel } from '../shell/plainLabel';
import { readDocument } from './queryDocuments';
import { queryInFileShape, type QueryInFile } from './queryInFile';

/** Compares what a query of a file returns now with the last result of the same query. */
export class LastResults {
  constructor(
    private readonly store: ResultStore,
    private readonly connections: Connections,
    private readonly comparisons: Comparisons,
  ) {}

  /** `marketData.queries.compareLast`, for a person, who is told what failed. */
  async compare(argument: unknown): Promise<ResultSummary | undefined> {
    const given = readArgument(commandIds.compareLast, queryInFileShape, argument);
    try {
      const now = await this.wanted(given);
      const last = this.lastOf(now);
      if (last) return await this.comparisons.withCurrent(last, now);
      const run = vscode.l10n.t('Run');
      const text = vscode.l10n.t(
        'No earlier result of "{0}" for the same period to compare with. Run it now, and compare it later.',
        plainLabel(given.query),
      );
      if ((await vscode.window.showInformationMessage(text, run)) === run) {
        await vscode.commands.executeCommand('marketData.queries.runHere', given);
      }
    } catch (error) {
      tellWithNextSteps(error, []);
    }
    return undefined;
  }

  /** What the query asks now, and of whom. Throws an `Error` fit to be shown if it can't be asked. */
  private async wanted({
    file: uri,
    query: name,
  }: QueryInFile): Promise<{ query: Query; connection: string }> {
    if (!vscode.workspace.isTrusted) {
      throw new Error(vscode.l10n.t("Queries in files don't run in a workspace that isn't trusted."));
    }
    const { file } = readDocument(await vscode.workspace.openTextDocument(uri));
    const [problem] = file.problems;
    if (problem) throw new Error(problem.message);
    const found = file.queries.find((query) => query.name === name);
    if (!found) throw new Error(vscode.l10n.t('The file has no query "{0}".', name));
    const asked = queryOf(found, file.timeZone, Date.now());
    if ('problems' in asked) throw new Error(asked.problems.map(({ message }) => message).join(' '));
    if (found.connection === undefined) this.connections.requireSelected();
    return { query: asked.query, connection: found.connection ?? this.connections.selected };
  }

  private lastOf({ query, connection }: { query: Query; connection: string }): Result | undefined {
    const keyOf = ({ dataset, parameters }: Query) => queryKey(dataset, Object.entries(parameters));
    const key = keyOf(query);
    return this.store.offered
      .filter((result) => result.connection === connection && !result.comparison && !result.file)
      .filter((result) => isWholeAnswer(result) && keyOf(result.query) === key)
      .sort((one, other) => requestedEpochMs(other) - requestedEpochMs(one))[0];
  }
}
