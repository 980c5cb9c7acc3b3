import { createHash } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { SavedResponses } from '../../../../src/editor/savedResponses/savedResponses';
import { findDataset } from '../../../../src/market/datasets/datasets';
import type { Outcome } from '../../../../src/request/outcome';
import type { OpenedFile } from '../../../../src/results/openedFile';
import { newResult, type Result } from '../../../../src/results/result';
import type { ResultStore } from '../../../../src/results/resultStore';
import { doubleOf } from '../../doubleOf';
import { openedFile } from '../../results/openedFiles';
import { uriOf } from './vscodeFiles';

vi.mock('vscode', async () => {
  const { vscodeFiles } = await import('./vscodeFiles');
  return { ...vscodeFiles, Uri: { parse: (text: string) => uriOf(new URL(text).pathname) } };
});

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
    beginFile: (_query, file) => {
      meanwhile(path);
      return (result = { ...result, file });
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
  await files.read(openedFile({ uri: uriOf(path).toString() }), dataset, signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  return result.file;
}

it('a file without a tab, because the editor has none to give, leaves no result that would load for ever', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'saved-')), 'prices.json');
  writeFileSync(path, body);
  const forgotten: string[] = [];
  const store = doubleOf<ResultStore>({
    prepare: () => undefined,
    offered: [],
    beginFile: (query) => newResult('one', query, 'file', ''),
    forget: (id) => forgotten.push(id),
  });
  const files = new SavedResponses(store, () => {
    throw new Error('no such file: style.css');
  });
  const query = { dataset: findDataset('dayahead-prices')!, parameters: {} };
  const again = { id: 'before', query, file: openedFile({ uri: uriOf(path).toString() }) };
  await expect(files.openAgain(again)).rejects.toThrow('style.css');
  expect(forgotten).toEqual(['one']);
});

it('a file that grew while it was read counts as changed, and one that was not read to its end does not', async () => {
  expect((await opened({}))?.isChanged).toBe(false);
  expect((await opened({}, (path) => appendFileSync(path, '\n')))?.isChanged).toBe(true);
  expect((await opened({ sha256: '0'.repeat(64) }, undefined, true))?.isChanged).toBe(false);
});

it('whatever the provenance says, the name of its connection is a short line without icons', async () => {
  const from = (connection: string) => opened({ connection }).then((file) => file?.savedFrom);
  expect(await from('production')).toBe('production');
  const hostile = await from(`$(error)\n${'x'.repeat(500_000)}`);
  expect(hostile?.length).toBeLessThanOrEqual(101);
  expect(hostile).not.toMatch(/\$\(|\n/);
  expect(await opened({ connection: 'sandbox' })).toMatchObject({ savedFrom: 'sandbox', madeUp: 'sample' });
});

it('a saved part of a response (HTTP 206) is not called the whole response', async () => {
  await opened({ status: 206 });
  expect(ends.at(-1)).toEqual({
    kind: 'unexpectedResponse',
    message: 'The service sent only part of the response (HTTP 206).',
  });
  await opened({ status: 200 });
  expect(ends.at(-1)).toEqual({ kind: 'success' });
});
