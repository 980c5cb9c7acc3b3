import * as v from 'valibot';
import * as vscode from 'vscode';
import type { CheckOff } from '../shell/walkthroughSteps';
import { sandboxName, type Connection } from '../../request/connection';
import type { Dataset } from '../../market/datasets/dataset';
import { datasets, findDataset } from '../../market/datasets/datasets';
import { derivedQuery } from '../../market/query/enteredDays';
import { onDays, onOtherDay } from '../../market/query/otherDay';
import { firstDayOf } from '../../market/query/queryPeriod';
import { noPricesOfStatus } from '../../market/query/priceStatus';
import { readQuery, type Query } from '../../market/query/query';
import { queryParts } from '../../market/query/queryParts';
import { addDays } from '../../market/time/deliveryDay';
import { isWholeResponse } from '../../results/comparedResults';
import type { DeliveryDays } from '../../protocol/messages';
import { hasOwnConnection, refuse, whyNot } from '../../protocol/source';
import { isEmptyResponse, type Result, type ResultSummary, type Runner } from '../../results/result';
import { titleOf } from '../../results/resultNames';
import type { ResultStore } from '../../results/store/resultStore';
import { promptForParameters, promptForPart } from './parameterPrompts';
import { isDatasetNode, type DatasetNode } from '../shell/commandArguments';
import { commandIds } from '../shell/commands';
import { offerToAdd } from '../connections/addConnection';
import type { Connections } from '../connections/connections';
import { inputsFor, withoutSkipped, type Inputs } from './suggestions';
import type { ServiceAccess } from '../connections/serviceAccess';
import { pickDataset } from '../shell/pickDataset';
import type { Remembered } from '../shell/remembered';
import { plainLabel } from '../../text/plainLabel';
import { settings } from '../shell/settings';
import { showWarning } from '../shell/shownMessages';
import type { SignIn } from '../connections/signIn';
import { QueryRuns } from '../../engine/query/queryRuns';
import { errorText } from '../../text/errorText';

/**
 * Shows a result: in the tab of the result `inPlaceOf`, or with `mayReplace` in a tab that nobody has used.
 * Resolves when the tab has drawn something, or is closed.
 */
export type ShowResult = (
  result: Result,
  where?: { inPlaceOf?: string; mayReplace?: boolean },
) => Promise<void>;

/** Runs a query of a person over the connection of this name once its data is published. */
type RunWhenPublished = (query: Query, connection: string) => Promise<ResultSummary>;

/** A query, its connection, and the id of the result whose tab shows it. */
type AskedResult = Pick<Result, 'id' | 'query' | 'connection'> & Partial<Pick<Result, 'source'>>;

/** Who runs a query without prompts, and how its result is shown. */
export interface Sending {
  /** `null` if it runs on behalf of another action. */
  readonly by: Runner | null;
  readonly show: boolean;
  readonly mayReplace?: boolean;
  readonly signal?: AbortSignal;
  /** Called with the new result, before anything is sent. */
  readonly onBegun?: (result: Result) => void;
  /** Called with the connection before each request is sent; see `MarketRequest`. */
  readonly beforeSend?: (connection: Connection) => void;
}

/** A query without prompts. Its parameters are checked with the dataset. */
export const queryRequestShape = v.object({
  dataset: v.string(),
  parameters: v.optional(v.unknown()),
  connection: v.optional(v.string()),
  show: v.optional(v.boolean()),
});

/** Runs queries, in the same way for prompts, the tree, and headless calls. */
export class Queries {
  /** Runs queries without prompts and tabs, over a connection that is known. */
  readonly runs: QueryRuns;

  constructor(
    private readonly connections: Connections,
    private readonly signIn: SignIn,
    private readonly services: ServiceAccess,
    private readonly store: ResultStore,
    private readonly previousInputs: Remembered<Inputs>,
    private readonly show: ShowResult,
    private readonly tick: CheckOff,
    private readonly whenPublished: RunWhenPublished,
  ) {
    this.runs = new QueryRuns({
      store,
      client: () => services.marketClient(),
      settings: settings.ofRequest,
      onSignIn: ({ name }, end) => {
        if (name !== sandboxName && end !== 'failed') connections.setRefused(name, end === 'refused');
      },
    });
  }

