import { spawn, type ChildProcess } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { transformSync } from 'esbuild';
import fc from 'fast-check';
import type { RequestHandler } from 'msw';
import { setupServer, type SetupServer } from 'msw/node';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { mockLabels } from '../../../../src/protocol/codeTargets';
import { tokenPathOf, type MockedQuery } from '../../../../src/exports/mocks/mockedQuery';
import { mockOf } from '../../../../src/exports/mocks/mocks';
import type { Dataset, Parameter } from '../../../../src/market/datasets/dataset';
import { datasets, findDataset } from '../../../../src/market/datasets/datasets';
import { targetOf } from '../../../../src/request/requestTarget';
import type { MarketReply } from '../../../../src/service/clientTypes';
import { answersOf, seededAnswersOf } from '../types/answers';
import { readBody, rowsOf } from '../../table/readBody';
import { propertyRuns } from '../../propertyRuns';
import {
  anna,
  bodyOf,
  clientFor,
  connectionTo,
  endedOf,
  memoryVault,
  requestTo,
} from '../../service/localService';
import { startReader, type RunningMock } from './wireMockReader';

const fixtures = join(import.meta.dirname, '..', '..', '..', 'fixtures');

/**
 * A folder of a project, where the packages of this one are found. It is below a folder of packages itself, so
 * that Node imports the mocks directly: through Vite, each of hundreds would take several times as long.
 */
const project = join(mkdtempSync(join(tmpdir(), 'mocks-')), 'node_modules', 'project');
mkdirSync(project, { recursive: true });
symlinkSync(join(process.cwd(), 'node_modules'), join(project, 'node_modules'), 'junction');

/** Values that are written in more than one way, or end texts of other languages. */
const sample = ({ kind, several, choices }: Parameter): string => {
  if (kind === 'instant' || kind === 'powerHour') return '2026-03-28T23:00:00Z';
  if (kind === 'date') return '2026-03-29';
  if (kind === 'text') return `IFA 'x' "$(id)" \${y} {{z}} a&b=c+d%41 ä`;
  return several ? 'NO1,50Hz,DE-LU' : (choices?.[0]?.value ?? 'NO1');
};

const mockedQuery = (dataset: Dataset): MockedQuery => ({
  dataset,
  parameters: Object.fromEntries(dataset.parameters.map((each) => [each.name, sample(each)])),
  tokenPath: '/connect/token',
  file: `${dataset.id}.json`,
});

/** The same query as another program would write it. */
const rewritten = ({ dataset, parameters }: MockedQuery) => ({
  dataset,
  parameters: Object.fromEntries(
    Object.entries(parameters)
      .reverse()
      .map(([name, value]) => [
        name,
        value.replace('NO1,50Hz,DE-LU', 'DE-LU,NO1,50Hz').replace('23:00:00Z', '23:00:00.000Z'),
      ]),
  ),
});

interface MswModule {
  readonly handlers: RequestHandler[];
  readonly responses: RequestHandler[];
  readonly otherwise: RequestHandler;
  readonly variants: Readonly<Record<string, () => RequestHandler>>;
}

/** A query whose fixture is a response of the tests, or this body. */
interface ServedQuery extends MockedQuery {
  readonly body?: string;
}

const bodyIn = ({ file, body }: ServedQuery) => body ?? readFileSync(join(fixtures, file), 'utf8');

/** Mocks and their folders: all responses to a query have the same mock. */
const folders = new Map<string, string>();

/** Writes the mock beside its fixture, as a project has them, and returns the folder. */
function write(query: ServedQuery, name: string, mock: string, codeOf = (text: string) => text): string {
  const folder = folders.get(mock) ?? mkdtempSync(join(project, 'mock-'));
  if (!folders.has(mock)) writeFileSync(join(folder, name), codeOf(mock));
  folders.set(mock, folder);
  const fixture = join(folder, query.file);
  // Some file systems wait for the disk when a file is overwritten, but not when it is new.
  rmSync(fixture, { force: true });
  writeFileSync(fixture, bodyIn(query));
  return folder;
}

