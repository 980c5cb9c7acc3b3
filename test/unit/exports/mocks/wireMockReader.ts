import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordingServer, type Received } from '../../service/localService';

interface Matcher {
  readonly equalTo?: string;
  readonly matches?: string;
  readonly doesNotMatch?: string;
  readonly equalToDateTime?: string;
  readonly absent?: boolean;
  readonly or?: readonly Matcher[];
}
type Matchers = Readonly<Record<string, Matcher>>;

interface Mapping {
  readonly name: string;
  readonly metadata?: unknown;
  readonly priority?: number;
  readonly scenarioName?: string;
  readonly requiredScenarioState?: string;
  readonly newScenarioState?: string;
  readonly request: {
    readonly method: string;
    readonly urlPattern?: string;
    readonly urlPathPattern?: string;
    readonly headers?: Matchers;
    readonly queryParameters?: Matchers;
    readonly formParameters?: Matchers;
  };
  readonly response: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly jsonBody?: unknown;
    readonly body?: string;
    readonly bodyFileName?: string;
    readonly transformers?: readonly string[];
  };
}

/** What is read here of each part of the format: anything else must not pass unread. */
const known = {
  mapping: 'name metadata priority scenarioName requiredScenarioState newScenarioState request response',
  request: 'method urlPattern urlPathPattern headers queryParameters formParameters',
  response: 'status headers jsonBody body bodyFileName transformers',
  matcher: 'equalTo matches doesNotMatch equalToDateTime absent or',
} as const;

function expectKnown(part: keyof typeof known, object: object): void {
  const unknown = Object.keys(object).filter((name) => !known[part].split(' ').includes(name));
  if (unknown.length > 0) throw new Error(`The reader does not know ${unknown.join()} of a ${part}.`);
}

function whole(pattern: string, text: string): boolean {
  const [, flag = '', source = ''] = /^(?:\(\?(s)\))?([^]*)$/.exec(pattern) ?? [];
  return new RegExp(`^(?:${source})$`, flag).test(text);
}

const fits = (text: string | null | undefined, matcher: Matcher): boolean =>
  matcher.or?.some((each) => fits(text, each)) ??
  (text === null || text === undefined
    ? matcher.absent === true
    : Object.entries(matcher).every(([kind, expected]) => {
        const value = String(expected);
        if (kind === 'equalTo') return text === value;
        if (kind === 'equalToDateTime') return Date.parse(text) === Date.parse(value);
        return kind !== 'absent' && whole(value, text) === (kind === 'matches');
      }));

const allFit = (matchers: Matchers | undefined, find: (name: string) => string | null | undefined) =>
  Object.entries(matchers ?? {}).every(([name, matcher]) => fits(find(name), matcher));

/** A mock that answers, and how it is told to respond in another way. */
export interface RunningMock {
  readonly url: string;
  readonly use: (variant: string) => Promise<void>;
}

/** As much of WireMock as the mocks use, on loopback, for machines without Java. */
export async function startReader(folder: string, mappingFile: string): Promise<RunningMock> {
  const { mappings } = JSON.parse(readFileSync(join(folder, mappingFile), 'utf8')) as { mappings: Mapping[] };
  for (const mapping of mappings) {
    const { request, response } = mapping;
    expectKnown('mapping', mapping);
    expectKnown('request', request);
    expectKnown('response', response);
    const { headers, queryParameters, formParameters } = request;
    for (const matcher of Object.values({ ...headers, ...queryParameters, ...formParameters })) {
      for (const each of [matcher, ...(matcher.or ?? [])]) expectKnown('matcher', each);
    }
  }
  const inOrder = [...mappings].sort((a, b) => (a.priority ?? 5) - (b.priority ?? 5));
  let state = 'Started';

  function isMeant({ request, requiredScenarioState }: Mapping, { method, url, headers, body }: Received) {
    const [path = ''] = url.split('?');
    const query = new URL(url, 'http://localhost').searchParams;
    const form = new URLSearchParams(body);
    return (
      (requiredScenarioState ?? state) === state &&
      (request.method === 'ANY' || request.method === method) &&
      whole(request.urlPattern ?? '.*', url) &&
      whole(request.urlPathPattern ?? '.*', path) &&
      allFit(request.headers, (name) => headers[name.toLowerCase()]?.toString()) &&
      allFit(request.queryParameters, (name) => query.get(name)) &&
      allFit(request.formParameters, (name) => form.get(name))
    );
  }

  const { url } = await recordingServer((received, reply) => {
    const mapping = inOrder.find((each) => isMeant(each, received));
    if (!mapping) throw new Error(`Nothing responds to ${received.url}.`);
    const { status, headers, jsonBody, body, bodyFileName } = mapping.response;
    state = mapping.newScenarioState ?? state;
    reply.writeHead(status, headers);
    if (bodyFileName !== undefined) reply.end(readFileSync(join(folder, bodyFileName)));
    else if (jsonBody !== undefined) reply.end(JSON.stringify(jsonBody));
    else
      reply.end(
        body?.replace('{{request.method}}', received.method).replace('{{request.url}}', () => received.url),
      );
  });
  return {
    url,
    use: (next) => {
      state = next;
      return Promise.resolve();
    },
  };
}
