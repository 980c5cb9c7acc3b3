import * as vscode from 'vscode';
import { describedDatasets } from '../../languageModels/datasetDescriptions';
import type { ToolName } from '../../languageModels/toolNames';
import { quotedWords, responseText, type ToolResponse } from '../../languageModels/toolResponse';
import { comparisonOf } from '../../protocol/source';
import { datasets } from '../../market/datasets/datasets';
import { errorText } from '../../text/errorText';
import { confirmedLabel } from '../../text/plainLabel';
import { readArgument } from '../shell/commandArguments';
import { settings } from '../shell/settings';
import { withSignal } from '../shell/withSignal';
import { refuseMixture } from './figureRules';
import { describedColumns, describedParameters, describedResult } from './resultDescription';
import { inputShapes, type InputOf, type ToolAccess, type ToolWork } from './toolInputs';
import { toolQueries } from './toolQueries';

/** Checks the input of a tool before it's used. */
const tool =
  <Name extends ToolName>(
    name: Name,
    respond: (input: InputOf<Name>, signal: AbortSignal) => ToolResponse | Promise<ToolResponse>,
  ) =>
  async (input: unknown, signal: AbortSignal): Promise<ToolResponse> =>
    respond(readArgument(name, inputShapes[name], input), signal);

/** The tools for language models, loaded by the first call and run by name. */
export function openTools(access: ToolAccess) {
  const { query, confirmation, requestsLeft } = toolQueries(access);
  const tools = {
    market_data_datasets: tool('market_data_datasets', () =>
      describedDatasets(datasets, settings.timeZone(), Date.now()),
    ),
    market_data_query: tool('market_data_query', query),
    market_data_describe: tool('market_data_describe', async ({ result, columns }, signal) => {
      const { store } = await access.work();
      return describedResult(store, store.get(result), columns, signal);
    }),
    market_data_compare: tool('market_data_compare', async (input, signal) =>
      comparedResults(await access.work(), input, signal),
    ),
  };

  /** Resolves with one JSON text, even if the input is invalid. */
  async function invoke(name: ToolName, input: unknown, token: vscode.CancellationToken): Promise<string> {
    let told: ToolResponse;
    try {
      told = await withSignal(token, (signal) => tools[name](input, signal));
    } catch (error) {
      told = { problem: quotedWords(errorText(error), 1000) };
    }
    const text = responseText(told);
    access.log.info(
      `A language model called ${name}: ${text.length} characters, ${'problem' in told ? 'a problem' : 'a response'}, ${rowsIn(told)} rows, ${requestsLeft()} requests left.`,
    );
    return text;
  }

  function prepare(name: ToolName, input: unknown): vscode.PreparedToolInvocation {
    const invocationMessage = vscode.l10n.t('Working with market data');
    if (name !== 'market_data_query') return { invocationMessage };
    const title = vscode.l10n.t('Query Market Data?');
    return { invocationMessage, confirmationMessages: { title, message: plainText(wordsOf(input)) } };
  }

  /** An invalid input is shown for confirmation, too; the call then returns its problem. */
  function wordsOf(input: unknown): string {
    try {
      return confirmation(readArgument('market_data_query', inputShapes.market_data_query, input));
    } catch (error) {
      return vscode.l10n.t("The call isn't valid: {0}", confirmedLabel(errorText(error), 300));
    }
  }

  return { invoke, prepare };
}

/** How two results differ. */
async function comparedResults(
  { store, comparisons }: ToolWork,
  { first, second }: InputOf<'market_data_compare'>,
  signal: AbortSignal,
): Promise<ToolResponse> {
  const [base, other] = [store.get(first), store.get(second)];
  refuseMixture(base, other);
  const summary = await comparisons.compareResults(base, other, false, signal);
  const result = store.get(summary.id);
  const summarized = comparisonOf(result)?.summary;
  const difference = result.table.columns.filter(({ key }) => key === 'difference');
  return {
    result: result.id,
    dataset: summary.dataset,
    meaning: 'second minus first',
    first: { result: base.id, parameters: describedParameters(base.query.parameters) },
    second: { result: other.id, parameters: describedParameters(other.query.parameters) },
    rows: summarized ? { ...summarized.counts } : null,
    leftOut: summarized?.leftOut ?? 0,
    withoutReadableTime: summarized?.unplaced ?? 0,
    difference: await describedColumns(store, result, difference, signal),
  };
}

/**
 * The editor would read a string as Markdown, in which a name could become a link, a heading, or a picture.
 */
const plainText = (text: string): vscode.MarkdownString => new vscode.MarkdownString().appendText(text);

const rowsIn = ({ rowsAsSent }: ToolResponse): number => (Array.isArray(rowsAsSent) ? rowsAsSent.length : 0);