const compile = (mock: string) => transformSync(mock, { loader: 'ts' }).code;
let imports = 0;

async function mswModule(query: ServedQuery): Promise<MswModule> {
  const name = `${query.dataset.id}.msw.mjs`;
  const folder = write(query, name, mockOf('msw', query), compile);
  // It reads its fixture when it is imported, so each response needs an import of its own.
  return (await import(`${pathToFileURL(join(folder, name)).href}?${++imports}`)) as MswModule;
}

/** The addresses that no handler responds to, for which the program gets an error. */
function listen(...handlers: RequestHandler[]) {
  const unhandled: string[] = [];
  const server = setupServer(...handlers);
  server.listen({
    onUnhandledRequest: ({ url }) => {
      unhandled.push(url);
      throw new Error(`Nothing is there for ${url}.`);
    },
  });
  onTestFinished(() => server.close());
  return { server, unhandled };
}

/** Each of several would see the requests to the last one, too. */
let lastMsw: SetupServer | undefined;

async function startMsw(query: ServedQuery): Promise<RunningMock> {
  const { handlers, variants } = await mswModule(query);
  lastMsw?.close();
  const { server } = listen(...handlers);
  lastMsw = server;
  return {
    url: 'http://127.0.0.1:9',
    use: (variant) => {
      const handler = variants[variant];
      if (!handler) throw new Error(`There is no variant ${variant}.`);
      server.use(handler());
      return Promise.resolve();
    },
  };
}

const wireMockName = ({ dataset }: ServedQuery) => `${dataset.id}${mockLabels.wiremock.suffix}`;
const writeWireMock = (query: ServedQuery) => write(query, wireMockName(query), mockOf('wiremock', query));

const startWireMockReader = (query: ServedQuery): Promise<RunningMock> =>
  startReader(writeWireMock(query), wireMockName(query));

/** Set by test/harness/wiremock.mjs. */
const wireMockJar = process.env.WIREMOCK_JAR ?? '';

/** The only WireMock of a run, because it takes seconds to start, with the folders that it reads. */
let wireMock: Promise<{ readonly folder: string; readonly url: string }> | undefined;
const programs: ChildProcess[] = [];
afterAll(() => programs.forEach((program) => program.kill()));

async function runWireMock() {
  const folder = mkdtempSync(join(project, 'wiremock-'));
  for (const part of ['mappings', '__files']) mkdirSync(join(folder, part));
  const options = ['--port', '0', '--root-dir', folder, '--disable-banner'];
  const program = spawn('java', ['-jar', wireMockJar, ...options]);
  programs.push(program);
  const port = await new Promise<string>((resolve, reject) => {
    let said = '';
    program.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const [, found] = /port:\s+(\d+)/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    program.on('exit', () => reject(new Error(said)));
  });
  return { folder, url: `http://127.0.0.1:${port}` };
}

/** WireMock itself, with its folders as the file says. */
async function startWireMock(query: ServedQuery): Promise<RunningMock> {
  const written = writeWireMock(query);
  const { folder, url } = await (wireMock ??= runWireMock());
  copyFileSync(join(written, wireMockName(query)), join(folder, 'mappings', 'only.json'));
  copyFileSync(join(written, query.file), join(folder, '__files', query.file));
  async function manage(path: string, init: RequestInit): Promise<void> {
    const answer = await fetch(`${url}/__admin/${path}`, init);
    if (!answer.ok) throw new Error(await answer.text());
  }
  await manage('reset', { method: 'POST' }); // reads the folders again
  return {
    url,
    use: (state) =>
      manage(`scenarios/${encodeURIComponent(query.dataset.id)}/state`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ state }),
      }),
  };
}

