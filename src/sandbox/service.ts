import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import type { Dataset } from '../market/datasets/dataset';
import { datasetAt } from '../market/datasets/datasets';
import { recordShapes } from '../market/records/recordKinds';
import { sampleResponses, type EmptyResponse } from './market/sampleResponses';
import { readSampleRequest } from './market/sampleRequest';
import { withSeed } from './market/seed';
import { bodyPieces, breakOff, encoded, sendBody } from './body';
import { fixtureFor, notSaved, openFixture, type ReplayedFolder } from './replayedFixtures';
import { ordersOf, type Scenario } from './scenario';
import { throttle } from './throttle';
import { tokenDesk, type AcceptedSignIn } from './tokens';
import { errorText } from '../text/errorText';

/** The paths of the two parts of the service. */
export const apiPath = '/api';
export const identityPath = '/identity';
/** Responds as soon as the service runs, without a token and without delay. */
export const healthPath = '/health';

/** How a service behaves; the command line sets all of this. */
export interface ServiceOptions {
  readonly scenario: Scenario;
  /** The service's clock, in epoch milliseconds; it determines what has been published. */
  readonly now: () => number;
  /** Seed of the generated data; 0 gives the data of the built-in connection. */
  readonly seed: number;
  /** How long to wait before each response. */
  readonly latencyMs: number;
  readonly tokenLifetimeSeconds: number;
  readonly signIn: AcceptedSignIn;
  /** The saved responses, as last listed, that are replayed instead of generated data. */
  readonly fixtures: () => ReplayedFolder | undefined;
}

const isBelow = (path: string, pathname: string) => pathname.startsWith(`${path}/`);

type Headers = Readonly<Record<string, string>>;

/** Sends a short JSON response. Errors are JSON strings (docs/api.md, "Response cases"). */
function send(response: ServerResponse, status: number, value: unknown, headers: Headers = {}) {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
}

/** Whether the request accepts gzip: Accept-Encoding names it, without a quality of zero. */
function takesGzip(request: IncomingMessage): boolean {
  const accepted = request.headers['accept-encoding'] ?? '';
  return /(^|,)\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*(,|$))[\d.]+\s*)?(,|$)/i.test(accepted);
}

/**
 * Whether the request's `Host` is a name that always means this machine. A web page can make its own name
 * resolve to 127.0.0.1 and would then be able to read the responses, but `Host` still contains that name.
 */
const isForThisMachine = ({ headers: { host = '' } }: IncomingMessage): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host);

const sendNoData: { readonly [Form in EmptyResponse]: (response: ServerResponse) => void } = {
  status: (response) => response.writeHead(204).end(),
  text: (response) => send(response, 200, 'No data available.'),
  emptyArray: (response) => send(response, 200, []),
};

const largestForm = 65_536;

/** The body of a request as text, or `undefined` if it's too long for a sign-in. */
async function readForm(request: IncomingMessage): Promise<string | undefined> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8'))
    // The rest is read and discarded: to stop reading would close the connection before the error is sent.
    if (text.length <= largestForm) text += String(chunk);
  return text.length > largestForm ? undefined : text;
}

/** Responds to a sign-in. */
async function token(
  tokens: ReturnType<typeof tokenDesk>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    send(response, 405, { error: 'invalid_request' }, { allow: 'POST' });
    return;
  }
  const form = await readForm(request);
  if (form === undefined) {
    send(response, 413, { error: 'invalid_request' });
    return;
  }
  const { status, body } = tokens.grant(new URLSearchParams(form));
  send(response, status, body);
}

/** Sends a body in the way that the scenario requires. */
async function succeed(
  scenario: Scenario,
  request: IncomingMessage,
  response: ServerResponse,
  body: Readable,
): Promise<void> {
  const gzip = takesGzip(request);
  response.writeHead(200, gzip ? { 'content-encoding': 'gzip' } : {});
  if (scenario === 'broken-body') await breakOff(response, body, gzip);
  else await sendBody(response, body, { gzip, slow: scenario === 'slow' });
}

