import { expect, it } from 'vitest';
import { findDataset } from '../../../src/market/datasets/datasets';
import { provenanceOf } from '../../../src/results/provenanceOf';
import { newResult } from '../../../src/results/result';

const file = { bytes: 1234, sha256: '0'.repeat(64), records: 1, rows: 20 };

it('the provenance of a file has the path that was requested, without the host and what is before it', () => {
  const query = { dataset: findDataset('uk-flows')!, parameters: { from: 'GB', to: 'NO2,FR' } };
  const url = 'https://gateway.example:8443/secret-tenant/v1/uk/v2/ukpx/flows/areaPrice?from=GB&to=NO2,FR';
  const result = newResult('one', query, 'production', url);
  result.progress = { kind: 'ended', outcome: { kind: 'success', status: 200 } };
  result.table = { ...result.table, rows: 92 };
  const missing = {
    kind: 'missing',
    count: 2,
    text: '2 missing',
    severity: 'problem',
    shows: 'gaps',
  } as const;
  const provenance = provenanceOf(result, file, [missing], undefined, '1.2.3');
  expect(provenance).toMatchObject({
    version: 1,
    dataset: 'uk-flows',
    connection: 'production',
    parameters: { from: 'GB', to: 'NO2,FR' },
    path: '/uk/v2/ukpx/flows/areaPrice?from=GB&to=NO2,FR',
    outcome: 'success',
    status: 200,
    of: 92,
    ...file,
    integrity: [{ kind: 'missing', count: 2 }],
    synthetic: false,
    extensionVersion: '1.2.3',
  });
  expect(JSON.stringify(provenance)).not.toMatch(/gateway|tenant/);
});

it('of a saved response, which has no address, the path is that of its query', () => {
  const query = {
    dataset: findDataset('dayahead-turnover')!,
    parameters: { startTime: '2026-03-28T23:00:00Z' },
  };
  const { path } = provenanceOf(newResult('one', query, 'file', ''), file, [], { seed: 3 }, '1.2.3');
  expect(path).toBe('/dayahead/volumes/turnover/systemPrice?startTime=2026-03-28T23:00:00Z');
});
