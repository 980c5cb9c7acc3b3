import * as vscode from 'vscode';
import { quotedWords, type ToolResponse } from '../../languageModels/toolResponse';
import { datasets, findDataset } from '../../market/datasets/datasets';
import { periodOf } from '../../market/query/queryPeriod';
import { readQuery, type Query } from '../../market/query/query';
import { describePeriod } from '../../market/time/periodText';
import { sandboxName, type Connection } from '../../request/connection';
import { ServiceFailure } from '../../service/failure';
import { confirmedLabel } from '../../text/plainLabel';
import { settings } from '../shell/settings';
import { ConfirmedQueries, isSameConnection, type ConfirmedQuery } from './confirmedQueries';
import { RequestLimit } from './requestLimit';
import { describedResult, firstRows } from './resultDescription';
import type { InputOf, ToolAccess } from './toolInputs';

/** The queries that language models send, within what the person has confirmed and allowed. */
export function toolQueries({ connections, work }: ToolAccess) {
  const budget = new RequestLimit(settings.agentRequests);
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

  async function query(input: InputOf<'market_data_query'>, signal: AbortSignal): Promise<ToolResponse> {
    const asked = askedBy(input);
    const name = asked.connectionName;
    confirmed.take(JSON.stringify(input), asked);
    if (input.connection === undefined) connections.requireSelected();
    if (name !== sandboxName && !asked.connection) {
      throw new Error(unknownConnection(name, connections.configured()));
    }
    const state = await connections.state(name);
    if (state !== 'sample' && state !== 'signedIn') {
      return {
        problem: vscode.l10n.t(
          'There is no valid sign-in for this connection. The user can sign in with the "Market Data: Select Connection" command; language models can\'t sign in.',
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
      ...(await describedResult(store, result, undefined, signal)),
      ...(await firstRows(store, result, signal)),
      requestsLeft: name === sandboxName ? null : budget.left,
    };
  }

  return {
    query,
    /** Describes what is confirmed, and remembers it. */
    confirmation: (input: InputOf<'market_data_query'>): string => {
      const asked = askedBy(input);
      confirmed.note(JSON.stringify(input), asked);
      return queryWords(asked);
    },
    requestsLeft: () => budget.left,
  };
}

function unknownConnection(name: string, configured: readonly Connection[]): string {
  const names = [sandboxName, ...configured.map((each) => quotedWords(each.name, 80))];
  return vscode.l10n.t(
    'Connection "{0}" not found. Available connections: {1}.',
    quotedWords(name, 80),
    names.join(', '),
  );
}

/** Throws an `Error` that lists the available datasets, or every problem and the parameters of the dataset. */
function checkedQuery(id: string, parameters: unknown): Query {
  const dataset = findDataset(id);
  if (!dataset) {
    const available = datasets.map((each) => each.id).join(', ');
    throw new Error(
      vscode.l10n.t('Dataset "{0}" not found. Available datasets: {1}.', quotedWords(id, 80), available),
    );
  }
  const read = readQuery(id, parameters, Date.now(), settings.timeZone());
  if ('query' in read) return read.query;
  const names = dataset.parameters.map(({ name }) => name).join(', ');
  const available = vscode.l10n.t('Parameters of {0}: {1}.', id, names);
  throw new Error([...read.problems.map(({ message }) => message), available].join(' '));
}

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
