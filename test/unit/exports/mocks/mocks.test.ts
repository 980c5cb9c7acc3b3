import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import fc from 'fast-check';
import type { RequestHandler } from 'msw';
import { setupServer, type SetupServer } from 'msw/node';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tokenPathOf, type MockedQuery } from '#src/exports/mocks/mockedQuery';
import { mockOf } from '#src/exports/mocks/mocks';
import type { Dataset, Parameter } from '#src/market/datasets/dataset';
import { datasets, findDataset } from '#src/market/datasets/datasets';
import { targetOf } from '#src/request/requestTarget';
import type { MarketReply } from '#src/service/clientTypes';
import { answersOf, seededAnswersOf } from '../types/answers';
import { readBody, rowsOf } from '../../table/readBody';
import { propertyRuns } from '../../propertyRuns';
import { anna, bodyOf, clientFor, connectionTo, memoryVault, requestTo } from '../../service/localService';

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
}

/** A query whose fixture is a response of the tests, or this body. */
interface ServedQuery extends MockedQuery {
  readonly body?: string;
}

const bodyIn = ({ file, body }: ServedQuery) => body ?? readFileSync(join(fixtures, file), 'utf8');

const compile = (mock: string) => transformSync(mock, { loader: 'ts' }).code;

/** Mocks and their folders: all responses to a query have the same mock. */
const folders = new Map<string, string>();

/** Writes the mock beside its fixture, as a project has them, and returns the folder. */
function write(query: ServedQuery, name: string): string {
  const mock = mockOf('msw', query);
  const folder = folders.get(mock) ?? mkdtempSync(join(project, 'mock-'));
  if (!folders.has(mock)) writeFileSync(join(folder, name), compile(mock));
  folders.set(mock, folder);
  const fixture = join(folder, query.file);
  // Some file systems wait for the disk when a file is overwritten, but not when it is new.
  rmSync(fixture, { force: true });
  writeFileSync(fixture, bodyIn(query));
  return folder;
}

let imports = 0;

async function mswModule(query: ServedQuery): Promise<MswModule> {
  const name = `${query.dataset.id}.msw.mjs`;
  const folder = write(query, name);
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

/** A running mock, and the addresses that it left to others. */
async function startMsw(query: ServedQuery) {
  const { handlers } = await mswModule(query);
  lastMsw?.close();
  const { server, unhandled } = listen(...handlers);
  lastMsw = server;
  return { url: 'http://127.0.0.1:9', unhandled };
}

/** Our own client, which signs in, queries through base paths, and waits if the service says so. */
function askWith({ url }: { url: string }, query: Pick<MockedQuery, 'dataset' | 'parameters'>) {
  const { client } = clientFor(memoryVault({ credentials: anna }));
  const connection = connectionTo(`${url}/api`, `${url}/id`, { venue: 'any' });
  return client.ask(requestTo(connection, { target: targetOf(query, connection) }));
}

async function textOf(reply: MarketReply): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bodyOf(reply).body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const token = { headers: { authorization: 'Bearer mock-token' } };

describe('MSW', { timeout: 60_000 }, () => {
  it.each(datasets)(
    'gives our client each response to $id, even with seeded values, and the table is the same',
    async (dataset) => {
      const query = mockedQuery(dataset);
      const odd = { name: `${dataset.id} as it is sent`, text: bodyIn(query) };
      for (const { name, text } of [odd, ...answersOf(dataset), ...seededAnswersOf(dataset)]) {
        const mock = await startMsw({ ...query, body: text });
        const body = await textOf(await askWith(mock, query));
        expect(body, name).toBe(text);
        const [arrived, read] = [body, text].map((each) => readBody(each, dataset.record).table);
        expect(rowsOf(arrived!), name).toEqual(rowsOf(read!));
      }
    },
  );

  it.each(datasets)(
    'gives the response to $id for other notations of areas, times, and parameters',
    async (dataset) => {
      const query = mockedQuery(dataset);
      const mock = await startMsw(query);
      expect(await textOf(await askWith(mock, rewritten(query)))).toBe(bodyIn(query));
    },
  );

  it.each(datasets)('leaves any other query than its query to $id to others', async (dataset) => {
    const query = mockedQuery(dataset);
    const mock = await startMsw(query);
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
      const address = `${mock.url}/api${other}`;
      await fetch(address, token).catch(() => undefined);
      expect(mock.unhandled.at(-1)).toBe(new URL(address).href);
    }
  });

  const prices = mockedQuery(findDataset('dayahead-prices')!);

  it('serves a query without parameters, but not with some', async () => {
    const mock = await startMsw({ ...prices, parameters: {} });
    expect((await fetch(`${mock.url}${prices.dataset.path}`, token)).status).toBe(200);
    await fetch(`${mock.url}${prices.dataset.path}?currency=EUR`, token).catch(() => undefined);
    expect(mock.unhandled).toEqual([`${mock.url}${prices.dataset.path}?currency=EUR`]);
  });

  it("rejects a request without its token, and a sign-in that isn't a password grant", async () => {
    const mock = await startMsw(prices);
    const url = `${mock.url}${targetOf(prices, connectionTo(mock.url))}`;
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, { headers: { authorization: 'Bearer another' } })).status).toBe(401);
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    const grant = await fetch(`${mock.url}/connect/token`, { method: 'POST', body });
    expect(grant.status).toBe(400);
  });
});

it('a mock recognizes token requests by their path, even if the connection has it only in its address', () => {
  const authUrl = 'https://sign-in.example/oauth2/token';
  expect(tokenPathOf({ authUrl, tokenPath: '' })).toBe('/oauth2/token');
  expect(tokenPathOf({ authUrl: 'https://sign-in.example/x', tokenPath: '/connect/token' })).toBe(
    '/connect/token',
  );
});

it.each(datasets)('a mock of $id has at most 40 lines', (dataset) => {
  expect(mockOf('msw', mockedQuery(dataset)).trimEnd().split('\n').length).toBeLessThanOrEqual(40);
});

it('any value, file name, and token path keeps the mock readable for its program', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 });
  const query = fc.record({
    dataset: fc.constantFrom(...datasets),
    parameters: fc.dictionary(text, text),
    tokenPath: text.map((path) => `/${path}`),
    file: text.map((name) => `${name}.json`),
  });
  fc.assert(
    fc.property(query, (each) => {
      expect(compile(mockOf('msw', each))).toContain('export const handlers');
    }),
    { numRuns: propertyRuns(30, 2000) },
  );
});

it('the MSW mocks of several fixtures are used together, and let requests to others pass', async () => {
  const [prices, orders] = ['dayahead-prices', 'intraday-orders'].map((id) => mockedQuery(findDataset(id)!));
  const [first, second] = [await mswModule(prices!), await mswModule(orders!)];
  const { unhandled } = listen(...first.handlers, ...second.handlers);
  const connection = connectionTo('https://market.example');
  for (const query of [prices!, orders!]) {
    const reply = await fetch(`https://market.example${targetOf(query, connection)}`, token);
    expect(await reply.text()).toBe(readFileSync(join(fixtures, query.file), 'utf8'));
  }
  const other = 'https://other.example/dayahead';
  await fetch(other);
  expect(unhandled).toEqual([other]);
});
