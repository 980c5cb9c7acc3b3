import { fileConnection } from '#src/request/connection';
import { describe, expect, it } from 'vitest';
import { findDataset } from '#src/market/datasets/datasets';
import type { Query } from '#src/market/query/query';
import type { OpenedFile } from '#src/protocol/openedFile';
import { provenanceOf } from '#src/results/provenanceOf';
import { originalsOf } from '#src/results/comparedResults';
import { originOf } from '#src/results/origin';
import { newResult, type Result } from '#src/results/result';
import { ResultStore } from '#src/results/store/resultStore';
import type { SpoolFolder } from '#src/results/store/spoolFolder';
import type { WorkerLink } from '#src/results/store/workerLink';
import { doubleOf } from '../doubleOf';
import { openedFile } from './openedFiles';

const file = { bytes: 1234, sha256: '0'.repeat(64), records: 1, rows: 20 };

it('the provenance of a file has the requested path, without the host and the base path', () => {
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
  const provenance = provenanceOf(result, file, [missing], { resolution: 'P1D', layout: 'wide' }, '1.2.3');
  expect(provenance).toMatchObject({
    version: 1,
    dataset: 'uk-flows',
    connection: 'production',
    parameters: { from: 'GB', to: 'NO2,FR' },
    path: '/uk/v2/ukpx/flows/areaPrice?from=GB&to=NO2,FR',
    outcome: 'success',
    status: 200,
    of: 92,
    resolution: 'P1D',
    layout: 'wide',
    ...file,
    integrity: [{ kind: 'missing', count: 2 }],
    synthetic: false,
    extensionVersion: '1.2.3',
  });
  expect(JSON.stringify(provenance)).not.toMatch(/gateway|tenant/);
});

/** The result of a file in a person's home folder, with what its provenance says. */
const resultOfFile = (query: Query, differing: Partial<OpenedFile> = {}) =>
  new ResultStore(
    doubleOf<WorkerLink>({}),
    doubleOf<SpoolFolder>({}),
    () => 1e9,
    () => undefined,
  ).beginOpened(
    query,
    fileConnection,
    openedFile({ uri: 'file:///home/alice/saved/here/prices.json', ...differing }),
    100,
  );
const of = (result: Result, values?: { seed: number }) => provenanceOf(result, file, [], { values }, '1.2.3');

describe('the provenance of an opened file has the path of its query, and never the location of the file,', () => {
  const turnover = {
    dataset: findDataset('dayahead-turnover')!,
    parameters: { startTime: '2026-03-28T23:00:00Z' },
  };
  const flows = { dataset: findDataset('uk-flows')!, parameters: { from: 'GB' } };

  it.each<[string, Query, string | null, string]>([
    [
      'without a path',
      turnover,
      null,
      '/dayahead/volumes/turnover/systemPrice?startTime=2026-03-28T23:00:00Z',
    ],
    ['without a venue', flows, null, '/uk/v2/venue/flows/areaPrice?from=GB'],
    ['with a venue', flows, '/uk/v2/ukpx/flows/areaPrice', '/uk/v2/ukpx/flows/areaPrice?from=GB'],
    [
      'with more before the path',
      flows,
      'https://alice@gateway/v1/uk/v2/ukpx/flows/areaPrice',
      '/uk/v2/ukpx/flows/areaPrice?from=GB',
    ],
    ['with another path', flows, '/home/alice/a/b/c', '/uk/v2/venue/flows/areaPrice?from=GB'],
  ])('%s', (_, query, requestedPath, expected) => {
    const provenance = of(resultOfFile(query, { requestedPath }));
    expect(provenance.path).toBe(expected);
    expect(JSON.stringify(provenance)).not.toMatch(/alice|saved|gateway/);
  });
});

describe('the provenance of part of an opened file says where its data comes from, as that of the file did,', () => {
  const query = { dataset: findDataset('dayahead-prices')!, parameters: { deliveryarea: 'NO1' } };
  const synthetic: Partial<OpenedFile> = { madeUp: 'synthetic', seed: 7, generator: 'market-data-seeded 2' };

  it('with the connection and the status', () => {
    expect(of(resultOfFile(query))).toMatchObject({
      connection: 'production',
      status: 200,
      synthetic: false,
    });
    expect(of(resultOfFile(query, { savedFrom: 'sandbox' })).connection).toBe('sandbox');
    expect(of(resultOfFile(query, { savedFrom: null, status: null }))).toMatchObject({
      connection: 'file',
      status: null,
    });
  });

  it('with the origin of its synthetic values, until they are replaced again', () => {
    expect(of(resultOfFile(query, synthetic))).toMatchObject({
      synthetic: true,
      seed: 7,
      generator: 'market-data-seeded 2',
    });
    expect(of(resultOfFile(query, { ...synthetic, generator: 'older' }), { seed: 3 })).toMatchObject({
      synthetic: true,
      seed: 3,
      generator: 'market-data-seeded 2',
    });
  });

  it('even in formats that contain their origin, and for both sides of a comparison', () => {
    const saved = resultOfFile(query);
    expect(originOf(saved, '1.2.3').connection).toBe('production');
    const originals = originalsOf(saved, newResult('two', query, 'test', ''), 'UTC');
    const compared = newResult('three', query, 'file', '', {
      kind: 'comparison',
      ...originals,
      summary: null,
    });
    expect(originOf(compared, '1.2.3').compared?.map(({ connection }) => connection)).toEqual([
      'production',
      'test',
    ]);
  });
});
