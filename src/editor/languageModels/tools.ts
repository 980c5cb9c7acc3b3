import * as v from 'valibot';
import * as vscode from 'vscode';
import { answerText, quotedWords, type Described } from '../../languageModels/answer';
import { describedDatasets } from '../../languageModels/datasetDescriptions';
import { describedPeriod, readPeriod } from '../../languageModels/periodDescription';
import type { ToolName } from '../../languageModels/toolNames';
import { mostSampled } from '../../protocol/exportOrder';
import type { Dataset } from '../../market/datasets/dataset';
import { datasets, findDataset } from '../../market/datasets/datasets';
import { likelyReasons } from '../../market/integrity/likelyReasons';
import { periodOf } from '../../market/query/queryPeriod';
import { readQuery, type Query } from '../../market/query/query';
import { describePeriod } from '../../market/time/timeInput';
import { timeZoneName } from '../../market/time/zones';
import { sandboxName } from '../../request/connection';
import { isEmptyResponse, requestedEpochMs } from '../../results/result';
import type { ResultStore } from '../../results/store/resultStore';
import { errorText } from '../../text/errorText';
import { formatCounted } from '../../text/l10n';
import type { Comparisons } from '../compare/comparisons';
import type { Connections } from '../connections/connections';
import type { exportCommands } from '../export/exportCommands';
import type { Queries } from '../query/queries';
import { readArgument } from '../shell/commandArguments';
import { confirmedLabel } from '../../text/plainLabel';
import { settings } from '../shell/settings';
import { withSignal } from '../shell/withSignal';
import { ServiceFailure } from '../../service/failure';
import { ConfirmedQueries, isSameConnection, type ConfirmedQuery } from './confirmedQueries';
import { isMadeUp, refuseMixture } from './figureRules';
import { RequestLimit } from './requestLimit';
import {
  describedColumns,
  describedFacts,
  mostColumns,
  describedParameters,
  describedQuery,
} from './resultDescription';
import type { AgentTools } from './toolRegistration';

/** The parts of the workbench that the tools use. */
export interface AgentWork {
  readonly store: ResultStore;
  readonly queries: Pick<Queries, 'send'>;
  readonly comparisons: Pick<Comparisons, 'compareResults'>;
  readonly createFixture: ReturnType<typeof exportCommands>['createFixture'];
}

/** What the tools are built from. */
export interface AgentAccess {
  readonly connections: Pick<Connections, 'selected' | 'requireSelected' | 'configured' | 'state'>;
  readonly log: Pick<vscode.LogOutputChannel, 'info'>;
  readonly work: () => Promise<AgentWork>;
}

const word = v.pipe(v.string(), v.maxLength(2000));

/** The input of each tool: outside data. A test compares the shapes with the schemas in the manifest. */
export const inputShapes = {
  market_data_datasets: v.strictObject({}),
  market_data_period: v.strictObject({
    text: word,
    dataset: v.exactOptional(word),
    timeZone: v.exactOptional(word),
  }),
  market_data_query: v.strictObject({
    dataset: word,
    parameters: v.exactOptional(v.record(v.string(), v.string())),
    connection: v.exactOptional(word),
    show: v.exactOptional(v.boolean()),
  }),
  market_data_describe: v.strictObject({
    result: word,
    columns: v.exactOptional(v.pipe(v.array(word), v.maxLength(mostColumns))),
  }),
  market_data_compare: v.strictObject({ first: word, second: word }),
  market_data_why_empty: v.strictObject({ result: word }),
  market_data_save_fixture: v.strictObject({
    result: word,
    target: word,
    records: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostSampled)),
    seed: v.pipe(v.number(), v.safeInteger()),
  }),
};

type InputOf<Name extends ToolName> = v.InferOutput<(typeof inputShapes)[Name]>;
type Answer = Readonly<Record<string, Described>>;
type Answers = {
  readonly [Name in ToolName]: (input: InputOf<Name>, signal: AbortSignal) => Answer | Promise<Answer>;
};

