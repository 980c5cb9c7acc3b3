import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../host/support/faultServer';
import { endOf, type Ended } from './builtCli';
import { useFaultyService } from './faultyService';

// The smallest memory that there can be.
const service = useFaultyService({ MARKET_DATA_MAX_RESULT_MEGABYTES: '16' });

const args = ['run', 'intraday-orders', 'deliveryArea=NO1', 'startTime=2026-03-28', 'endTime=2026-03-28'];
const path = '/intraday/delayed/orders';

/** Orders without the brackets around them, from this one on. White space shows that nothing is written anew. */
const orders = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, at) =>
    JSON.stringify({ id: `order-${from + at}`, price: 12.5, note: 'ø'.repeat(50) }).replace(',', ' , '),
  ).join(',\n');

/** The run of a service that answers this way. */
function runOf(answer: Answer): Promise<Ended> {
  service.faults.on(path, [{ headers: { 'content-type': 'application/json' }, ...answer }]);
  return service.cli.run(args, service.variables);
}

/** The run of a service that sends `first`, and the rest only when something was printed. */
async function runInTwo(first: string, rest: () => string): Promise<Ended> {
  let go: () => void = () => undefined;
  const printed = new Promise<void>((resolve) => (go = resolve));
  async function* body() {
    yield Buffer.from(first);
    await printed;
    yield Buffer.from(rest());
  }
  service.faults.on(path, [{ headers: { 'content-type': 'application/json' }, body: body() }]);
  const child = service.cli.start(args, service.variables);
  child.stdout?.once('data', () => go());
  return endOf(child);
}

describe('JSON on standard output', () => {
  it('is what the service sent, byte for byte, however large it is and whether or not it was compressed', async () => {
    const text = ` [\n${orders(200_000)}]\n`;
    for (const gzip of [false, true]) {
      const headers = { 'content-type': 'application/json', ...(gzip && { 'content-encoding': 'gzip' }) };
      const body = gzip ? gzipSync(text, { level: 1 }) : Buffer.from(text);
      const { status, out, errors } = await runOf({ headers, body });
      // Its rows would need more than 16 MB if they were kept.
      expect([status, errors]).toEqual([0, '200,000 rows.\n']);
      expect(out === text).toBe(true);
    }
  });

  it('is printed before the service has sent everything', async () => {
    const [first, rest] = [`[${orders(100)},`, `${orders(100, 100)}]`];
    const { status, out, errors } = await runInTwo(first, () => rest);
    expect([status, errors, out === first + rest]).toEqual([0, '200 rows.\n', true]);
  });

  it('of a response that breaks in the middle was printed in part, which the status and the words say', async () => {
    const first = `[${orders(100)},`;
    const { status, out, errors } = await runInTwo(first, () => '{"id":}]');
    expect(status).toBe(1);
    expect(out.startsWith(first)).toBe(true);
    expect(errors).toMatch(
      /^unexpectedResponse\. The response isn't valid JSON.*\nThe JSON on standard output is incomplete\.\n$/,
    );
  });

  it('of a connection that breaks ends where the connection did', async () => {
    const first = `[${orders(100)},`;
    const { status, out, errors } = await runInTwo(first, () => {
      throw new Error('The service fails.');
    });
    expect([status, out]).toEqual([1, first]);
    expect(errors).toContain('\nThe JSON on standard output is incomplete.\n');
  });

  it.each([
    ['an error in place of records', { json: { message: 'The index is being rebuilt.' } }],
    ['an error in place of the first record', { json: [{ message: 'The index is being rebuilt.' }] }],
    ['an error with its status', { status: 500, json: 'The index is being rebuilt.' }],
    ['only a part, by its status', { status: 206, body: `[${orders(1000)}]` }],
    ['something else', { body: '<html></html>' }],
    ['an interrupted first record', { body: `[${orders(1).slice(0, -5)}` }],
  ])('is empty if the response is %s, and the run ends with 1', async (_, answer) => {
    const { status, out, errors } = await runOf(answer);
    expect([status, out]).toEqual([1, '']);
    expect(errors).not.toContain('standard output');
    if ('json' in answer) expect(errors).toContain('The index is being rebuilt.');
  });

  it('is empty if there is no data', async () => {
    expect(await runOf({ body: '[]' })).toEqual({ status: 0, out: '', errors: 'noData.\n' });
  });
});
