import * as assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import * as vscode from 'vscode';
import { inWords, said } from '../support/contract';
import type { ResultSummary } from '../support/contract';
import { startFaultServer } from '../support/faultServer';
import type { Answer, FaultServer } from '../support/faultServer';
import { command, fixture, rowsOf, useMarketService } from '../support/marketService';
import { canary, withSettings } from '../support/support';

const orders = fixture('intraday-orders');
describe('outcomes', () => {
  const service = useMarketService();

  describe('no data', () => {
    const empty: [name: string, answer: Answer, expected: { status: number; message?: string }][] = [
      ['204', { status: 204 }, { status: 204 }],
      ['an empty array', { json: [] }, { status: 200 }],
      ['an empty array with white space', { body: '\ufeff [ \r\n ]\n' }, { status: 200 }],
      ['a JSON text', { json: 'No data available.' }, { status: 200, message: 'No data available.' }],
      [
        'a compressed JSON text',
        { json: 'Ingen data på "NO1"', gzip: true },
        { status: 200, message: 'Ingen data på "NO1"' },
      ],
    ];
    for (const [name, answer, expected] of empty) {
      it(`is the outcome of ${name}`, async () => {
        const summary = await service.ask('dayahead-prices', answer);
        assert.deepEqual(said(summary), { outcome: 'noData', rows: 0, ...expected });
        assert.equal(summary.records, 0);
      });
    }
  });

  describe('the encoding that a service states', () => {
    const text = JSON.stringify([{ id: '1', productCode: 'Tromsø', price: 12.5 }]);
    const stated = (body: Buffer, charset: string, gzip = false) =>
      service.ask('intraday-orders', {
        body,
        gzip,
        headers: { 'content-type': `application/json; charset=${charset}` },
      });

    for (const [charset, body] of [
      ['iso-8859-1', Buffer.from(text, 'latin1')],
      ['utf-16', Buffer.from(text, 'utf16le')],
      ['unknown-8', Buffer.from(text)],
    ] as const) {
      for (const gzip of [false, true]) {
        it(`is that of its texts: ${charset}, gzip: ${gzip}`, async () => {
          const summary = await stated(body, charset, gzip);
          assert.deepEqual([summary.outcome, summary.rows], ['success', 1]);
          assert.ok(JSON.stringify(await rowsOf(summary.id)).includes('Tromsø'));
        });
      }
    }

    it('is named if it can’t be read', async () => {
      const { outcome, message, rows } = await stated(Buffer.from(text, 'latin1'), 'unknown-8');
      assert.deepEqual([outcome, rows], ['unexpectedResponse', 0]);
      assert.match(message ?? '', /names the encoding "unknown-8"/);
    });
  });

  describe('the service rejects the request', () => {
    const refusals: [answer: Answer, expected: Partial<ResultSummary>][] = [
      [
        { status: 400, json: 'The date is not valid.' },
        { outcome: 'badRequest', message: 'The date is not valid.' },
      ],
      [
        { status: 400, json: { message: 'Bad area' } },
        { outcome: 'badRequest', message: 'Bad area' },
      ],
      [{ status: 400 }, { outcome: 'badRequest' }],
      [
        { status: 403, json: 'Not in your subscription' },
        { outcome: 'unauthorized', message: 'Not in your subscription' },
      ],
      [
        { status: 429, headers: { 'retry-after': '3600' }, json: 'Busy' },
        { outcome: 'tooManyRequests', message: 'Busy', retryAfterSeconds: 3600 },
      ],
      [
        {
          status: 429,
          headers: {
            date: 'Sun, 25 Oct 2026 00:59:30 GMT',
            'retry-after': 'Sun, 25 Oct 2026 01:59:30 GMT',
          },
        },
        { outcome: 'tooManyRequests', retryAfterSeconds: 3600 },
      ],
      [
        { status: 500, json: 'An unexpected error occurred' },
        { outcome: 'unexpectedError', message: 'An unexpected error occurred' },
      ],
      [{ status: 503, body: '<html>down</html>' }, { outcome: 'unexpectedError' }],
      [
        { status: 503, headers: { 'retry-after': '3600' }, json: 'Maintenance' },
        { outcome: 'tooManyRequests', message: 'Maintenance', retryAfterSeconds: 3600 },
      ],
      [
        {
          status: 400,
          json: { title: 'Invalid.', errors: { startTime: ["The value 'x' is not valid."] } },
        },
        { outcome: 'badRequest', message: "Invalid. The value 'x' is not valid." },
      ],
      [
        { status: 404, body: 'no such path' },
        { outcome: 'unexpectedError', message: 'no such path' },
      ],
      [{ status: 418, json: ['odd'] }, { outcome: 'unexpectedError' }],
    ];
    for (const [answer, expected] of refusals) {
      it(`HTTP ${answer.status}: ${expected.outcome} ${expected.message ?? ''}`, async () => {
        const summary = await service.ask('uk-auction-prices', answer);
        assert.deepEqual(said(summary), { rows: 0, status: answer.status, ...expected });
        assert.equal(service.asked('uk-auction-prices'), 1, 'asked again without being told to');
      });
    }

    it('and the bytes of its error response are counted, too', async () => {
      const words = Buffer.from(JSON.stringify('No such area. '.repeat(100)));
      const answer = { status: 400, body: words, gzip: true };
      const { bytes, wireBytes, records } = await service.ask('dayahead-prices', answer);
      assert.deepEqual(
        { bytes, wireBytes, records },
        { bytes: words.length, wireBytes: gzipSync(words).length, records: 0 },
      );
    });

    it('and a secret that it quotes is never repeated', async () => {
      const token = canary('quoted-token');
      await service.signIn([{ token }]);
      const json = `The header "Bearer ${token}" is invalid`;
      const { outcome, message } = await service.ask('dayahead-prices', { status: 400, json });
      assert.equal(outcome, 'badRequest');
      assert.match(message ?? '', /^The header .* is invalid$/);
      assert.ok(!message?.includes(token), 'the token is in the message');
    });
  });

  describe('too many requests', () => {
    for (const [status, seconds] of [
      [429, '1'],
      [503, '1'],
      [503, '0'],
    ] as const) {
      it(`(${status}) waits ${seconds} s, but at least a second, and retries once`, async () => {
        const busy = { status, headers: { 'retry-after': seconds }, json: 'Busy' };
        const { outcome, rows, timings } = await service.ask('intraday-orders', busy, {
          body: orders,
        });
        assert.deepEqual({ outcome, rows }, { outcome: 'success', rows: 3 });
        assert.equal(service.asked('intraday-orders'), 2);
        assert.ok(timings.firstByteMs >= 1000, 'it came back too early');
      });
    }

    it('returns immediately if the service gives no time and the setting allows no wait', () =>
      withSettings({ 'marketData.maxRetryWaitSeconds': 0 }, async () => {
        const summary = await service.ask('intraday-orders', { status: 429 }, { body: orders });
        assert.deepEqual(said(summary), { outcome: 'tooManyRequests', rows: 0, status: 429 });
      }));

    it('waits until the given date', async () => {
      const headers = {
        date: 'Sun, 25 Oct 2026 00:59:59 GMT',
        'retry-after': 'Sun, 25 Oct 2026 01:00:00 GMT',
      };
      const { outcome, timings } = await service.ask(
        'intraday-orders',
        { status: 429, headers },
        { body: orders },
      );
      assert.equal(outcome, 'success');
      assert.ok(timings.firstByteMs >= 1000, 'it came back too early');
    });

    it('returns immediately if the wait is longer than the setting allows', () =>
      withSettings({ 'marketData.maxRetryWaitSeconds': 0 }, async () => {
        const busy = { status: 429, headers: { 'retry-after': '1' } };
        const summary = await service.ask('intraday-orders', busy, { body: orders });
        const expected = { outcome: 'tooManyRequests', rows: 0, status: 429, retryAfterSeconds: 1 };
        assert.deepEqual(said(summary), expected);
        assert.equal(service.asked('intraday-orders'), 1);
      }));
  });

  describe('a redirect to another origin', () => {
    let elsewhere: FaultServer;
    before(async () => (elsewhere = await startFaultServer()));
    after(() => elsewhere.close());

    for (const status of [301, 302, 307, 308]) {
      it(`${status} is reported and not followed, which would send the token there`, async () => {
        const location = `${elsewhere.origin}/collect?key=${canary('in-location')}`;
        const summary = await service.ask('dayahead-prices', { status, headers: { location } });
        assert.equal(summary.outcome, 'unexpectedError');
        assert.equal(summary.status, status);
        inWords(summary.message);
        assert.ok(!summary.message?.includes('collect'), 'the address may hold a secret');
        assert.deepEqual(elsewhere.requests, []);
      });
    }
  });

  describe("a response that does not match the dataset's format", () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const wrong: [name: string, answer: Answer, rows: number][] = [
      ['one object', { body: '{"id":"I-1"}' }, 0],
      ['a web page', { headers: { 'content-type': 'text/html' }, body: '<html></html>' }, 0],
      ['nothing', { body: '' }, 0],
      ['white space', { body: '  \n' }, 0],
      ['a number', { body: '17' }, 0],
      ['null', { body: 'null' }, 0],
      ['numbers', { body: '[1,2,3]' }, 0],
      ['arrays in arrays', { body: '[[{"id":"I-1"}]]' }, 0],
      ['objects of another kind', { body: '[{"temperature":3}]' }, 0],
      ['a record, then a number', { body: '[{"id":"I-1"},7]' }, 1],
      ['cut off after a record', { body: '[{"id":"I-1"},{"id":"I-2"' }, 1],
      ['cut off before the bracket', { body: '[{"id":"I-1"}' }, 1],
      ['two arrays', { body: '[{"id":"I-1"}][{"id":"I-2"}]' }, 1],
      ['a comma too many', { body: '[{"id":"I-1"},]' }, 1],
      ['single quotes', { body: "[{'id':'I-1'}]" }, 0],
      ['bytes that are not UTF-8', { body: Buffer.from('[{"id":"\xff"}]', 'latin1') }, 0],
      ['endless nesting', { body: deep }, 0],
      ['damaged compression', { body: Buffer.concat(Array(50).fill(orders)), gzip: 'damaged' }, 0],
      ['no compression despite the header', { headers: { 'content-encoding': 'gzip' }, body: orders }, 0],
      ['a compression that was not requested', { headers: { 'content-encoding': 'br' }, body: orders }, 0],
    ];
    for (const [name, answer, rows] of wrong) {
      it(`is never treated as data, and what came before is kept: ${name}`, async () => {
        const summary = await service.ask('intraday-orders', answer);
        assert.deepEqual(said({ ...summary, message: '' }), {
          outcome: 'unexpectedResponse',
          status: 200,
          message: '',
          rows,
        });
        inWords(summary.message);
        assert.equal((await rowsOf(summary.id)).total, rows);
      });
    }

    it('is never taken for the whole if it says that it is a part, and its rows are kept', async () => {
      const summary = await service.ask('intraday-orders', { status: 206, body: orders });
      assert.deepEqual(said(summary), {
        outcome: 'unexpectedResponse',
        status: 206,
        message: 'The service sent only part of the response (HTTP 206).',
        rows: 3,
      });
      assert.equal((await rowsOf(summary.id)).total, 3);
    });

    it('keeps what could be decompressed if compressed data ends early', async () => {
      const all = Array.from({ length: 2000 }, (_, place) => `{"id":"I-${place}"}`);
      const packed = gzipSync(`[${all.join(',')}]`);
      const { outcome, rows, wireBytes } = await service.ask('intraday-orders', {
        headers: { 'content-encoding': 'gzip' },
        body: packed.subarray(0, packed.length / 2),
      });
      assert.equal(outcome, 'unexpectedResponse');
      assert.ok(0 < rows && rows < all.length, String(rows));
      assert.equal(wireBytes, Math.floor(packed.length / 2));
    });

    it('is an error in its own words if the service sent one with status 200', async () => {
      const problem = { type: 'about:blank', title: 'Bad request', status: 400 };
      for (const [dataset, json] of [
        ['dayahead-curves', problem],
        ['dayahead-prices', problem],
        ['dayahead-prices', [problem]],
        ['intraday-orders', [{ id: 'I-1', state: 'failed', message: 'Bad request' }]],
      ] as const) {
        const summary = await service.ask(dataset, { json });
        assert.deepEqual(said(summary), {
          outcome: 'unexpectedResponse',
          status: 200,
          message: 'Bad request',
          rows: 0,
        });
      }
    });

    it('never repeats a secret that such an error quotes', async () => {
      const token = canary('quoted-in-success');
      await service.signIn([{ token }]);
      const json = [{ type: 'error', message: `The token ${token} is for another product.` }];
      const { id, outcome, message } = await service.ask('dayahead-prices', { json });
      assert.equal(outcome, 'unexpectedResponse');
      assert.match(message ?? '', /^The token .* is for another product\.$/);
      assert.ok(!message?.includes(token), 'the token is in the message');
      // The body is stored byte for byte, as long as its result is: it's the only file that may have the token.
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await command('results.clear');
      await assert.rejects(async () => rowsOf(id), /not found/);
    });

    it('may be an array instead of one curve', async () => {
      const { outcome, rows } = await service.ask('dayahead-curves', { body: '[{"values":[]}]' });
      assert.deepEqual({ outcome, rows }, { outcome: 'unexpectedResponse', rows: 0 });
    });

    it('does not affect the next query', async () => {
      await service.ask('intraday-orders', { body: deep });
      const { outcome, rows } = await service.ask('intraday-orders', { body: orders });
      assert.deepEqual({ outcome, rows }, { outcome: 'success', rows: 3 });
    });
  });
});
