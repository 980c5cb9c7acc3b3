import { expect, it } from 'vitest';
import { readEntry } from '../../../src/history/storedEntry';
import { readQueryFile } from '../../../src/queryFiles/read/readQueryFile';
import { readManifest } from '../../../src/range/manifest';
import { readProvenance } from '../../../src/request/provenance';

// Files written before the first release call `unexpectedResponse` by its former name.
const former = 'unexpectedAnswer';
const current = 'unexpectedResponse';

it('the manifest of a range from before the first release is still readable', () => {
  const day = { outcome: former, rows: 0, bytes: 0, sha256: '', requestedAt: '', integrity: [] };
  const manifest = {
    version: 1,
    dataset: 'dayahead-prices',
    parameters: {},
    format: 'parquet',
    connection: 'sandbox',
    addresses: 'a',
    days: { '2026-03-10': day },
  };
  expect(readManifest(JSON.stringify(manifest), 'm').days['2026-03-10']?.outcome).toBe(current);
  const unknown = { ...manifest, days: { '2026-03-10': { ...day, outcome: 'unexpected' } } };
  expect(() => readManifest(JSON.stringify(unknown), 'm')).toThrow();
});

it('a provenance file from before the first release names the outcome of today', () => {
  expect(readProvenance(JSON.stringify({ version: 1, outcome: former }))?.outcome).toBe(current);
});

it('a query file from before the first release expects the outcome of today', () => {
  const query = { dataset: 'dayahead-prices', parameters: {}, expect: { outcome: former } };
  const { queries, problems } = readQueryFile(JSON.stringify({ version: 1, queries: { cut: query } }));
  expect(problems).toEqual([]);
  expect(queries[0]?.expect?.outcome).toBe(current);
});

it('an entry of the history from before the first release is still listed', () => {
  const entry = {
    version: 1,
    at: '2026-03-10T12:00:00.000Z',
    by: 'person',
    connection: 'sandbox',
    dataset: 'dayahead-prices',
    parameters: {},
    outcome: { kind: former, message: 'Cut.' },
    request: { method: 'GET', url: 'https://localhost/', sent: [], received: [], status: 200, attempts: 1 },
    records: 0,
    rows: 0,
    bytes: 0,
    wireBytes: 0,
    timings: { firstByteMs: 0, firstRowsMs: 0, totalMs: 0 },
    hadBody: false,
  };
  expect(readEntry(JSON.stringify(entry))).toMatchObject({ outcome: { kind: current } });
});