/** Our own client, which signs in, queries through base paths, and waits if the service says so. */
function askWith({ url }: RunningMock, query: Pick<MockedQuery, 'dataset' | 'parameters'>) {
  const { client } = clientFor(memoryVault({ credentials: anna }));
  const connection = connectionTo(`${url}/api`, `${url}/id`, { venue: 'any' });
  return client.ask(requestTo(connection, { target: targetOf(query, connection) }));
}

/** The body's text; WireMock compresses it for those who accept that. */
async function decoded(reply: MarketReply): Promise<string> {
  const { body, encoding } = bodyOf(reply);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}

const token = { headers: { authorization: 'Bearer mock-token' } };

describe.each([
  { mock: 'MSW', start: startMsw, isThere: true },
  { mock: 'the reader of WireMock mappings', start: startWireMockReader, isThere: true },
  // Not installed by `npm test`; test/README.md says how to run these tests with it.
  { mock: 'WireMock', start: startWireMock, isThere: wireMockJar !== '' },
])('$mock', { timeout: 60_000 }, ({ start, isThere }) => {
  const test = it.skipIf(!isThere);

  test.each(datasets)(
    'gives our client each response to $id, even with seeded values, and the table is the same',
    async (dataset) => {
      const query = mockedQuery(dataset);
      const odd = { name: `${dataset.id} as it is sent`, text: bodyIn(query) };
      for (const { name, text } of [odd, ...answersOf(dataset), ...seededAnswersOf(dataset)]) {
        const mock = await start({ ...query, body: text });
        const body = await decoded(await askWith(mock, query));
        expect(body, name).toBe(text);
        const [arrived, read] = [body, text].map((each) => readBody(each, dataset.record).table);
        expect(rowsOf(arrived!), name).toEqual(rowsOf(read!));
      }
    },
  );

  test.each(datasets)(
    'gives the response to $id for other notations of areas, times, and parameters',
    async (dataset) => {
      const query = mockedQuery(dataset);
      const mock = await start(query);
      expect(await decoded(await askWith(mock, rewritten(query)))).toBe(bodyIn(query));
    },
  );

  test.each(datasets)('rejects any other query, and says which query to $id it serves', async (dataset) => {
    const query = mockedQuery(dataset);
    const mock = await start(query);
    const connection = connectionTo(`${mock.url}/api`);
    const target = targetOf({ ...query, parameters: rewritten(query).parameters }, connection);
    const others = [
      ...datasets
        .filter(({ path }) => path !== dataset.path)
        .map((other) => targetOf({ dataset: other, parameters: query.parameters }, connection)),
      target.replace('2026-03-2', '2026-03-1'),
      target.replace('DE-LU,', ''),
      target.replace('DE-LU,NO1', 'DE-LU,DE-LU'),
      `${target}&deliveryArea=NO1`,
      `${target}&${target.split(/[?&]/).at(-1) ?? ''}`,
      `${target}&${target}`,
      target.split('?')[0] ?? '',
    ].filter((other) => other !== target);
    for (const other of others) {
      const reply = await fetch(`${mock.url}/api${other}`, token);
      const { pathname, search } = new URL(`${mock.url}/api${other}`);
      const words: unknown = await reply.json();
      expect([reply.status, words], other).toEqual([404, expect.any(String)]);
      expect(words).toContain(`This mock serves only GET ${dataset.path}?`);
      expect(words).toContain(`(${query.file}). Requested: GET ${pathname}${search}`);
    }
  });

  const prices = mockedQuery(findDataset('dayahead-prices')!);

  test('serves a query without parameters, but not with some', async () => {
    const mock = await start({ ...prices, parameters: {} });
    expect((await fetch(`${mock.url}${prices.dataset.path}`, token)).status).toBe(200);
    expect((await fetch(`${mock.url}${prices.dataset.path}?currency=EUR`, token)).status).toBe(404);
  });

  test('rejects a request without its token, and a sign-in that is not a password grant', async () => {
    const mock = await start(prices);
    const url = `${mock.url}${targetOf(prices, connectionTo(mock.url))}`;
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, { headers: { authorization: 'Bearer another' } })).status).toBe(401);
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    const grant = await fetch(`${mock.url}/connect/token`, { method: 'POST', body });
    expect([400, 404]).toContain(grant.status);
  });

  test('variant noData: 204 without a body', async () => {
    const mock = await start(prices);
    await mock.use('noData');
    expect(endedOf(await askWith(mock, prices))).toMatchObject({
      outcome: { kind: 'noData', status: 204 },
      bytes: 0,
    });
  });

  test('variant unauthorizedOnce: our client renews the token, then gets the data', async () => {
    const mock = await start(prices);
    await mock.use('unauthorizedOnce');
    expect(bodyOf(await askWith(mock, prices)).trace.attempts).toBe(2);
    expect(bodyOf(await askWith(mock, prices)).trace.attempts).toBe(1);
  });

  test('variant tooManyRequestsOnce: our client waits for a second, then gets the data', async () => {
    const mock = await start(prices);
    await mock.use('tooManyRequestsOnce');
    const url = `${mock.url}${targetOf(prices, connectionTo(mock.url))}`;
    expect((await fetch(url, token)).headers.get('retry-after')).toBe('1');
    await mock.use('tooManyRequestsOnce');
    expect(bodyOf(await askWith(mock, prices)).trace.attempts).toBe(2);
  });

  test('variant unexpectedError: our client gets the error, again and again', async () => {
    const mock = await start(prices);
    await mock.use('unexpectedError');
    for (const attempt of ['first', 'second']) {
      const { outcome } = endedOf(await askWith(mock, prices));
      expect(outcome, attempt).toMatchObject({ kind: 'unexpectedError', status: 500, isQuote: true });
    }
  });
});

