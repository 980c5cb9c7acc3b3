import { expect, it } from 'vitest';
import { readQueryFile } from '#src/queryFiles/read/readQueryFile';
import { readManifest } from '#src/range/manifest';
import { readProvenance } from '#src/request/provenance';

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
