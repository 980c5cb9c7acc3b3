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

/** What is sent: a short value as JSON, a body, or status 204 without one. */
type Reply =
  | { readonly status: number; readonly value: unknown; readonly headers: Headers }
  | { readonly body: Readable }
  | 'noContent';

/** A short JSON response. Errors are JSON strings (docs/api.md, "Response cases"). */
const json = (status: number, value: unknown, headers: Headers = {}): Reply => ({ status, value, headers });

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

const noData: { readonly [Form in EmptyResponse]: Reply } = {
  status: 'noContent',
  text: json(200, 'No data available.'),
  emptyArray: json(200, []),
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

/** The response to a sign-in. */
async function signedIn(tokens: ReturnType<typeof tokenDesk>, request: IncomingMessage): Promise<Reply> {
  if (request.method !== 'POST') return json(405, { error: 'invalid_request' }, { allow: 'POST' });
  const form = await readForm(request);
  if (form === undefined) return json(413, { error: 'invalid_request' });
  const { status, body } = tokens.grant(new URLSearchParams(form));
  return json(status, body);
}

/** Sends a reply, whose body in the way that the scenario requires. */
async function send(
  reply: Reply,
  request: IncomingMessage,
  response: ServerResponse,
  scenario: Scenario,
): Promise<void> {
  if (reply === 'noContent') response.writeHead(204).end();
  else if ('value' in reply) {
    const bytes = Buffer.from(JSON.stringify(reply.value));
    response.writeHead(reply.status, { ...reply.headers, 'content-length': bytes.length }).end(bytes);
  } else {
    const gzip = takesGzip(request);
    response.writeHead(200, gzip ? { 'content-encoding': 'gzip' } : {});
    if (scenario === 'broken-body') await breakOff(response, reply.body, gzip);
    else await sendBody(response, reply.body, { gzip, slow: scenario === 'slow' });
  }
}

/** A listener for the whole service: the sign-in service and every operation of the API. */
export function service(options: ServiceOptions): RequestListener {
  const { scenario, now, seed, latencyMs, tokenLifetimeSeconds, signIn, fixtures } = options;
  const tokens = tokenDesk(now, tokenLifetimeSeconds, signIn);
  const retryAfter = throttle();

  /** Why a request for data gets none, whatever it asks. */
  function refusal({ method, headers }: IncomingMessage): Reply | undefined {
    if (method !== 'GET') return json(405, 'Only GET is supported.', { allow: 'GET' });
    if (scenario === 'unauthorized' || !tokens.accepts(headers.authorization)) {
      const challenge = { 'www-authenticate': 'Bearer' };
      return json(401, 'The access token is missing, unknown, or expired.', challenge);
    }
    const busy = scenario === 'throttled' ? retryAfter() : undefined;
    if (busy !== undefined) return json(429, 'Too many requests in the system.', { 'retry-after': busy });
    return scenario === 'unexpected-error' ? json(500, 'An unexpected error occurred.') : undefined;
  }

  function madeUp(dataset: Dataset, query: URLSearchParams): Reply {
    const sampleRequest = readSampleRequest(dataset, query);
    if (typeof sampleRequest === 'string') return json(400, sampleRequest);
    const { id, record } = dataset;
    const found = sampleResponses.get(id);
    if (!found) throw new Error(`Dataset ${id} has no sample response.`);
    const situation = { now: now(), gaps: scenario === 'gap', orders: ordersOf(scenario) };
    const records = scenario === 'empty' ? [] : withSeed(seed, found.records(sampleRequest, situation));
    const pieces = bodyPieces(records, recordShapes[record].root)[Symbol.iterator]();
    const first = pieces.next();
    return first.done ? noData[found.noData] : { body: encoded(startingWith(first.value, pieces)) };
  }

  async function replayed(
    saved: ReplayedFolder,
    dataset: Dataset | undefined,
    query: URLSearchParams,
    url: string,
  ): Promise<Reply> {
    const fixture = dataset && fixtureFor(saved, dataset, query);
    if (!fixture) return json(404, notSaved(saved, dataset, `GET ${url}`));
    if (fixture.hasNoData || scenario === 'empty') return noData.status;
    const file = await openFixture(fixture).catch(() => undefined);
    return file ? { body: file.createReadStream() } : json(500, `${fixture.name} can't be read any more.`);
  }

  async function replyTo(request: IncomingMessage): Promise<Reply> {
    const { url = '' } = request;
    const [pathname = '', search] = url.split(/\?(.*)/s);
    if (!isForThisMachine(request)) {
      // 421 Misdirected Request, RFC 9110, 15.5.20
      return json(421, 'The sample service responds only to localhost, 127.0.0.1, and [::1].');
    }
    if (pathname === healthPath) return json(200, { status: 'ok', scenario });
    // This timer doesn't keep the process running.
    if (latencyMs > 0) await wait(latencyMs, undefined, { ref: false });
    // Copied programs append the token path of their connection, which can be empty.
    if (pathname === identityPath || isBelow(identityPath, pathname)) return signedIn(tokens, request);
    const query = new URLSearchParams(search);
    const saved = fixtures();
    const dataset = isBelow(apiPath, pathname) ? datasetAt(pathname) : undefined;
    if (saved) return refusal(request) ?? replayed(saved, dataset, query, url);
    if (dataset) return refusal(request) ?? madeUp(dataset, query);
    return json(404, `Not found: ${pathname}.`);
  }

  return (request, response) => {
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.setHeader('cache-control', 'no-store');
    response.setHeader('vary', 'Accept-Encoding');
    // Doesn't contain the user name of the sample sign-in ("sample"), which would be masked.
    response.setHeader('server', 'market-data-sandbox');
    const sent = replyTo(request).then((reply) => send(reply, request, response, scenario));
    sent.catch((error: unknown) => {
      // A client that disconnected gets no response. Any other failure is an error of the service.
      if (response.headersSent || response.destroyed) response.destroy();
      else {
        const words = `An unexpected error occurred: ${errorText(error)}`;
        void send(json(500, words), request, response, scenario);
      }
    });
  };
}

function* startingWith<Item>(first: Item, rest: Iterator<Item, unknown>): Iterable<Item> {
  yield first;
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
}
