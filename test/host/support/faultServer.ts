import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { send } from './faults';
import type { Answer } from './faults';

export type { Answer } from './faults';

/** A request as received. Header names are in lowercase. */
export interface SeenRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
  /** Resolves when the client disconnects or the response is complete: `aborted` says which. */
  closed: Promise<{ aborted: boolean }>;
}

/** The response to one token request: a token, or any other response. */
export type Grant = { token: string; expiresIn?: number } | Answer;

export interface FaultServer {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** All requests since the start or the last `reset`, in order of arrival. */
  readonly requests: readonly SeenRequest[];
  /**
   * Scripts a path: each request gets the next response, and the last one is repeated. A path without a
   * script responds with 404.
   */
  on(path: string, answers: readonly Answer[]): void;
  /**
   * Scripts the token address, in the same way. From then on, every other path responds with 401 unless the
   * request carries the newest granted token, in any scheme.
   */
  grants(path: string, grants: readonly Grant[]): void;
  /** Invalidates the granted tokens, like a service that lost them. */
  revoke(): void;
  seen(path: string): readonly SeenRequest[];
  /** Clears only the requests. */
  forget(): void;
  /** Clears scripts, grants, and requests. */
  reset(): void;
  /** Breaks all connections. */
  close(): Promise<void>;
}

/** A service on loopback that responds and fails as a test scripts it. */
export async function startFaultServer(): Promise<FaultServer> {
  const requests: SeenRequest[] = [];
  const scripts = new Map<string, Answer[]>();
  let tokens: { path: string; grants: Grant[]; valid: string | undefined } | undefined;

  const answerTo = (seen: SeenRequest): Answer => {
    if (tokens?.path === seen.path) {
      const grant = next(tokens.grants);
      if (!grant || !('token' in grant)) return grant ?? { status: 400, json: 'no more grants' };
      tokens.valid = grant.token;
      const { token, expiresIn = 3600 } = grant;
      return { json: { access_token: token, token_type: 'Bearer', expires_in: expiresIn } };
    }
    const carried = seen.headers.authorization?.split(' ').at(-1);
    if (tokens && (carried === undefined || carried !== tokens.valid)) {
      return { status: 401, json: 'The token is not valid.' };
    }
    return next(scripts.get(seen.path)) ?? { status: 404, json: `No script for ${seen.path}.` };
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const seen = await see(request, response);
    requests.push(seen);
    await send(answerTo(seen), response);
  };
  // A busy machine takes longer between two requests than the usual 5 seconds, and a connection that closes just as
  // the next request is sent fails it.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    // The client disconnected, so nobody reads the rest.
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    on: (path, answers) => void scripts.set(path, [...answers]),
    grants: (path, grants) => void (tokens = { path, grants: [...grants], valid: undefined }),
    revoke: () => void (tokens &&= { ...tokens, valid: undefined }),
    seen: (path) => requests.filter((request) => request.path === path),
    forget: () => void (requests.length = 0),
    reset() {
      requests.length = 0;
      scripts.clear();
      tokens = undefined;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The next entry of a script; the last one is repeated. */
function next<Entry>(script: Entry[] | undefined): Entry | undefined {
  return script && script.length > 1 ? script.shift() : script?.[0];
}

async function see(request: IncomingMessage, response: ServerResponse): Promise<SeenRequest> {
  const closed = new Promise<{ aborted: boolean }>((resolve) => {
    response.once('close', () => resolve({ aborted: !response.writableFinished }));
  });
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks).toString(),
    closed,
  };
}
