import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import * as fc from 'fast-check';
import { datasets, findDataset } from '#src/market/datasets/datasets';
import { targetOf } from '#src/request/requestTarget';
import { readArguments } from '#src/cli/readArguments';
import {
  announcement,
  readSandboxOptions,
  readyLine,
  sandboxNotes,
  sandboxOptions,
} from '#src/sandbox/commandLine';
import { scenarios } from '#src/sandbox/scenario';
import { startSandbox } from '#src/sandbox/startSandbox';
import { ask, askToken, parse, visit, type SeriesRecord, type Visit } from './sampleRequests';
import { clientFor, connectionTo, memoryVault, requestTo, textOf } from '../service/localService';
import { propertyRuns } from '../propertyRuns';

const right = { grant_type: 'password', username: 'sample', password: 'sample' };

let at: Visit;
beforeAll(async () => {
  at = await visit();
});
afterAll(() => at.sandbox.close());

describe('signing in', () => {
  test.each([
    ['another grant', { ...right, grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    ['no grant', {}, 'unsupported_grant_type'],
    ['a wrong password', { ...right, password: 'wrong' }, 'invalid_grant'],
    ['an unknown user', { ...right, username: 'nobody' }, 'invalid_grant'],
  ])('%s is rejected', async (_, form, error) => {
    const reply = await askToken(at.sandbox, form);
    expect(reply.status).toBe(400);
    expect(parse(reply)).toMatchObject({ error });
  });

  test.each([
    ['in the body', { client_id: 'any', client_secret: 'any', scope: 'data' }],
    ['nowhere', {}],
  ])('client credentials %s are accepted', async (_, form) => {
    const reply = await askToken(at.sandbox, { ...right, ...form });
    expect(parse(reply)).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
  });

  test.each([
    ['no header', {}],
    ['another scheme', { authorization: 'Basic c2FtcGxlOnNhbXBsZQ==' }],
    ['a made-up token', { authorization: 'Bearer made-up' }],
  ])('%s gets no data, but a message that says so', async (_, headers) => {
    for (const dataset of datasets) {
      const reply = await ask(`${at.sandbox.baseUrl}${dataset.path.replace('{venue}', 'venue')}`, {
        headers,
      });
      expect(reply.status).toBe(401);
      expect(typeof parse(reply)).toBe('string');
    }
  });

  test.each(['/oauth2/token', '/connect/token', '/', ''])(
    'a program copied from a connection with the token path %j and another venue gets its data',
    async (tokenPath) => {
      const { client } = clientFor(memoryVault({ credentials: { ...at.sandbox.signIn, headers: {} } }));
      const connection = connectionTo(at.sandbox.baseUrl, at.sandbox.authUrl, { tokenPath, venue: 'N2EX' });
      const query = { dataset: findDataset('uk-flows')!, parameters: {} };
      const reply = await client.ask(requestTo(connection, { target: targetOf(query, connection) }));
      expect(await textOf(reply)).not.toBe('');
    },
  );

  test('no header has the user name, which would be masked in the Request tab', async () => {
    const { headers } = await at.get('dayahead-prices');
    expect(headers.server).toBeDefined();
    expect(JSON.stringify(headers)).not.toContain(right.username);
  });
});

describe('a wrong request says what is wrong', () => {
  test.each([
    ['dayahead-prices', { area: 'NO1' }, /area is not supported/],
    ['dayahead-prices', { startTime: '2026-11-21' }, /startTime .*in UTC/],
    ['dayahead-prices', { startTime: '2026-11-21T00:00:00+01:00' }, /startTime .*ends with Z/],
    ['dayahead-prices', { startTime: '2026-02-30T00:00:00Z' }, /startTime/],
    ['dayahead-prices', { status: 'X' }, /status must be one of P,O/],
    ['dayahead-prices', { currency: 'XYZ' }, /currency must be one of/],
    ['dayahead-prices', { deliveryarea: 'NO1, NO2' }, /deliveryarea/],
    ['dayahead-prices', { deliveryarea: '' }, /must not be empty/],
    [
      'dayahead-prices',
      { startTime: '2026-11-21T00:00:00Z', endTime: '2026-11-21T00:00:00Z' },
      /endTime must be later/,
    ],
    ['dayahead-curves', {}, /date is required/],
    ['dayahead-curves', { date: '2026-02-29' }, /date must be/],
    ['uk-flows', { endpoint: 'Middle' }, /endpoint must be one of Sending,Receiving/],
    [
      'dayahead-turnover',
      { startTime: '0001-01-01T00:00:00Z', endTime: '9999-12-31T00:00:00Z' },
      /not be longer than 366 days/,
    ],
    ['hub-to-hub-capacities', { daFrom: 'NO1' }, /powerHour is required/],
    ['hub-to-hub-capacities', { powerHour: '2026-11-21T13:00:00Z' }, /daFrom is required/],
    ['hub-to-hub-capacities', { powerHour: '2026-11-21T13:15:00Z', daFrom: 'NO1' }, /on the hour/],
  ])('%s %j', async (id, query, words) => {
    const reply = await at.get(id, query);
    expect(reply.status).toBe(400);
    expect(parse(reply)).toMatch(words);
  });

  test('a period of all years is rejected by every dataset with a period, in every scenario, before it costs time', async () => {
    const there = await visit(undefined, 'large:3');
    const all = { startTime: '0001-01-01T00:00:00Z', endTime: '9999-12-31T23:59:59Z' };
    const year = { startTime: '2024-01-01T00:00:00Z', endTime: '2025-01-01T00:00:00Z', deliveryarea: 'NO1' };
    for (const { id, parameters } of datasets) {
      if (!parameters.some(({ name }) => name === 'startTime')) continue;
      for (const visited of [at, there]) expect([id, (await visited.get(id, all)).status]).toEqual([id, 400]);
    }
    expect((await there.get('intraday-orders', year)).status).toBe(200);
    await there.sandbox.close();
  });

  test('the first and the last day with a four-digit year get data, or are rejected with a message', async () => {
    const there = await visit(undefined, 'large:3');
    for (const { id, parameters } of datasets) {
      const has = (wanted: string) => parameters.some(({ name }) => name === wanted);
      for (const day of ['0001-01-01', '9999-12-30', '9999-12-31']) {
        for (const [start, end] of [
          [`${day}T00:00:00Z`, `${day}T12:00:00Z`],
          [`${day}T00:00:00Z`, '9999-12-31T00:00:00Z'],
          [`${day}T22:00:00Z`, `${day}T23:59:59Z`],
        ] as const) {
          const query = {
            ...(has('startTime') && { startTime: start, endTime: end }),
            ...(has('date') && { date: day }),
            ...(has('powerHour') && { powerHour: start, daFrom: 'NO1' }),
          };
          for (const visited of [at, there]) {
            const { status } = await visited.get(id, query);
            expect([id, query, [200, 204, 400].includes(status)]).toEqual([id, query, true]);
          }
        }
      }
    }
    await there.sandbox.close();
  });

  test('no query string crashes the service', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...datasets.map(({ id }) => id)),
        fc.constantFrom('startTime', 'endTime', 'date', 'powerHour', 'deliveryarea', 'x', '%'),
        fc.string({ maxLength: 12 }),
        async (id, name, value) => {
          const { status } = await at.get(id, { [name]: value });
          expect([200, 204, 400]).toContain(status);
        },
      ),
      { numRuns: propertyRuns(10, 800) },
    );
  });

  test('an unknown address and an unsupported method are rejected', async () => {
    expect((await ask(`${at.sandbox.baseUrl}/nothing`)).status).toBe(404);
    expect((await ask(`http://127.0.0.1:${at.sandbox.port}//`)).status).toBe(404);
    expect((await ask(`http://127.0.0.1:${at.sandbox.port}/identityx/token`)).status).toBe(404);
    expect((await ask(`http://127.0.0.1:${at.sandbox.port}/apix/dayahead/prices/areaBlock`)).status).toBe(
      404,
    );
    expect((await ask(`${at.sandbox.baseUrl}/uk/v2//flows/areaPrice`)).status).toBe(404);
    const address = `${at.sandbox.baseUrl}/dayahead/prices/areaBlock`;
    expect((await ask(address, { method: 'POST' })).status).toBe(405);
  });
});

