import { request, type IncomingHttpHeaders } from 'node:http';
import { datasets } from '#src/market/datasets/datasets';
import type { Scenario } from '#src/sandbox/scenario';
import { startSandbox, type Sandbox, type SandboxOptions } from '#src/sandbox/startSandbox';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** The connection ended before the body did. */
  readonly brokenOff: boolean;
}

/** A request over a plain socket, so that nothing is decompressed, retried, or redirected. */
export function ask(
  address: string,
  {
    body,
    ...options
  }: { method?: string; path?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const call = request(address, { ...options, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      const end = (brokenOff: boolean) =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
          brokenOff,
        });
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => end(false));
      response.on('error', () => end(true));
    });
    call.on('error', reject);
    call.end(body);
  });
}

export function askToken(sandbox: Sandbox, form: Record<string, string>): Promise<Reply> {
  return ask(`${sandbox.authUrl}/connect/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
}

export interface Visit {
  readonly sandbox: Sandbox;
  readonly token: string;
  get(id: string, query?: Record<string, string>, headers?: Record<string, string>): Promise<Reply>;
}

/** A Saturday afternoon, after the results for Sunday were published. */
export const saturday = Date.parse('2026-11-21T14:00:00Z');

/** Starts the service with its clock at the instant and signs in. */
export async function visit(
  now = saturday,
  scenario: Scenario = 'normal',
  options: SandboxOptions = {},
): Promise<Visit> {
  const sandbox = await startSandbox({ scenario, now: () => now, ...options });
  const granted = await askToken(sandbox, { grant_type: 'password', ...sandbox.signIn });
  const { access_token: token } = parse(granted) as { access_token: string };
  return {
    sandbox,
    token,
    get: (id, query = {}, headers = {}) => {
      const path = datasets.find((dataset) => dataset.id === id)?.path.replace('{venue}', 'venue');
      const search = new URLSearchParams(query).toString();
      return ask(`${sandbox.baseUrl}${path ?? ''}?${search}`, {
        headers: { authorization: `Bearer ${token}`, ...headers },
      });
    },
  };
}

/** The body; each test says which shape it expects. */
export function parse({ bytes }: Reply): unknown {
  return JSON.parse(bytes.toString());
}

export interface SeriesRecord {
  readonly unit: string;
  readonly resolution: string;
  readonly startTime: string;
  readonly attributes: readonly { role: null; name: string; value: string }[];
  readonly values: readonly { startTime: string; endTime: string; value: number | null }[];
}

export const attribute = (series: SeriesRecord, name: string) =>
  series.attributes.find((one) => one.name === name)?.value;