  /** Prompts for a query, or only for the parameters of the dataset if one was clicked. */
  async promptFor(node?: DatasetNode): Promise<ResultSummary | undefined> {
    if (!(await this.hasConnection())) return undefined;
    return this.prompt(node && findDataset(node.datasetNode));
  }

  /** Whether there is a connection to query. If the selected one was removed, offers to select another. */
  private async hasConnection(): Promise<boolean> {
    try {
      this.connections.requireSelected();
      return true;
    } catch (error) {
      const select = vscode.l10n.t('Select Connection');
      const sample = vscode.l10n.t('Use Sample Service');
      const chosen = await showWarning(errorText(error), select, sample);
      if (chosen === sample) await this.connections.select(sandboxName);
      if (chosen === select) await vscode.commands.executeCommand(commandIds.select);
      return chosen === sample;
    }
  }

  /** A whole day of prices for two areas from the sample service, whichever connection is selected. */
  async showSamplePrices(): Promise<ResultSummary> {
    const inputs = { deliveryarea: 'NO1,DK1', startTime: 'today', endTime: 'today' };
    if (!this.previousInputs.of('dayahead-prices')) this.previousInputs.remember('dayahead-prices', inputs);
    return this.send(checked('dayahead-prices', inputs), sandboxName, {
      by: 'person',
      show: true,
      mayReplace: true,
    });
  }

  /** Runs the dataset's previous inputs without any prompt, or prompts if there are none. */
  async runAgain(argument: unknown): Promise<ResultSummary | undefined> {
    if (!(await this.hasConnection())) return undefined;
    const dataset = isDatasetNode(argument) ? findDataset(argument.datasetNode) : undefined;
    const { selected } = this.connections;
    const inputs = dataset && this.previousInputs.of(dataset.id);
    return dataset && inputs ? this.runInputs(dataset, inputs, selected) : this.prompt(dataset);
  }

  /**
   * The connection on which to run a result's query again: its own, or the selected one for a file. Throws an
   * `Error` ready to display if there is none, or if the query of the file is unknown.
   */
  connectionOf(result: Pick<AskedResult, 'connection' | 'source'>): string {
    if (hasOwnConnection(result)) return result.connection;
    refuse('runChanged', result.source);
    this.connections.requireSelected();
    return this.connections.selected;
  }

  /** Whether there is a connection to run a result's query on; see `connectionOf`. */
  hasConnectionOf(result: Pick<Result, 'source'>): boolean {
    if (hasOwnConnection(result)) return true;
    return whyNot('runChanged', result.source) === null && this.connections.missing === undefined;
  }

  /** Prompts with a result's inputs, as they were typed if they still mean the same. */
  async edit(result: AskedResult): Promise<void> {
    const { query } = result;
    const connection = this.connectionOf(result);
    const previous = this.previousInputs.of(query.dataset.id);
    const initial = inputsFor(query, previous, clockNow());
    await this.prompt(query.dataset, initial, connection, hasOwnConnection(result) ? result.id : undefined);
  }

  /**
   * Prompts for one part of a result's query, such as its currency, unless `inputsOf` has another way to get its
   * inputs, and runs the changed query in its tab.
   */
  async changePart(
    { id, query, connection }: AskedResult,
    name: string,
    inputsOf: typeof promptForPart = promptForPart,
  ): Promise<void> {
    const { dataset } = query;
    const part = queryParts(dataset).find((each) => each.name === name);
    if (!part) return;
    const clock = clockNow();
    const previous = inputsFor(query, this.previousInputs.of(dataset.id), clock);
    const changed = await inputsOf(part, { dataset, previous, clock });
    if (!changed) return;
    const inputs = { ...previous, ...changed };
    this.previousInputs.remember(dataset.id, inputs);
    await this.runInputs(dataset, inputs, connection, id);
  }

  /** Runs a result's query in its tab for the delivery day `days` later, or earlier if negative. */
  async onDayBeside(result: AskedResult, days: number): Promise<void> {
    const day = firstDayOf(result.query);
    if (day !== null) await this.repeat(result, onOtherDay(result.query, addDays(day, days)).parameters);
  }

