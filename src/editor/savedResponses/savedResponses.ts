import { createHash } from 'node:crypto';
import * as v from 'valibot';
import * as vscode from 'vscode';
import type { Dataset } from '../../market/datasets/dataset';
import { requireDataset } from '../../market/datasets/datasets';
import { fittingDatasets, isWithoutArray } from '../../market/datasets/fittingDatasets';
import { furtherRecordsIn } from '../../market/integrity/findings';
import type { Query } from '../../market/query/query';
import { fileConnection, sandboxName } from '../../request/connection';
import type { Outcome } from '../../request/outcome';
import { datasetOfProvenance, queryOfProvenance } from '../../request/provenance';
import { valueAtHead } from '../../table/body/bodyHead';
import type { OpenedFile } from '../../protocol/openedFile';
import { fileOf } from '../../protocol/source';
import { outcomeOf, summaryOf, type Result, type ResultSummary } from '../../results/result';
import type { ResultStore } from '../../results/store/resultStore';
import { oneLine } from '../../text/plainText';
import { targetInWorkspace } from '../export/exportTarget';
import { carryOut, readingOutcome, type CarriedOut } from '../../engine/query/carryOut';
import { readAfterDrawing } from '../../engine/query/readAfterDrawing';
import type { ShowResult } from '../query/queries';
import { pickDataset } from '../shell/pickDataset';
import { dayOfResponse } from '../../range/folderFiles';
import { plainLabel } from '../../text/plainLabel';
import { fileToRead, type FileToRead } from './fileToRead';

/** A file to open without prompts. Its dataset is named if several fit. */
export const savedResponseShape = v.object({
  file: v.optional(v.unknown()),
  dataset: v.optional(v.string()),
  show: v.optional(v.boolean()),
});

/** How a file is opened, and for whom. */
interface Opening extends CarriedOut {
  /** The dataset that the caller named. */
  readonly dataset?: Dataset | undefined;
  /** Chooses a dataset if several fit; `undefined` if the person canceled. */
  readonly choose: (fitting: readonly Dataset[], name: string) => Promise<Dataset | undefined>;
  readonly onBehalf?: boolean;
}

/** Reads saved responses and fixtures as results. Rejects with an `Error` ready to display. */
export class SavedResponses {
  constructor(
    private readonly store: ResultStore,
    private readonly show: ShowResult,
  ) {}

  /** Opens a file without prompts. */
  async headless(
    { file, dataset, show }: v.InferOutput<typeof savedResponseShape>,
    signal: AbortSignal,
  ): Promise<ResultSummary | undefined> {
    const known = dataset === undefined ? undefined : requireDataset(dataset);
    return this.open(await targetInWorkspace(file, 'file'), {
      dataset: known,
      choose: (fitting, name) => Promise.reject(ambiguous(fitting, name)),
      begun: (begun) => (show === false ? undefined : this.show(begun)),
      signal,
    });
  }

  /** Opens the file that the person selects. */
  async prompt(): Promise<ResultSummary | undefined> {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const chosen = await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Open Saved Response'),
      filters: { [vscode.l10n.t('Saved Responses')]: ['json', 'gz'] },
      ...(folder ? { defaultUri: folder.uri } : {}),
    });
    return chosen?.[0] && this.openForPerson(chosen[0]);
  }

  /** Opens a file for a person. One that is already open is read again in its tab. */
  async openForPerson(uri: vscode.Uri): Promise<ResultSummary | undefined> {
    const before = this.store.offered.filter((result) => fileOf(result)?.uri === uri.toString()).at(-1);
    const where = { ...(before && { inPlaceOf: before.id }), mayReplace: true };
    return this.open(uri, { choose: pickFitting, begun: (begun) => this.show(begun, where) });
  }

  /** Reads the file of a result again, in its tab. */
  async openAgain(before: Pick<Result, 'id' | 'query' | 'source'>): Promise<ResultSummary | undefined> {
    const file = fileOf(before);
    if (!file) return undefined;
    return this.open(vscode.Uri.parse(file.uri, true), {
      dataset: before.query.dataset,
      choose: pickFitting,
      begun: (begun) => this.show(begun, { inPlaceOf: before.id }),
    });
  }

  /**
   * Reads a file again on behalf of another action, without a tab. Aborting the signal rejects with its
   * reason.
   */
  async read({ uri }: OpenedFile, dataset: Dataset, signal: AbortSignal): Promise<Result> {
    const read = await this.open(vscode.Uri.parse(uri, true), {
      dataset,
      choose: () => Promise.resolve(dataset),
      begun: () => undefined,
      signal,
      onBehalf: true,
    });
    if (signal.aborted && read) this.store.forget(read.id);
    signal.throwIfAborted();
    return this.store.get(read?.id ?? '');
  }

  private async open(uri: vscode.Uri, opening: Opening): Promise<ResultSummary | undefined> {
    this.store.prepare();
    refuseOtherFormats(uri);
    const found = await fileToRead(uri);
    const body = valueAtHead(found.head);
    const dataset = await datasetOf(found, body, opening);
    if (!dataset) return undefined;
    const query = queryOf(found, dataset);
    const isSingle = isWithoutArray(body, dataset.record);
    const file = { ...openedFile(found, query !== null), ...(isSingle ? { isSingle } : {}) };
    const asked = query ?? { dataset, parameters: {} };
    const result = this.store.beginOpened(asked, fileConnection, file, found.size, opening.onBehalf);
    await carryOut(this.store, result, opening, async (drawn) => {
      const outcome = await this.receive(result, found, drawn);
      const message = outcome.kind === 'success' ? notesOn(result) : '';
      return message === '' ? outcome : { ...outcome, message };
    });
    return summaryOf(result);
  }

  private receive(result: Result, found: FileToRead, drawn: Promise<void>): Promise<Outcome> {
    const status = found.provenance?.status;
    return readingOutcome(result, async () => {
      const body = readAfterDrawing(this.readChecked(result, found), drawn, result.controller.signal);
      const verdict = await this.store.receive(result, body, found.encoding);
      // The service's own way of saying that there is no data leaves nothing to save.
      return found.size === 0 && status === 204 ? { kind: 'noData' } : outcomeOf(verdict, lineOf, status);
    });
  }

  /** The bytes of a file. Once they are read to their end, notes whether they aren't those that were saved. */
  private async *readChecked(result: Result, found: FileToRead): AsyncGenerator<Uint8Array> {
    const { signal } = result.controller;
    const { sha256 } = found.provenance ?? {};
    const hash = typeof sha256 === 'string' ? createHash('sha256') : undefined;
    for await (const chunk of found.bytes()) {
      if (signal.aborted) throw signal.reason;
      hash?.update(chunk);
      yield chunk;
    }
    // A body that is hopeless isn't read to its end; its size may have grown meanwhile.
    const source = fileOf(result);
    if (source && hash && hash.digest('hex') !== sha256?.toLowerCase()) {
      this.store.change(result, { source: { ...source, isChanged: true } });
    }
  }
}

