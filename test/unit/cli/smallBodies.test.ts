import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../host/support/faultServer';
import type { Ended } from './builtCli';
import { useFaultyService } from './faultyService';

const service = useFaultyService({ TIMES: '100' });

const path = '/intraday/delayed/orders';
const parameters = { deliveryarea: 'NO1', startTime: '2026-03-28', endTime: '2026-03-28' };
const query = { dataset: 'intraday-orders', parameters };
const typed = ['intraday-orders', ...Object.entries(parameters).map((pair) => pair.join('='))];

/**
 * Notes the threads that a run starts, and whether it loads the HTTP client of Node. Its timers wait several times as
 * long, because on a busy machine, a small body can come slowly, too.
 */
const probe = `
const threads = require('node:worker_threads');
if (!threads.isMainThread && process.env.DIES) threads.parentPort.once('message', () => process.exit());
if (threads.isMainThread) {
  let started = 0;
  const { Worker } = threads;
  threads.Worker = class extends Worker { constructor(...given) { super(...given); started += 1; } };
  const later = setTimeout;
  globalThis.setTimeout = (call, ms, ...given) => later(call, ms * process.env.TIMES, ...given);
  process.on('exit', () => require('node:fs').writeFileSync(__dirname + '/noted.json', JSON.stringify({
    threads: started,
    loadsClient: process.moduleLoadList.includes('NativeModule internal/deps/undici/undici'),
  })));
}`;

beforeAll(() => service.cli.write('probe.cjs', probe));

const orders = (count: number): string =>
  JSON.stringify(Array.from({ length: count }, (_, at) => ({ id: `order-${at}`, price: at / 4 })));

/** A run of a service that sends these responses, and what was noted about it. */
async function noted(
  args: readonly string[],
  answers: readonly Answer[],
  more: Readonly<Record<string, string>> = {},
): Promise<Ended & { noted: unknown }> {
  service.faults.on(
    path,
    answers.map((answer) => ({ headers: { 'content-type': 'application/json' }, ...answer })),
  );
  const ended = await service.cli.run(args, {
    ...service.variables,
    NODE_OPTIONS: `--require=${JSON.stringify(join(service.cli.folder, 'probe.cjs'))}`,
    ...more,
  });
  return {
    ...ended,
    noted: JSON.parse(readFileSync(join(service.cli.folder, 'noted.json'), 'utf8')) as unknown,
  };
}

const toCsv = ['run', ...typed, '--target', 'orders.csv', '--overwrite'];
const writtenRows = () =>
  readFileSync(join(service.cli.folder, 'orders.csv'), 'utf8').trimEnd().split('\n').length - 1;

/** Bodies of so many orders each, and a file with a check of each. */
function checked(...sizes: number[]): readonly Answer[] {
  const queries = Object.fromEntries(sizes.map((rows) => [`of ${rows}`, { ...query, expect: { rows } }]));
  service.cli.write('orders.market.json', JSON.stringify({ version: 1, queries }));
  return sizes.map((size) => ({ body: Buffer.from(orders(size)) }));
}
const check = ['check', 'orders.market.json'];

describe('a body', () => {
  it.each(['identity', 'gzip'])(
    'that is small starts no thread and no second HTTP client (%s)',
    async (how) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': how };
      const body = how === 'gzip' ? gzipSync(orders(1000)) : Buffer.from(orders(1000));
      const { status, errors, noted: found } = await noted(toCsv, [{ headers, body }]);
      expect([status, errors, found]).toEqual([
        0,
        expect.stringContaining('1,000 rows.'),
        { threads: 0, loadsClient: false },
      ]);
      expect(writtenRows()).toBe(1000);
    },
  );

  it('that is large has a thread', async () => {
    const { status, noted: found } = await noted(toCsv, [{ body: Buffer.from(orders(20_000)) }]);
    expect([status, writtenRows(), found]).toMatchObject([0, 20_000, { threads: 1 }]);
  });

  it('that comes slowly has a thread, so that its rows are known meanwhile', async () => {
    const text = orders(100);
    async function* slowly() {
      yield Buffer.from(text.slice(0, 1000));
      await new Promise((resolve) => setTimeout(resolve, 1000));
      yield Buffer.from(text.slice(1000));
    }
    const { status, noted: found } = await noted(toCsv, [{ body: slowly() }], { TIMES: '1' });
    expect([status, writtenRows(), found]).toMatchObject([0, 100, { threads: 1 }]);
  });

  it('that breaks before it could be large is told as every other', async () => {
    const { status, errors, noted: found } = await noted(toCsv, [{ body: Buffer.from('[{"id":}]') }]);
    expect([status, errors, found]).toMatchObject([
      1,
      expect.stringMatching(/^unexpectedResponse\. The response isn't valid JSON/),
      { threads: 0 },
    ]);
  });
});

it('a thread that ends takes neither the checks before and after it with it nor keeps the run from ending', async () => {
  const { status, out } = await noted(check, checked(10, 20_000, 30), { DIES: 'yes' });
  expect(status).toBe(1);
  expect(out).toContain('The results were lost. Run the query again.');
  expect(out).toContain('4 checks passed, 2 failed');
});