  /** Runs a result's query in its tab for these delivery days, both included. */
  async onDays(result: AskedResult, { from, to }: DeliveryDays): Promise<void> {
    await this.repeat(result, onDays(result.query, from, to).parameters);
  }

  /**
   * Prompts for the inputs and runs the query. The `initial` inputs are suggested first; the tab of the
   * result `inPlaceOf` is reused.
   */
  async prompt(
    given?: Dataset,
    initial?: Inputs,
    connection = this.connections.selected,
    inPlaceOf?: string,
  ): Promise<ResultSummary | undefined> {
    this.store.prepare();
    // Loads the client and starts the sample service while the person enters the parameters.
    this.services.prepare(connection);
    const dataset = given ?? (await pickDataset());
    if (!dataset) return undefined;
    const previous = initial ?? this.previousInputs.of(dataset.id) ?? {};
    const isEdit = initial !== undefined;
    const inputs = await promptForParameters({ dataset, previous, clock: clockNow(), isEdit });
    if (!inputs) return undefined;
    this.previousInputs.remember(dataset.id, inputs);
    this.tick('hasReceived');
    return this.runInputs(dataset, inputs, connection, inPlaceOf);
  }

  /** Prompts for a query that runs once its data is published. */
  async promptToWait(node?: DatasetNode): Promise<ResultSummary | undefined> {
    if (!(await this.hasConnection())) return undefined;
    const { selected } = this.connections;
    const published = datasets.filter(({ publication }) => publication?.kind === 'dayBefore');
    const dataset = node ? findDataset(node.datasetNode) : await pickDataset(undefined, published);
    const previous = dataset && (this.previousInputs.of(dataset.id) ?? {});
    const query = previous && (await this.ask(dataset, previous));
    const connection = query && (await this.signedIn(selected));
    return connection && this.whenPublished(query, connection.name);
  }

  /** Prompts with the inputs of a query for another one of its dataset; `undefined` if the person canceled. */
  askOther(query: Query): Promise<Query | undefined> {
    const previous = this.previousInputs.of(query.dataset.id);
    return this.ask(query.dataset, inputsFor(query, previous, clockNow()));
  }

  private async ask(dataset: Dataset, previous: Inputs): Promise<Query | undefined> {
    const inputs = await promptForParameters({ dataset, previous, clock: clockNow() });
    if (!inputs) return undefined;
    this.previousInputs.remember(dataset.id, inputs);
    return checked(dataset.id, withoutSkipped(inputs));
  }

  private async runInputs(
    dataset: Dataset,
    inputs: Inputs,
    connectionName: string,
    inPlaceOf?: string,
  ): Promise<ResultSummary | undefined> {
    const query = checked(dataset.id, withoutSkipped(inputs));
    const connection = await this.signedIn(connectionName);
    if (!connection) return undefined;
    const where = inPlaceOf === undefined ? { mayReplace: true } : { inPlaceOf };
    return this.runs.run(query, connection, 'person', { begun: (result) => this.show(result, where) });
  }

  /**
   * The checked query of a request, and the name of its connection. Rejects with an `Error` ready to display if it
   * couldn't be sent without prompts.
   */
  async requested({
    dataset,
    parameters,
    connection,
  }: v.InferOutput<typeof queryRequestShape>): Promise<Pick<Result, 'query' | 'connection'>> {
    const query = checked(dataset, parameters);
    if (connection === undefined) this.connections.requireSelected();
    const { name } = await this.unprompted(connection ?? this.connections.selected);
    return { query, connection: name };
  }

  private async unprompted(name: string): Promise<Connection> {
    const connection = await this.connections.get(name);
    this.signIn.requireVerifiedCertificates(connection);
    return connection;
  }

  /** Runs a query without prompts. */
  async headless(
    { dataset, parameters, connection, show }: v.InferOutput<typeof queryRequestShape>,
    signal: AbortSignal,
  ): Promise<ResultSummary> {
    const query = checked(dataset, parameters);
    return this.send(query, connection, { by: 'command', show: show !== false, signal });
  }

