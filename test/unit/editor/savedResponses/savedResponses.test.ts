import { createHash } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { Uri } from 'vscode';
import { SavedResponses } from '#src/editor/savedResponses/savedResponses';
import { datasets, findDataset } from '#src/market/datasets/datasets';
import type { Outcome } from '#src/request/outcome';
import type { OpenedFile } from '#src/protocol/openedFile';
import { newResult, type Result } from '#src/results/result';
import type { ResultStore } from '#src/results/store/resultStore';
import { doubleOf } from '../../doubleOf';
import { encoded } from '../../encodedText';
import { openedFile } from '../../results/openedFiles';
import { editor } from '../fakeVscode/editor';

vi.mock('#src/editor/export/exportTarget', () => ({
  targetInWorkspace: (uri: unknown) => Promise.resolve(uri),
}));

const body = '[{"type":"price"}]';

/** How the files that were opened ended, in order. */
const ends: Outcome[] = [];

/**
 * Opens a saved response with its provenance; `meanwhile` runs when the file was found and is about to be
 * read.
 */
async function opened(
  provenance: object,
  meanwhile: (path: string) => void = () => undefined,
  isHopeless = false,
): Promise<OpenedFile | null> {
  const path = join(mkdtempSync(join(tmpdir(), 'saved-')), 'prices.json');
  writeFileSync(path, body);
  const sha256 = createHash('sha256').update(body).digest('hex');
  writeFileSync(`${path}.provenance.json`, JSON.stringify({ version: 1, sha256, ...provenance }));
  const dataset = findDataset('dayahead-prices')!;
  let result: Result = newResult('one', { dataset, parameters: {} }, 'file', '');
  const store = doubleOf<ResultStore>({
    prepare: () => undefined,
    beginOpened: (_query, _connection, source) => {
      meanwhile(path);
      return (result = { ...result, source });
    },
    receive: async (_result, read) => {
      for await (const chunk of read) {
        result.wireBytes += chunk.length;
        if (isHopeless) break;
      }
      return { kind: 'records' };
    },
    change: (_result, change) => Object.assign(result, change),
    end: (_result, outcome) => ends.push(outcome),
    get: () => result,
  });
  const files = new SavedResponses(store, () => Promise.resolve());
  const { signal } = new AbortController();
  await files.read(openedFile({ uri: Uri.file(path).toString() }), dataset, signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  return result.source.kind === 'file' ? result.source : null;
}

it('a file for which the editor opens no tab leaves no result that would load forever', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'saved-')), 'prices.json');
  writeFileSync(path, body);
  const forgotten: string[] = [];
  const store = doubleOf<ResultStore>({
    prepare: () => undefined,
    offered: [],
    beginOpened: (query) => newResult('one', query, 'file', ''),
    forget: (id) => forgotten.push(id),
  });
  const noTab = () => {
    throw new Error('no such file: style.css');
  };
  const files = new SavedResponses(store, noTab);
  const query = { dataset: findDataset('dayahead-prices')!, parameters: {} };
  const again = { id: 'before', query, source: openedFile({ uri: Uri.file(path).toString() }) };
  await expect(files.openAgain(again)).rejects.toThrow('style.css');
  expect(forgotten).toEqual(['one']);
});

/** Opens a file without provenance, as a command does. */
async function openedWith(
  text: string | Uint8Array,
  more: { dataset?: string; charset?: 'UTF-16'; name?: string } = {},
) {
  const { charset, name = 'response.json', ...argument } = more;
  const path = join(mkdtempSync(join(tmpdir(), 'saved-')), name);
  writeFileSync(path, text);
  let result: Result | undefined;
  const store = doubleOf<ResultStore>({
    prepare: () => undefined,
    beginOpened: (query, _connection, source) =>
      (result = { ...newResult('one', query, 'file', ''), source }),
    receive: (received) => {
      received.table = { ...received.table, ...(charset ? { charset } : {}) };
      return Promise.resolve({ kind: 'records' });
    },
    end: (ended, outcome) => (ended.progress = { kind: 'ended', outcome }),
  });
  const files = new SavedResponses(store, () => Promise.resolve());
  const summary = await files.headless(
    { file: Uri.file(path), show: false, ...argument },
    new AbortController().signal,
  );
  const isSingle = result?.source.kind === 'file' ? result.source.isSingle : undefined;
  return { dataset: summary?.dataset, message: summary?.message, isSingle };
}

const series = { type: 'Price', unit: 'EUR/MWh', category: 'dayAhead', values: [{ value: 1 }] };
const order = { id: '1', side: 'BUY', state: 'ACTI' };

it('a response that only one dataset fits opens without a question', async () => {
  expect((await openedWith(JSON.stringify([order]))).dataset).toBe('intraday-orders');
});