const isJson = ({ path }: vscode.Uri): boolean => /\.json(\.gz)?$/i.test(path);

/** Throws an `Error` ready to display if the name isn't that of a JSON response. */
function refuseOtherFormats(uri: vscode.Uri): void {
  if (isJson(uri)) return;
  throw new Error(
    vscode.l10n.t(
      "{0} can't be opened here because only .json and .json.gz files contain responses: Data Wrangler, DuckDB, and pandas open exported tables.",
      plainLabel(uri.path.split('/').at(-1) ?? ''),
    ),
  );
}

/** The service's words in a file, as long as they can be shown. */
const lineOf = (words: string): string | undefined => oneLine(words, 300) || undefined;

/** What a person should know about how a file was read, as sentences; empty if there is nothing unusual. */
function notesOn(result: Result): string {
  const { charset } = result.table;
  const notes = [
    fileOf(result)?.isSingle &&
      vscode.l10n.t('The file contains a single record instead of an array of records.'),
    charset && vscode.l10n.t('The text was read as {0} and converted to UTF-8.', charset),
  ];
  return notes.filter(Boolean).join(' ');
}

/**
 * The dataset that the caller named, otherwise the one of the file's provenance, otherwise by its first
 * records; `undefined` if the person was asked and canceled.
 */
async function datasetOf(
  { name, head, provenance }: FileToRead,
  body: unknown,
  { dataset, choose }: Pick<Opening, 'dataset' | 'choose'>,
): Promise<Dataset | undefined> {
  const known = dataset ?? (provenance && datasetOfProvenance(provenance));
  if (known) return known;
  const fitting = fittingDatasets(body);
  if (fitting.length === 0) {
    throw new Error(
      head.length === 0
        ? vscode.l10n.t('{0} is empty.', name)
        : vscode.l10n.t("{0} doesn't look like a response from any of the datasets.", name),
    );
  }
  return fitting.length === 1 ? fitting[0] : choose(fitting, name);
}

/** The query that the file is the response to; `null` if its provenance doesn't contain it. */
function queryOf({ provenance, changedEpochMs }: FileToRead, dataset: Dataset): Query | null {
  const query = provenance && queryOfProvenance(provenance, changedEpochMs);
  return query?.dataset.id === dataset.id ? query : null;
}

function openedFile({ uri, name, provenance, changedEpochMs }: FileToRead, hasQuery: boolean): OpenedFile {
  const { requestedAt, rows, of, connection, path, status, synthetic, seed, generator } = provenance ?? {};
  const furtherRecords = furtherRecordsIn(provenance?.integrity ?? []);
  const requested = Date.parse(requestedAt ?? '');
  const isChosen = typeof rows === 'number' && typeof of === 'number' && rows < of;
  return {
    kind: 'file',
    uri: uri.toString(),
    // The hash in the name of a range's response tells a person nothing.
    name: dayOfResponse(name) ? name.replace(/\.[0-9a-f]{12}\./, '.') : name,
    path: vscode.workspace.asRelativePath(uri),
    hasQuery,
    savedEpochMs: Number.isNaN(requested) ? changedEpochMs : requested,
    isRequestTime: !Number.isNaN(requested),
    requestedPath: path ? plainLabel(path.split('?')[0] ?? '') : null,
    status: status ?? null,
    chosenFrom: isChosen ? of : null,
    savedFrom: connection ? plainLabel(connection, 100) : null,
    madeUp: synthetic ? 'synthetic' : connection === sandboxName ? 'sample' : null,
    seed: seed ?? null,
    generator: generator ? plainLabel(generator, 100) : null,
    ...(furtherRecords > 0 && { furtherRecords }),
    isChanged: false,
  };
}

const ambiguous = (fitting: readonly Dataset[], name: string) =>
  new Error(
    vscode.l10n.t(
      '{0} could be a response from any of these datasets: {1}. Specify one with {2}.',
      name,
      fitting.map(({ id }) => id).join(', '),
      'dataset',
    ),
  );

const pickFitting = (fitting: readonly Dataset[], name: string): Promise<Dataset | undefined> =>
  pickDataset(vscode.l10n.t('Select the dataset of {0}', name), fitting);