  /**
   * Runs a checked query without any prompt, over the connection of this name or the selected one. A tab
   * shows the result from its start if `show`; with `mayReplace`, one that nobody has used. Aborting the
   * signal ends the query. Rejects with an `Error` ready to display if there is no such connection.
   */
  async send(
    query: Query,
    connectionName: string | undefined,
    { by, show, mayReplace = false, signal, onBegun, beforeSend }: Sending,
  ): Promise<ResultSummary> {
    if (connectionName === undefined) this.connections.requireSelected();
    this.store.prepare();
    const connection = await this.unprompted(connectionName ?? this.connections.selected);
    const begun = (result: Result) => {
      onBegun?.(result);
      return show ? this.show(result, { mayReplace }) : undefined;
    };
    const sent = beforeSend ? { beforeSend: () => beforeSend(connection) } : {};
    return this.runs.run(query, connection, by, { begun, signal }, sent);
  }

  /**
   * Signs in to the connection of this name, or the selected one, if it has no credentials yet, before a
   * person's queries are sent to it. Offers to add a connection that isn't in the settings. Resolves with
   * `false` if the person canceled the sign-in.
   */
  async ensureSignedIn(connectionName = this.connections.selected): Promise<boolean> {
    await offerToAdd(this.connections, connectionName, (name, known) => this.signIn.prompt(name, known));
    return this.signIn.ensure(await this.connections.get(connectionName));
  }

  /**
   * Runs the same query again, or one with other parameters, also of another `dataset`, in the panel of the first
   * result, or next to a file. Resolves with `undefined` if a sign-in is needed and the person cancels it.
   */
  async repeat(
    result: AskedResult,
    parameters?: Query['parameters'],
    dataset = result.query.dataset.id,
  ): Promise<ResultSummary | undefined> {
    const other = parameters && checked(dataset, parameters);
    const query = other
      ? derivedQuery({ ...result.query, dataset: other.dataset }, other.parameters)
      : result.query;
    const connection = await this.signedIn(this.connectionOf(result));
    if (!connection) return undefined;
    const where = hasOwnConnection(result) ? { inPlaceOf: result.id } : {};
    return this.runs.run(query, connection, 'person', { begun: (next) => this.show(next, where) });
  }

  /**
   * The complete result of a query that runs on behalf of another action, without a panel. Resolves with
   * `undefined` if a sign-in is needed and the person cancels it. Aborting the signal ends the request and
   * rejects with the signal's reason. Rejects with an `Error` ready to display if the response can't be used;
   * it is then not kept.
   */
  async answerTo(query: Query, connectionName: string, signal: AbortSignal): Promise<Result | undefined> {
    const connection = await this.signedIn(connectionName);
    return connection && this.runs.runOnBehalf(query, connection, signal, { check: requireWhole });
  }

  /** The connection of this name after a sign-in, if it needs one; `undefined` if the person cancels that. */
  async signedIn(connectionName: string): Promise<Connection | undefined> {
    this.store.prepare();
    const connection = await this.connections.get(connectionName);
    return (await this.signIn.ensure(connection)) ? connection : undefined;
  }
}

/** The current time, and the time zone in which local input is read. */
export const clockNow = () => ({ now: Date.now(), zone: settings.timeZone() });

/** Throws an `Error` that names every problem. */
function checked(dataset: string, parameters: unknown): Query {
  const read = readQuery(dataset, parameters, Date.now(), settings.timeZone());
  if ('query' in read) return read.query;
  throw new Error(read.problems.map(({ message }) => message).join(' '));
}

/**
 * Throws an `Error` ready to display if the result of a query on behalf of another action can't be used. The
 * message names the query, since the person didn't see it run.
 */
function requireWhole(result: Result): void {
  if (isWholeResponse(result)) return;
  const missing = isEmptyResponse(result) ? noPricesOfStatus(result.query) : null;
  if (missing !== null) throw new Error(missing);
  const name = plainLabel(titleOf(result, settings.timeZone()));
  throw new Error(
    result.table.rows > 0
      ? vscode.l10n.t(
          "The response for {0} is incomplete and can't be used. Try again, or choose another day or area.",
          name,
        )
      : vscode.l10n.t(
          "No data was received for {0}. Try another day or area, or run that query to see the service's response.",
          name,
        ),
  );
}
