import * as v from 'valibot';
import * as vscode from 'vscode';
import { findDataset } from '#src/market/datasets/datasets';
import { withQuery, type NewQuery } from '#src/queryFiles/edit/edits';
import { readQueryFile } from '#src/queryFiles/read/readQueryFile';
import type { Result } from '#src/results/result';
import type { ResultStore } from '#src/results/store/resultStore';
import { hasOwnConnection, isNew, refuse } from '#src/protocol/source';
import type { Connections } from '../../connections/connections';
import type { QueryHistory } from '../../history/queryHistory';
import { refuseUntrusted } from '../../export/exportTarget';
import {
  command,
  isDatasetNode,
  isHistoryNode,
  type DatasetNode,
  type HistoryNode,
} from '../../shell/commandArguments';
import { settings } from '../../shell/settings';
import { changeFile, newestText } from '../changeFile';
import { queryFileUri } from '../queryFileUri';
import { promptForPlace } from './savedQueryPrompts';

/** Where a result's query is saved without prompts. */
const saveShape = v.object({
  result: v.string(),
  file: v.unknown(),
  name: v.string(),
  overwrite: v.optional(v.boolean()),
});

/** The source of a query to save: a result or a history entry. */
type Savable = Pick<Result, 'query' | 'connection'> & Partial<Pick<Result, 'source'>>;

/** Saves the queries of results in query files. */
export class SavedQueries {
  constructor(
    private readonly store: ResultStore,
    private readonly connections: Connections,
    private readonly history: Pick<QueryHistory, 'queryOf'>,
    /** The active result, or the one that the person selects. */
    private readonly choose: () => Promise<Result | undefined>,
  ) {}

  /**
   * `marketData.queries.save`. Resolves with the file's Uri, or `undefined` if the person canceled. Rejects
   * with an `Error` ready to display.
   */
  readonly run = command(saveShape, {
    prompt: async (clicked) => {
      const savable = await this.savableOf(clicked);
      return savable && this.prompt(savable);
    },
    isClicked: (argument: unknown): argument is DatasetNode | HistoryNode =>
      isDatasetNode(argument) || isHistoryNode(argument),
    run: async ({ result, file, name, overwrite }) => {
      refuseUntrusted();
      const uri = await queryFileUri(file);
      await save(this.store.get(result), uri, name, overwrite === true);
      return uri.toString();
    },
  });

  private async savableOf(clicked: DatasetNode | HistoryNode | undefined): Promise<Savable | undefined> {
    if (isDatasetNode(clicked)) return this.newestOf(clicked.datasetNode);
    return clicked ? this.history.queryOf(clicked.historyNode) : this.choose();
  }

  /** Prompts for the file and the name, saves the query, and opens the file there. Resolves as `run` does. */
  async prompt(result: Savable): Promise<string | undefined> {
    refuseUntrusted();
    refuse('saveQuery', result.source);
    const place = await promptForPlace(result.query);
    if (!place) return undefined;
    const uri = await queryFileUri(place.uri);
    await save(result, uri, place.name, false);
    await openAt(uri, place.name);
    return uri.toString();
  }

  /** Throws an `Error` ready to display if there is none. */
  private newestOf(datasetNode: string): Result {
    const { selected } = this.connections;
    const dataset = findDataset(datasetNode);
    const newest = this.store.offered
      .filter((result) => {
        const { query, connection, source } = result;
        return query.dataset === dataset && connection === selected && isNew(source);
      })
      .at(-1);
    if (newest) return newest;
    throw new Error(vscode.l10n.t('This result is no longer in memory. Run the query again.'));
  }
}

async function save(result: Savable, uri: vscode.Uri, name: string, overwrite: boolean): Promise<void> {
  refuse('saveQuery', result.source);
  const saving = { overwrite, timeZone: settings.timeZone(), now: Date.now() };
  await changeFile(uri, (text) => withQuery(text, name, newQueryOf(result, text), saving));
}

/**
 * The result's query. It names its connection only if the file names a different one, which would apply
 * otherwise.
 */
function newQueryOf(result: Savable, text: string | undefined): NewQuery {
  const { query, connection } = result;
  const ofFile = text === undefined ? undefined : readQueryFile(text).connection;
  const isOther = ofFile !== undefined && ofFile !== connection && hasOwnConnection(result);
  return { query, ...(isOther ? { connection } : {}) };
}

/** Opens the file with the query's name selected. */
async function openAt(uri: vscode.Uri, name: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const text = (await newestText(uri)) ?? '';
  const query = readQueryFile(text).queries.find((each) => each.name === name);
  const [start, end] = [query?.nameSpan.start ?? 0, query?.nameSpan.end ?? 0];
  const selection = new vscode.Range(document.positionAt(start), document.positionAt(end));
  await vscode.window.showTextDocument(document, { selection, preview: false });
}