/** A listener for the whole service: the sign-in service and every operation of the API. */
export function service(options: ServiceOptions): RequestListener {
  const { scenario, now, seed, latencyMs, tokenLifetimeSeconds, signIn, fixtures } = options;
  const tokens = tokenDesk(now, tokenLifetimeSeconds, signIn);
  const retryAfter = throttle();

  async function data(
    request: IncomingMessage,
    response: ServerResponse,
    respond: () => Promise<void>,
  ): Promise<void> {
    if (request.method !== 'GET') {
      send(response, 405, 'Only GET is supported.', { allow: 'GET' });
      return;
    }
    if (scenario === 'unauthorized' || !tokens.accepts(request.headers.authorization)) {
      const challenge = { 'www-authenticate': 'Bearer' };
      send(response, 401, 'The access token is missing, unknown, or expired.', challenge);
      return;
    }
    const busy = scenario === 'throttled' ? retryAfter() : undefined;
    if (busy !== undefined) {
      send(response, 429, 'Too many requests in the system.', { 'retry-after': busy });
      return;
    }
    if (scenario === 'unexpected-error') send(response, 500, 'An unexpected error occurred.');
    else await respond();
  }

  async function makeUp(
    request: IncomingMessage,
    response: ServerResponse,
    dataset: Dataset,
    query: URLSearchParams,
  ): Promise<void> {
    const sampleRequest = readSampleRequest(dataset, query);
    if (typeof sampleRequest === 'string') {
      send(response, 400, sampleRequest);
      return;
    }
    const { id, record } = dataset;
    const found = sampleResponses.get(id);
    if (!found) throw new Error(`Dataset ${id} has no sample response.`);
    const situation = { now: now(), gaps: scenario === 'gap', orders: ordersOf(scenario) };
    const records = scenario === 'empty' ? [] : withSeed(seed, found.records(sampleRequest, situation));
    const pieces = bodyPieces(records, recordShapes[record].root)[Symbol.iterator]();
    const first = pieces.next();
    if (first.done) sendNoData[found.noData](response);
    else await succeed(scenario, request, response, encoded(startingWith(first.value, pieces)));
  }

  async function replay(
    request: IncomingMessage,
    response: ServerResponse,
    saved: ReplayedFolder,
    dataset: Dataset | undefined,
    query: URLSearchParams,
  ): Promise<void> {
    const fixture = dataset && fixtureFor(saved, dataset, query);
    if (!fixture) {
      send(response, 404, notSaved(saved, dataset, `GET ${request.url ?? ''}`));
      return;
    }
    if (fixture.hasNoData || scenario === 'empty') {
      sendNoData.status(response);
      return;
    }
    const file = await openFixture(fixture).catch(() => undefined);
    if (file) await succeed(scenario, request, response, file.createReadStream());
    else send(response, 500, `${fixture.name} can't be read any more.`);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.setHeader('cache-control', 'no-store');
    response.setHeader('vary', 'Accept-Encoding');
    // Doesn't contain the user name of the sample sign-in ("sample"), which would be masked.
    response.setHeader('server', 'market-data-sandbox');
    const [pathname = '', search] = (request.url ?? '').split(/\?(.*)/s);
    const query = new URLSearchParams(search);
    if (!isForThisMachine(request)) {
      // 421 Misdirected Request, RFC 9110, 15.5.20
      send(response, 421, 'The sample service responds only to localhost, 127.0.0.1, and [::1].');
      return;
    }
    if (pathname === healthPath) {
      send(response, 200, { status: 'ok', scenario });
      return;
    }
    // This timer doesn't keep the process running.
    if (latencyMs > 0) await wait(latencyMs, undefined, { ref: false });
    const saved = fixtures();
    const dataset = isBelow(apiPath, pathname) ? datasetAt(pathname) : undefined;
    // Copied programs append the token path of their connection, which can be empty.
    if (pathname === identityPath || isBelow(identityPath, pathname)) await token(tokens, request, response);
    else if (saved) await data(request, response, () => replay(request, response, saved, dataset, query));
    else if (dataset) await data(request, response, () => makeUp(request, response, dataset, query));
    else send(response, 404, `Not found: ${pathname}.`);
  }

  return (request, response) => {
    handle(request, response).catch((error: unknown) => {
      // A client that disconnected gets no response. Any other failure is an error of the service.
      if (response.headersSent || response.destroyed) response.destroy();
      else send(response, 500, `An unexpected error occurred: ${errorText(error)}`);
    });
  };
}

function* startingWith<Item>(first: Item, rest: Iterator<Item, unknown>): Iterable<Item> {
  yield first;
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
}