/** The tools for language models, loaded by the first call. Each is a thin layer over the commands. */
export function openAgentTools({ connections, log, work }: AgentAccess): AgentTools {
  const budget = new RequestLimit(
    settings.agentRequests,
    (name) => name === sandboxName,
    () => new ServiceFailure('cancelled', allRequestsUsed()),
  );
  const confirmed = new ConfirmedQueries();

  /** What the input means now. Throws an `Error` that lists every problem. */
  function askedBy({ dataset, parameters, connection }: InputOf<'market_data_query'>): ConfirmedQuery {
    const connectionName = connection ?? connections.selected;
    return {
      query: checkedQuery(dataset, parameters),
      connectionName,
      connection: connections.configured().find(({ name }) => name === connectionName),
    };
  }

  async function query(input: InputOf<'market_data_query'>, signal: AbortSignal): Promise<Answer> {
    const asked = askedBy(input);
    const name = asked.connectionName;
    confirmed.take(JSON.stringify(input), asked);
    if (input.connection === undefined) connections.requireSelected();
    if (name !== sandboxName && !asked.connection) {
      const names = [sandboxName, ...connections.configured().map((each) => quotedWords(each.name, 80))];
      throw new Error(
        vscode.l10n.t(
          'Connection "{0}" not found. Available connections: {1}.',
          quotedWords(name, 80),
          names.join(', '),
        ),
      );
    }
    const state = await connections.state(name);
    if (state !== 'sample' && state !== 'signedIn') {
      return {
        problem: vscode.l10n.t(
          'There is no valid sign-in for this connection. The user can run the "Market Data: Sign In" command; language models can\'t sign in.',
        ),
        connectionAsNamed: quotedWords(name, 80),
      };
    }
    const { store, queries } = await work();
    const { id } = await budget.spend(name, signal, (count) =>
      queries.send(asked.query, name, {
        by: 'agent',
        show: input.show !== false,
        mayReplace: true,
        signal,
        beforeSend: (connection) => {
          if (!isSameConnection(asked, connection)) {
            throw new ServiceFailure('cancelled', vscode.l10n.t('The connection has changed.'));
          }
          count();
        },
      }),
    );
    const result = store.get(id);
    return {
      ...(await describedQuery(
        store,
        result,
        { zone: settings.timeZone(), agentRows: settings.agentRows() },
        signal,
      )),
      requestsLeft: name === sandboxName ? null : budget.left,
    };
  }

  const answers: Answers = {
    market_data_datasets: () => describedDatasets(datasets),
    market_data_period: ({ text, dataset: id, timeZone: given = settings.timeZone() }) => {
      const dataset = id === undefined ? undefined : datasetNamed(id);
      const timeZone = timeZoneName(given);
      if (timeZone === undefined) {
        throw new Error(vscode.l10n.t('"{0}" isn\'t a time zone.', quotedWords(given, 80)));
      }
      const now = Date.now();
      const { period, zone } = readPeriod(text, dataset, timeZone, now);
      return describedPeriod(period, dataset, zone, now);
    },
    market_data_query: query,
    market_data_describe: async ({ result: id, columns }, signal) => {
      const { store } = await work();
      const result = store.get(id);
      const { table } = result;
      const keys = columns ?? table.columns.map(({ key }) => key);
      const unknown = keys.find((key) => !table.columns.some((column) => column.key === key));
      if (unknown !== undefined) {
        throw new Error(vscode.l10n.t('The response has no column "{0}".', quotedWords(unknown, 80)));
      }
      const told = table.columns.filter(({ key }) => keys.includes(key)).slice(0, mostColumns);
      return {
        ...describedFacts(result),
        columns: await describedColumns(store, result, told, signal),
      };
    },
    market_data_compare: async ({ first, second }, signal) => {
      const { store, comparisons } = await work();
      const [base, other] = [store.get(first), store.get(second)];
      refuseMixture(base, other);
      const summary = await comparisons.compareResults(base, other, false, signal);
      const result = store.get(summary.id);
      const summarized = result.source.kind === 'comparison' ? result.source.summary : null;
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
    },
    market_data_why_empty: async ({ result: id }) => {
      const { store } = await work();
      const result = store.get(id);
      const isEmpty = isEmptyResponse(result);
      const zone = settings.timeZone();
      const reasons =
        isEmpty && result.source.kind !== 'file' && result.source.kind !== 'comparison'
          ? likelyReasons(result.query, requestedEpochMs(result), zone, store.areasWithData(result))
          : [];
      const period = periodOf(result.query);
      return {
        ...describedFacts(result),
        isEmpty,
        ...(period && period.end > period.start
          ? { period: describedPeriod(period, result.query.dataset, zone, requestedEpochMs(result)) }
          : {}),
        likelyReasons: reasons.map(({ text, instead }) => ({
          text,
          queriesThatTell: instead.map((query) => ({ ...query })),
        })),
      };
    },
    market_data_save_fixture: async ({ result: id, target, records, seed }) => {
      const { store, createFixture } = await work();
      const values = isMadeUp(store.get(id)) ? ('asSent' as const) : { seed };
      const written = await createFixture({ result: id, target, records, values, types: ['typescript'] });
      return {
        files: written.files.map((uri) => vscode.workspace.asRelativePath(vscode.Uri.parse(uri))),
        values,
      };
    },
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
      `A language model called ${name}: ${text.length} characters, ${'problem' in told ? 'a problem' : 'an answer'}, ${rowsIn(told)} rows, ${budget.left} requests left.`,
    );
    return text;
  }

  function prepare(name: ToolName, input: unknown): vscode.PreparedToolInvocation {
    const invocationMessage = vscode.l10n.t('Working with market data');
    const confirmation = confirmationOf(name);
    if (!confirmation) return { invocationMessage };
    const { title, words } = confirmation;
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
        words: (input) => {
          const read = readArgument(name, inputShapes[name], input);
          const asked = askedBy(read);
          confirmed.note(JSON.stringify(read), asked);
          return queryWords(asked);
        },
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

/** Throws an `Error` that lists the available datasets. */
function datasetNamed(id: string): Dataset {
  const dataset = findDataset(id);
  if (dataset) return dataset;
  const available = datasets.map((each) => each.id).join(', ');
  throw new Error(
    vscode.l10n.t('Dataset "{0}" not found. Available datasets: {1}.', quotedWords(id, 80), available),
  );
}

/** Throws an `Error` that lists every problem and the parameters of the dataset. */
function checkedQuery(id: string, parameters: unknown): Query {
  const dataset = datasetNamed(id);
  const read = readQuery(id, parameters, Date.now(), settings.timeZone());
  if ('query' in read) return read.query;
  const names = dataset.parameters.map(({ name }) => name).join(', ');
  const available = vscode.l10n.t('Parameters of {0}: {1}.', id, names);
  throw new Error([...read.problems.map(({ message }) => message), available].join(' '));
}

const allRequestsUsed = () =>
  vscode.l10n.t(
    'Language models have used all requests allowed for this window. The user can allow more with the {0} setting.',
    'marketData.agentRequests',
  );

/** The query and its connection in the market's terms. */
function queryWords({ query, connectionName }: ConfirmedQuery): string {
  const period = periodOf(query);
  const parameters = Object.entries(query.parameters).map(
    ([name, value]) => `${name}: ${confirmedLabel(value, 300)}`,
  );
  const lines = [
    vscode.l10n.t('{0} from connection {1}', query.dataset.title(), confirmedLabel(connectionName, 80)),
    ...parameters,
    ...(period ? [describePeriod(period, query.dataset.quarterHoursFrom)] : []),
  ];
  return lines.join('\n\n');
}
