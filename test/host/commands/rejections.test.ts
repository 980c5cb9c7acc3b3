import * as assert from 'node:assert/strict';
import { command, fixture, useMarketService } from '../support/marketService';
import { canary } from '../support/support';

/** A call with a wrong argument must reject by itself: a prompt or a modal would wait forever. */
describe('a wrong argument is rejected with a message, without a prompt', () => {
  const service = useMarketService();
  let result: string;
  beforeEach(async () => {
    result = (await service.ask('intraday-orders', { body: fixture('intraday-orders') })).id;
    service.server.forget();
  });

  /** `RESULT` is replaced by the id of an existing result. */
  const wrong: [id: string, argument: unknown, words: RegExp][] = [
    ['query.run', 'dayahead-prices', /query\.run/],
    ['query.run', {}, /dataset/],
    ['query.run', { dataset: 'dayahead' }, /dayahead/],
    ['query.run', { dataset: 'dayahead-prices', parameters: { area: 'NO1' } }, /area/],
    ['query.run', { dataset: 'dayahead-prices', connection: 'nowhere' }, /nowhere/],
    ['query.run', { dataset: 'dayahead-prices', connection: 'service', show: 'no' }, /show/],

    ['result.rows', 'RESULT', /result\.rows/],
    ['result.rows', {}, /result/],
    ['result.rows', { result: 'no such id' }, /no such id/],
    ['result.rows', { result: 'RESULT', from: -1 }, /from/],
    ['result.rows', { result: 'RESULT', columns: ['ID'] }, /"ID"/],
    ['result.rows', { result: 'RESULT', sort: [{ column: 'no such' }] }, /"no such"/],
    ['result.rows', { result: 'RESULT', filter: [{ column: 'id', op: '==', value: 1 }] }, /op/],
    ['result.rows', { result: 'RESULT', filter: [{ column: 'price', op: '<', value: 'cheap' }] }, /price/],
    [
      'result.rows',
      { result: 'RESULT', filter: [{ column: 'createdTime', op: '<', value: 'noon' }] },
      /createdTime/,
    ],
    ['result.rows', { result: 'RESULT', filter: [{ column: 'price', op: '<', value: null }] }, /price/],

    ['result.export', 'csv', /result\.export/],
    ['result.export', { result: 'RESULT', format: 'xls' }, /format/],
    ['result.export', { result: 'no such id', format: 'csv' }, /no such id/],
    ['result.export', { result: 'RESULT', format: 'csv', overwrite: 'yes' }, /overwrite/],
    [
      'result.export',
      { result: 'RESULT', format: 'csv', rows: { ranges: [[1]] } },
      /rows\.ranges\.0\.1 must be/,
    ],
    ['result.export', { result: 'RESULT', format: 'csv', rows: { columns: [] } }, /at least one column/],
    [
      'result.export',
      { result: 'RESULT', format: 'json', rows: { columns: ['id'] } },
      /columns can't be chosen/,
    ],

    ['result.copyAs', 'curl', /result\.copyAs/],
    ['result.copyAs', { result: 'RESULT', target: 'powershell' }, /target/],
    ['result.copyAs', { result: 'no such id', target: 'curl' }, /no such id/],

    ['dataset.types', 'dayahead-prices', /dataset\.types/],
    ['dataset.types', { dataset: 'dayahead-prices', target: 'jsonSchema' }, /target/],
    ['dataset.types', { dataset: 'dayahead', target: 'typescript' }, /"dayahead" not found/],
    ['dataset.types', { target: 'typescript' }, /dataset is required/],

    ['result.open', 5, /result\.open/],
    ['result.open', { result: 'no such id' }, /no such id/],
    ['result.open', { result: 'RESULT', view: 'Chart' }, /view/],

    ['sandbox.start', 'normal', /sandbox\.start/],
    ['sandbox.start', { port: '8766' }, /port/],
    ['sandbox.start', { port: -1 }, /"port"/],
    ['sandbox.start', { scenario: 'storm' }, /"storm"/],
    ['sandbox.start', { fixtures: 'nowhere' }, /nowhere/],

    ['connection.select', 'nowhere', /nowhere/],
    ['connection.select', { connection: 'service' }, /connection/],
    ['connection.signIn', 'service', /signIn/],
    ['connection.signIn', { connection: 'service' }, /username/],
    ['connection.signIn', { connection: 'nowhere', username: 'a', password: 'b' }, /nowhere/],
    ['connection.signIn', { connection: 'service', username: 'a', password: 5 }, /password/],
    [
      'connection.signIn',
      { connection: 'service', username: 'a', password: 'b', headers: { key: 5 } },
      /headers/,
    ],
    ['connection.signOut', 'service', /signOut/],
    ['connection.signOut', {}, /connection/],
    ['connection.signOut', { connection: 'nowhere' }, /nowhere/],
  ];
  for (const [id, argument, words] of wrong) {
    it(`${id} ${JSON.stringify(argument)}`, async () => {
      const filled: unknown = JSON.parse(JSON.stringify(argument).replaceAll('RESULT', result));
      await assert.rejects(Promise.resolve(command(id, filled)), (error: unknown) => {
        assert.ok(error instanceof Error, 'not an Error');
        assert.match(error.message, words);
        assert.match(error.message, /^[\p{L}"].{8,}\.$/su, 'not a sentence');
        return true;
      });
      assert.deepEqual(service.server.requests, [], 'the service was asked all the same');
    });
  }

  it('that never quotes a password', async () => {
    const argument = { connection: 'service', username: 5, password: canary('mistyped') };
    await assert.rejects(Promise.resolve(command('connection.signIn', argument)), (error) => {
      assert.doesNotMatch(String((error as Error).stack), /canary/);
      return true;
    });
  });
});