describe('a request to another host', () => {
  const address = (path: string) => `http://127.0.0.1:${at.sandbox.port}${path}`;

  test.each(['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'localhost.evil.example'])(
    'is rejected, since a page may resolve its own name to this machine: Host %j',
    async (host) => {
      const authorization = `Bearer ${at.token}`;
      for (const path of ['/api/dayahead/volumes/turnover/systemPrice', '/health', '/']) {
        const reply = await ask(address(path), { headers: { host, authorization } });
        expect(reply.status).toBe(421);
        expect(parse(reply)).toMatch(/responds only to localhost/);
      }
      const token = await ask(address('/identity/connect/token'), { method: 'POST', headers: { host } });
      expect(token.status).toBe(421);
    },
  );

  test.each(['localhost', 'LOCALHOST:8766', '127.0.0.1', '127.1.2.3:1', '[::1]:8766'])(
    'is served by every name of this machine, even through a forwarded port: Host %s',
    async (host) => expect((await ask(address('/health'), { headers: { host } })).status).toBe(200),
  );
});

test('the health endpoint needs no token and no waiting', async () => {
  const slow = await startSandbox({ latencyMs: 2 ** 31 - 1, scenario: 'unexpected-error' });
  const reply = await ask(slow.healthUrl);
  expect([reply.status, parse(reply)]).toEqual([200, { status: 'ok', scenario: 'unexpected-error' }]);
  expect((await ask(slow.healthUrl, { method: 'HEAD' })).status).toBe(200);
  await slow.close();
});

test("latency delays a response, and a service that ends doesn't wait for it", async () => {
  const slow = await startSandbox({ latencyMs: 2 ** 31 - 1 });
  const asked = askToken(slow, right).then(
    () => 'answered',
    () => 'ended',
  );
  await ask(slow.healthUrl);
  await slow.close();
  expect(await asked).toBe('ended');
});

test('another seed makes up other data for the same days, and the same data every time', async () => {
  const other = await visit(undefined, 'normal', { seed: 7 });
  const again = await visit(undefined, 'normal', { seed: 7 });
  const query = { deliveryarea: 'NO1' };
  for (const id of ['dayahead-prices', 'dayahead-turnover', 'uk-flows', 'intraday-orders']) {
    const bodies: Buffer[] = [];
    for (const visited of [at, other, again]) bodies.push((await visited.get(id)).bytes);
    const [usual, seeded, repeated] = bodies as [Buffer, Buffer, Buffer];
    expect([id, seeded.equals(usual), seeded.equals(repeated)]).toEqual([id, false, true]);
  }
  const ofOther = parse(await other.get('dayahead-prices', query)) as SeriesRecord[];
  const usual = parse(await at.get('dayahead-prices', query)) as SeriesRecord[];
  expect(ofOther.map(({ values }) => values.length)).toEqual(usual.map(({ values }) => values.length));
  await other.sandbox.close();
  await again.sandbox.close();
});

test("services with different seeds that respond at the same time don't mix up their data", async () => {
  const other = await visit(undefined, 'normal', { seed: 7 });
  const query = { deliveryarea: 'NO1,SE3,FI' };
  const alone = (await other.get('intraday-orders', query)).bytes;
  const [usual, mixed] = await Promise.all([
    at.get('intraday-orders', query),
    other.get('intraday-orders', query),
  ]);
  expect(mixed.bytes.equals(alone)).toBe(true);
  expect(usual.bytes.equals((await at.get('intraday-orders', query)).bytes)).toBe(true);
  await other.sandbox.close();
});

test('no data comes in three forms', async () => {
  const future = { startTime: '2030-01-01T00:00:00Z', endTime: '2030-01-02T00:00:00Z' };
  expect((await at.get('dayahead-prices', future)).status).toBe(204);
  expect(typeof parse(await at.get('dayahead-turnover', future))).toBe('string');
  expect(parse(await at.get('intraday-orders', future))).toEqual([]);
});

test('only a client that accepts gzip gets it', async () => {
  for (const encoding of ['identity', 'deflate', 'gzip;q=0', 'gzip; q=0.0, br']) {
    const { headers } = await at.get('dayahead-prices', {}, { 'accept-encoding': encoding });
    expect(headers['content-encoding']).toBeUndefined();
  }
});

test('close ends a connection in the middle of a response', async () => {
  const slow = await visit(undefined, 'slow');
  const headers = { authorization: `Bearer ${slow.token}` };
  const response = await fetch(`${slow.sandbox.baseUrl}${findDataset('dayahead-prices')!.path}`, { headers });
  expect(response.status).toBe(200);
  await slow.sandbox.close();
  await expect(response.text()).rejects.toThrow();
});

test('a token lives as long as the command line says', async () => {
  let now = Date.parse('2026-11-21T14:00:00Z');
  const there = await visit(undefined, 'normal', { now: () => now, tokenLifetimeSeconds: 5 });
  expect(parse(await askToken(there.sandbox, right))).toMatchObject({ expires_in: 5 });
  now += 4_999;
  expect((await there.get('dayahead-turnover')).status).toBe(200);
  now += 1;
  expect((await there.get('dayahead-turnover')).status).toBe(401);
  await there.sandbox.close();
});

describe('scenario', () => {
  let there: Visit | undefined;
  afterEach(async () => {
    vi.useRealTimers();
    await there?.sandbox.close();
    there = undefined;
  });
  const now = Date.parse('2026-11-21T14:00:00Z');

  test.each([
    ['2026-11-21T14:00:00Z', 100],
    ['2026-06-01T14:00:00Z', 92],
  ])('clock-change: on %s, today has %i quarter hours', async (seen, count) => {
    there = await visit(Date.parse(seen), 'clock-change');
    const [today] = parse(await there.get('dayahead-prices')) as SeriesRecord[];
    expect(today?.values).toHaveLength(count);
  });

  test('gap: every series has a gap and a null', async () => {
    there = await visit(now, 'gap');
    for (const id of ['dayahead-prices', 'dayahead-turnover', 'uk-flows']) {
      for (const { values } of parse(await there.get(id)) as SeriesRecord[]) {
        const starts = values.map(({ startTime }) => Date.parse(startTime));
        const steps = new Set(starts.slice(1).map((start, i) => start - (starts[i] ?? 0)));
        expect(steps.size).toBe(2);
        expect(values.some(({ value }) => value === null)).toBe(true);
      }
    }
  });

  test('throttled: the two forms of Retry-After alternate, with a response once the wait is over', async () => {
    there = await visit(now, 'throttled');
    vi.useFakeTimers({ toFake: ['Date'] });
    const get = () => there!.get('dayahead-turnover');
    for (const form of [/^\d+$/, /GMT$/, /^\d+$/]) {
      const first = await get();
      expect(first.status).toBe(429);
      expect(first.headers['retry-after']).toMatch(form);
      expect((await get()).status).toBe(429);
      const after = first.headers['retry-after'] ?? '';
      vi.setSystemTime(/^\d+$/.test(after) ? Date.now() + Number(after) * 1000 : Date.parse(after));
      expect((await get()).status).toBe(200);
    }
  });

  test.each([{}, { 'accept-encoding': 'gzip' }])(
    'broken-body: the connection is closed within the body (%j)',
    async (headers) => {
      there = await visit(now, 'broken-body');
      for (const id of ['dayahead-prices', 'intraday-orders']) {
        const reply = await there.get(id, {}, headers);
        expect(reply.status).toBe(200);
        expect(reply.brokenOff).toBe(true);
        expect(reply.bytes.length).toBeGreaterThan(0);
      }
    },
  );

  test('slow: eventually the same bytes', async () => {
    there = await visit(now, 'slow');
    const query = { deliveryarea: 'NO1' };
    const slow = await there.get('dayahead-prices', query);
    expect(slow.bytes.equals((await at.get('dayahead-prices', query)).bytes)).toBe(true);
  });

  test('empty: no data for any dataset', async () => {
    there = await visit(now, 'empty');
    for (const { id, parameters } of datasets) {
      const known: Record<string, string> = {
        date: '2026-11-20',
        powerHour: '2026-11-21T13:00:00Z',
        daFrom: 'NO1',
      };
      const required = parameters.filter(({ required }) => required).map(({ name }) => name);
      const query = Object.fromEntries(required.map((name) => [name, known[name] ?? '']));
      const reply = await there.get(id, query);
      const nothing = reply.status === 204 || ['[]', '"No data available."'].includes(reply.bytes.toString());
      expect([id, nothing]).toEqual([id, true]);
    }
  });

  test.each([
    ['unauthorized', 401],
    ['unexpected-error', 500],
  ] as const)('%s: every data request gets status %i', async (scenario, status) => {
    there = await visit(now, scenario);
    const reply = await there.get('dayahead-prices');
    expect(reply.status).toBe(status);
    expect(typeof parse(reply)).toBe('string');
  });

  test.each([
    ['large:20000', {}, 20_000],
    ['large:3', { deliveryarea: 'NO1,FI', startTime: '2026-11-20T10:13:00Z' }, 3],
  ] as const)('%s: exactly the requested number, whatever the period', async (scenario, query, count) => {
    there = await visit(now, scenario);
    const records = parse(await there.get('intraday-orders', query)) as { id: string }[];
    expect(new Set(records.map(({ id }) => id)).size).toBeGreaterThan(1);
    expect(records).toHaveLength(count);
  });

  test('large: no orders from before the period, if none of it is published yet', async () => {
    there = await visit(now, 'large:20');
    const startTime = new Date(now - 5 * 60_000).toISOString();
    const reply = await there.get('intraday-orders', { deliveryarea: 'NO1', startTime });
    expect([reply.status, parse(reply)]).toEqual([200, []]);
  });
});

describe('command line', () => {
  const asked = (args: readonly string[]) => readSandboxOptions(readArguments(args, sandboxOptions).options);
  const usual = {
    port: 0,
    scenario: 'normal',
    tokenLifetimeSeconds: 3600,
    startAt: undefined,
    seed: 0,
    latencyMs: 0,
  };
  test.each([
    [[], {}],
    [['--port', '8080', '--scenario', 'gap'], { port: 8080, scenario: 'gap' }],
    [['--scenario=large:5'], { scenario: 'large:5' }],
    [['--token-lifetime', '5'], { tokenLifetimeSeconds: 5 }],
    [['--now', '2026-03-29T12:00:00Z'], { startAt: Date.UTC(2026, 2, 29, 12) }],
    [['--now=2026-03-29T12:00Z'], { startAt: Date.UTC(2026, 2, 29, 12) }],
    [['--fixtures', 'test/fixtures'], { fixtures: 'test/fixtures' }],
    [['--fixtures', 'test', '--scenario', 'slow'], { fixtures: 'test', scenario: 'slow' }],
    [['--seed', '2147483647', '--latency', '250'], { seed: 2147483647, latencyMs: 250 }],
  ])('%j is accepted', (args, line) => {
    expect(asked(args)).toEqual({ ...usual, ...line });
  });

  test.each([
    [['--port', '70000'], /port/],
    [['--port', 'x'], /port/],
    [['--scenario', 'storm'], /storm/],
    [['--scenario', 'large:0'], /large:0/],
    [['--token-lifetime', '0'], /--token-lifetime.*from 1, not 0/],
    [['--token-lifetime', '1h'], /--token-lifetime.*not 1h/],
    [['--now', 'yesterday'], /--now.*ends with Z.*not yesterday/],
    [['--now', '2026-03-29T12:00:00+02:00'], /--now/],
    [['--now', '2026-02-30T12:00:00Z'], /--now/],
    [['--seed', '-1'], /seed/],
    [['--seed', '1.5'], /--seed.*not 1\.5/],
    [['--seed', '2147483648'], /--seed/],
    [['--latency', '1s'], /--latency.*milliseconds.*not 1s/],
    [['--fixtures', ''], /--fixtures needs a value: --fixtures FOLDER/],
    [['--fixtures', 'test', '--scenario', 'gap'], /gap .*--fixtures/],
    [['--fixtures', 'test', '--scenario', 'large:5'], /large:5 .*--fixtures/],
    [['--nonsense'], /nonsense/],
  ])('%j is rejected with a reason', (args, words) => {
    expect(() => asked(args)).toThrow(words);
  });

  test('the help names every scenario, and the announcement everything that a connection needs', () => {
    for (const { name, help: words } of scenarios) {
      expect(sandboxNotes).toContain(name);
      expect(sandboxNotes).toContain(words);
    }
    const notReplayed = [...sandboxNotes.matchAll(/^ {2}(\S+) .* \(not with --fixtures\)$/gm)];
    expect(notReplayed.map(([, name]) => name)).toEqual(['clock-change', 'gap', 'large']);
    const text = announcement(at.sandbox, 'normal');
    const setting = /"marketData\.connections": (\[.*?\n\])/s.exec(text)?.[1] ?? '';
    expect(JSON.parse(setting)).toEqual([
      { name: 'sample-service', baseUrl: at.sandbox.baseUrl, authUrl: at.sandbox.authUrl },
    ]);
  });

  test('a program finds everything it needs on one line that no other line looks like', () => {
    const { baseUrl, authUrl, healthUrl, port } = at.sandbox;
    const lines = (announcement(at.sandbox, 'normal') + readyLine(at.sandbox)).split('\n');
    const ready = lines.filter((line) => line.startsWith('{"ready":'));
    expect(ready.map((line) => JSON.parse(line) as unknown)).toEqual([
      { ready: true, baseUrl, authUrl, healthUrl, port, username: 'sample', password: 'sample' },
    ]);
  });
});