it('a mock recognizes token requests by their path, even if the connection has it only in its address', () => {
  const authUrl = 'https://sign-in.example/oauth2/token';
  expect(tokenPathOf({ authUrl, tokenPath: '' })).toBe('/oauth2/token');
  expect(tokenPathOf({ authUrl: 'https://sign-in.example/x', tokenPath: '/connect/token' })).toBe(
    '/connect/token',
  );
});

it('any value, file name, and token path keeps the mocks readable for their programs', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 });
  const query = fc.record({
    dataset: fc.constantFrom(...datasets),
    parameters: fc.dictionary(text, text),
    tokenPath: text.map((path) => `/${path}`),
    file: text.map((name) => `${name}.json`),
  });
  fc.assert(
    fc.property(query, (each) => {
      const { code } = transformSync(mockOf('msw', each), { loader: 'ts' });
      expect(code).toContain('export const handlers');
      const { mappings } = JSON.parse(mockOf('wiremock', each)) as {
        mappings: { request: { urlPattern?: string; urlPathPattern?: string } }[];
      };
      for (const { request } of mappings) {
        expect(() => new RegExp(request.urlPattern ?? request.urlPathPattern ?? '')).not.toThrow();
      }
    }),
    { numRuns: propertyRuns(30, 2000) },
  );
});

it('the MSW mocks of several fixtures are used together, and let requests to others pass', async () => {
  const [prices, orders] = ['dayahead-prices', 'intraday-orders'].map((id) => mockedQuery(findDataset(id)!));
  const [first, second] = [await mswModule(prices!), await mswModule(orders!)];
  const { unhandled } = listen(...first.responses, ...second.responses, first.otherwise);
  const connection = connectionTo('https://market.example');
  for (const query of [prices!, orders!]) {
    const reply = await fetch(`https://market.example${targetOf(query, connection)}`, token);
    expect(await reply.text()).toBe(readFileSync(join(fixtures, query.file), 'utf8'));
  }
  const other = 'https://other.example/dayahead';
  await fetch(other);
  expect(unhandled).toEqual([other]);
});
