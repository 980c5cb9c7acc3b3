import * as assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { datasetPaths } from '../support/contract';
import type { Cell, DatasetId } from '../support/contract';
import { expectedTables } from '../support/expectedTables';
import { fixture, rowsOf, useMarketService } from '../support/marketService';
import { withSettings } from '../support/support';

describe('a query', () => {
  const service = useMarketService();

  it('works for all datasets, so that no saved query breaks', () => {
    assert.deepEqual(Object.keys(expectedTables).sort(), Object.keys(datasetPaths).sort());
  });

  for (const [id, expected] of Object.entries(expectedTables)) {
    const dataset = id as DatasetId;
    const path = datasetPaths[dataset];
    const body = fixture(dataset);

    it(`sends the request that the API expects and summarizes the response: ${dataset}`, async () => {
      service.server.on(path, [{ body, gzip: true }]);
      const { connection } = service;
      const summary = await service.query(dataset, expected.given);

      const [request, ...others] = service.server.requests;
      assert.deepEqual(others, []);
      assert.equal(request?.method, 'GET');
      assert.equal(request.path, path);
      assert.deepEqual([...request.query], Object.entries(expected.sent));
      assert.equal(request.headers['accept-encoding'], 'gzip');
      assert.equal(request.body, '');

      const { id: result, columns, timings, ...rest } = summary;
      assert.match(result, /./);
      assert.deepEqual(rest, {
        connection: connection.name,
        dataset,
        parameters: expected.sent,
        url: `${connection.baseUrl}${path}${expected.query}`,
        outcome: 'success',
        status: 200,
        records: expected.records,
        rows: expected.rows,
        bytes: body.byteLength,
        wireBytes: gzipSync(body).byteLength,
      });
      for (const { key, title } of columns) assert.notEqual(title, '', `${key} has no title`);
      const { firstByteMs, firstRowsMs, totalMs } = timings;
      assert.ok(0 <= firstByteMs && firstByteMs <= firstRowsMs && firstRowsMs <= totalMs);
      assert.deepEqual(Object.keys(timings).sort(), ['firstByteMs', 'firstRowsMs', 'totalMs']);
    });

    const { columns: described, cells } = expected;
    if (!described || !cells) continue;
    it(`returns only cells that match the contract: ${dataset}`, async () => {
      service.server.on(path, [{ body }]);
      const { id: result, columns } = await service.query(dataset, expected.given);
      assert.deepEqual(
        columns.map(({ key, type, unit }) => [key, type, ...(unit === undefined ? [] : [unit])]),
        described,
      );
      const table = await rowsOf(result);
      assert.equal(table.total, expected.rows);
      const keys = described.map(([key]) => key);
      const asObjects = table.rows.map((row) => {
        assert.equal(row.length, keys.length);
        return Object.fromEntries(keys.map((key, place) => [key, row[place]]));
      });
      const wanted = cells.map((row) =>
        Object.fromEntries(
          keys.map((key): [string, Cell] => [key, Object.hasOwn(row, key) ? row[key]! : null]),
        ),
      );
      assert.deepEqual(asObjects, wanted);
    });
  }
});

describe('queries at the same time', () => {
  const service = useMarketService();

  it('each get their own rows', async () => {
    const all = Object.entries(expectedTables).flatMap((entry) => [entry, entry, entry]);
    for (const [id] of all) {
      const dataset = id as DatasetId;
      const trickle = { bytes: 500, everyMs: 5 };
      service.server.on(datasetPaths[dataset], [{ body: fixture(dataset), trickle }]);
    }
    const summaries = await Promise.all(all.map(([id, { given }]) => service.query(id as DatasetId, given)));
    for (const [place, { dataset, outcome, id }] of summaries.entries()) {
      const [wanted, expected] = all[place]!;
      assert.deepEqual([dataset, outcome], [wanted, 'success']);
      assert.equal((await rowsOf(id)).total, expected.rows);
    }
  });
});

describe('days and times without an offset', () => {
  const service = useMarketService();

  const zones: [zone: unknown, startTime: string][] = [
    ['UTC', '2026-03-29T00:00:00Z'],
    ['Europe/Oslo', '2026-03-28T23:00:00Z'],
    ['Europe/Helsinki', '2026-03-28T22:00:00Z'],
    ['America/New_York', '2026-03-29T04:00:00Z'],
    ['Nowhere/Nothing', '2026-03-28T23:00:00Z'],
    [5, '2026-03-28T23:00:00Z'],
    ['local', new Date('2026-03-29T00:00').toISOString().replace('.000', '')],
  ];
  for (const [zone, startTime] of zones) {
    it(`are read in the time zone of the setting: ${String(zone)}`, () =>
      withSettings({ 'marketData.timeZone': zone }, async () => {
        const given = { startTime: '2026-03-29' };
        service.server.on(datasetPaths['dayahead-turnover'], [{ json: [] }]);
        const { parameters } = await service.query('dayahead-turnover', given);
        assert.deepEqual(parameters, { startTime });
      }));
  }

  it('mean the delivery day as a delivery date, whatever the time zone', () =>
    withSettings({ 'marketData.timeZone': 'America/New_York' }, async () => {
      const { parameters } = await service.ask('dayahead-curves', { status: 204 });
      assert.deepEqual(parameters, { date: '2026-10-25' });
    }));
});
