import * as vscode from 'vscode';
import { answerText, quotedWords } from '../../languageModels/answer';
import { describedDatasets } from '../../languageModels/datasetDescriptions';
import type { ToolName } from '../../languageModels/toolNames';
import { datasets } from '../../market/datasets/datasets';
import { errorText } from '../../text/errorText';
import { formatCounted } from '../../text/l10n';
import { confirmedLabel } from '../../text/plainLabel';
import { readArgument } from '../shell/commandArguments';
import { withSignal } from '../shell/withSignal';
import { compareResults, describeResult, periodAnswer, saveFixture, whyEmpty } from './agentAnswers';
import { agentQueries } from './agentQueries';
import { inputShapes, type AgentAccess, type Answer, type InputOf } from './toolInputs';
import type { AgentTools } from './toolRegistration';

type Answers = {
  readonly [Name in ToolName]: (input: InputOf<Name>, signal: AbortSignal) => Answer | Promise<Answer>;
};

/** The tools for language models, loaded by the first call. Each is a thin layer over the commands. */
export function openAgentTools({ connections, log, work }: AgentAccess): AgentTools {
  const { query, confirmation, requestsLeft } = agentQueries({ connections, work });
  const answers: Answers = {
    market_data_datasets: () => describedDatasets(datasets),
    market_data_period: periodAnswer,
    market_data_query: query,
    market_data_describe: async (input, signal) => describeResult(await work(), input, signal),
    market_data_compare: async (input, signal) => compareResults(await work(), input, signal),
    market_data_why_empty: async (input) => whyEmpty(await work(), input),
    market_data_save_fixture: async (input) => saveFixture(await work(), input),
  };

  async function invoke(name: ToolName, input: unknown, token: vscode.CancellationToken): Promise<string> {
    let told: Answer;
    try {
      // The compiler can't see that name, shape, and answer belong together.
      const answer = answers[name] as (input: unknown, signal: AbortSignal) => Answer | Promise<Answer>;
      const read = readArgument(name, inputShapes[name], input);
      told = await withSignal(token, async (signal) => answer(read, signal));
    } catch (error) {
      told = { problem: quotedWords(errorText(error), 1000) };
    }
    const text = answerText(told);
    log.info(
      `A language model called ${name}: ${text.length} characters, ${'problem' in told ? 'a problem' : 'an answer'}, ${rowsIn(told)} rows, ${requestsLeft()} requests left.`,
    );
    return text;
  }

  function prepare(name: ToolName, input: unknown): vscode.PreparedToolInvocation {
    const invocationMessage = vscode.l10n.t('Working with market data');
    const asked = confirmationOf(name);
    if (!asked) return { invocationMessage };
    const { title, words } = asked;
    return { invocationMessage, confirmationMessages: { title, message: plainText(wordsOr(words, input)) } };
  }

  /**
   * The question that the person must confirm before a call that sends requests or writes files; `words`
   * describes its input.
   */
  function confirmationOf(name: ToolName): { title: string; words: (input: unknown) => string } | undefined {
    if (name === 'market_data_query') {
      return {
        title: vscode.l10n.t('Query Market Data?'),
        words: (input) => confirmation(readArgument(name, inputShapes[name], input)),
      };
    }
    if (name === 'market_data_save_fixture') {
      return {
        title: vscode.l10n.t('Save a Test Fixture?'),
        words: (input) => {
          const { target, records } = readArgument(name, inputShapes[name], input);
          return vscode.l10n.t(
            'Writes up to {0}, with provenance and types, to {1} in the workspace. Values are replaced unless they come from the sample service.',
            formatCounted(records, [vscode.l10n.t('{0} record'), vscode.l10n.t('{0} records')]),
            confirmedLabel(target, 200),
          );
        },
      };
    }
    return undefined;
  }

  return { invoke, prepare };
}

/** An invalid input is shown for confirmation, too; the call then returns its problem. */
function wordsOr(words: (input: unknown) => string, input: unknown): string {
  try {
    return words(input);
  } catch (error) {
    return vscode.l10n.t("The call isn't valid: {0}", confirmedLabel(errorText(error), 300));
  }
}

/**
 * The editor would read a string as Markdown, in which a name could become a link, a heading, or a picture.
 */
const plainText = (text: string): vscode.MarkdownString => new vscode.MarkdownString().appendText(text);

const rowsIn = ({ rowsAsSent }: Answer): number => (Array.isArray(rowsAsSent) ? rowsAsSent.length : 0);