it('a command is rejected with the datasets that fit, and opens the one that it names', async () => {
  const prices = JSON.stringify([series]);
  const ids = datasets.filter(({ record }) => record === 'timeSeries').map(({ id }) => id);
  await expect(openedWith(prices)).rejects.toThrow(
    `response.json could be a response from any of these datasets: ${ids.join(', ')}. Specify one with dataset.`,
  );
  const named = await openedWith(prices, { dataset: 'dayahead-prices-alternate' });
  expect(named).toEqual({ dataset: 'dayahead-prices-alternate', message: undefined, isSingle: undefined });
});

it('a person is asked which of the datasets that fit it is', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'saved-')), 'response.json');
  writeFileSync(path, JSON.stringify([series]));
  const store = doubleOf<ResultStore>({ prepare: () => undefined, offered: [] });
  const files = new SavedResponses(store, () => Promise.resolve());
  expect(await files.openForPerson(Uri.file(path))).toBeUndefined();
  const fitting = datasets.filter(({ record }) => record === 'timeSeries');
  const labels = editor.menus.at(-1)?.map(({ label }) => label);
  expect(labels?.slice(0, fitting.length)).toEqual(
    fitting.map((dataset) => `$(${dataset.icon}) ${dataset.title()}`),
  );
});

it('a record without its array opens as its dataset, and a file in another encoding says how it was read', async () => {
  const lone = JSON.stringify(order);
  expect(await openedWith(encoded(lone, 'utf-16be'), { charset: 'UTF-16' })).toEqual({
    dataset: 'intraday-orders',
    message:
      'The file contains a single record instead of an array of records. The text was read as UTF-16 and converted to UTF-8.',
    isSingle: true,
  });
  const other = await openedWith(lone, { dataset: 'dayahead-prices' });
  expect(other).toMatchObject({ dataset: 'dayahead-prices', isSingle: undefined });
});

it.each(['prices.ndjson', 'prices.csv', 'prices.parquet', 'prices.xlsx', 'prices.json.csv'])(
  'an exported table is rejected with what opens it, even if a dataset is named: %s',
  async (name) => {
    const sentence = `${name} can't be opened here because only .json and .json.gz files contain responses: Data Wrangler, DuckDB, and pandas open exported tables.`;
    await expect(openedWith('[]', { name, dataset: 'dayahead-prices' })).rejects.toThrow(sentence);
  },
);

it.each(['prices.json', 'PRICES.JSON', 'prices.json.gz'])('%s is read as a response', async (name) => {
  const opened = await openedWith('[]', { name, dataset: 'dayahead-prices' });
  expect(opened.dataset).toBe('dayahead-prices');
});

it("a file that grew while it was read counts as changed, and one that wasn't read to its end doesn't", async () => {
  expect((await opened({}))?.isChanged).toBe(false);
  expect((await opened({}, (path) => appendFileSync(path, '\n')))?.isChanged).toBe(true);
  expect((await opened({ sha256: '0'.repeat(64) }, undefined, true))?.isChanged).toBe(false);
});

it('the query of a file is that of its provenance only if the file is opened as the same dataset', async () => {
  const queryOf = async (dataset: string) => (await opened({ dataset, parameters: {} }))?.hasQuery;
  expect([await queryOf('dayahead-prices'), await queryOf('dayahead-turnover')]).toEqual([true, false]);
});

it('whatever the provenance says, the name of its connection is a short line without icons', async () => {
  const from = (connection: string) => opened({ connection }).then((file) => file?.savedFrom);
  expect(await from('production')).toBe('production');
  const hostile = await from(`$(error)\n${'x'.repeat(500_000)}`);
  expect(hostile?.length).toBeLessThanOrEqual(101);
  expect(hostile).not.toMatch(/\$\(|\n/);
  expect(await opened({ connection: 'sandbox' })).toMatchObject({ savedFrom: 'sandbox', madeUp: 'sample' });
});

it('a saved first page still lacks the other pages, if its provenance says so', async () => {
  const integrity = [
    { kind: 'received', count: 1 },
    { kind: 'furtherPages', count: 4900 },
  ];
  expect((await opened({ integrity }))?.furtherRecords).toBe(4900);
  for (const other of [undefined, 'none', [{ kind: 'furtherPages' }], integrity.slice(0, 1)]) {
    expect((await opened({ integrity: other }))?.furtherRecords).toBeUndefined();
  }
});

it("a saved part of a response (HTTP 206) isn't called the whole response", async () => {
  await opened({ status: 206 });
  expect(ends.at(-1)).toEqual({
    kind: 'unexpectedResponse',
    message: 'The service sent only part of the response (HTTP 206).',
  });
  await opened({ status: 200 });
  expect(ends.at(-1)).toEqual({ kind: 'success' });
});
