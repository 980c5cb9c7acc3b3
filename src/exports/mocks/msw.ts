import { comparisonOf } from '../../market/query/sameQuery';
import { oneLine } from '../../text/plainText';
import { mockErrors, mockToken, pathPattern, servedBy, stemOf, type MockedQuery } from './mockedQuery';

const literal = (text: string) => JSON.stringify(text);
const propertyName = (name: string) => (/^\w+$/.test(name) ? name : literal(name));

/** A mock for MSW 2.11, the first version with predicates, or newer. */
export function mswMock(query: MockedQuery): string {
  const { dataset, parameters, tokenPath, file } = query;
  const names = Object.keys(parameters);
  const namesOf = (comparison: 'list' | 'instant') =>
    names.filter((name) => comparisonOf(dataset, name) === comparison);
  const isOneOf = (list: readonly string[]) => list.map((name) => `name === ${literal(name)}`).join(' || ');
  const lists = namesOf('list');
  const instants = namesOf('instant');
  const shownFile = oneLine(file, 200);
  const normalValues = [
    ...(lists.length > 0 ? [`  if (${isOneOf(lists)}) return value.split(",").sort().join();\n`] : []),
    ...(instants.length > 0 ? [`  if (${isOneOf(instants)}) return Date.parse(value);\n`] : []),
  ].join('');
  const normal =
    normalValues === ''
      ? ''
      : `/** Areas can be in any order, and times in any notation. */
function normal(name: string, value: string): string | number {
${normalValues}  return value;
}

`;
  return `// ${oneLine(dataset.title(), 100)}: responds to one query with ${shownFile}, and to nothing else.
// For MSW 2.11 or newer, and Node 20.11 or newer.
//
//   import { setupServer } from "msw/node";
//   import { handlers, variants } from "./${oneLine(stemOf(query), 200)}.msw";
//
//   const server = setupServer(...handlers);
//   server.listen({ onUnhandledRequest: "error" });
//
// In one test: server.use(variants.tooManyRequestsOnce()), and after it server.resetHandlers().
// With several fixtures: setupServer(...first.responses, ...second.responses, first.otherwise).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { http, HttpResponse } from "msw";

const body = readFileSync(join(import.meta.dirname, ${literal(file)}), "utf8");

const token = ${literal(mockToken)};
const tokenPath = ${literal(tokenPath)};
/** On any host and port, below any base path. */
const dataPath = /${pathPattern(dataset).replaceAll('/', '\\/')}$/;
const parameters = {${names.map((name) => `\n  ${propertyName(name)}: ${literal(parameters[name] ?? '')},`).join('')}${names.length > 0 ? '\n' : ''}};
const served = ${literal(servedBy(query))};

${normal}/** The same text for the same parameters, in any order. */
const comparable = (pairs: Iterable<[string, string]>) =>
  [...pairs]
    .map(([name, value]) => JSON.stringify([name, ${normal === '' ? 'value' : 'normal(name, value)'}]))
    .sort()
    .join();

const hasToken = (request: Request) => request.headers.get("authorization")?.endsWith(\` \${token}\`) === true;

function isServed({ request }: { request: Request }): boolean {
  const { pathname, searchParams } = new URL(request.url);
  const isSame = comparable(searchParams) === comparable(Object.entries(parameters));
  return hasToken(request) && dataPath.test(pathname) && isSame;
}

const isSignIn = ({ request }: { request: Request }) => new URL(request.url).pathname.endsWith(tokenPath);

/** Any other request for the same data, or with the token of this mock. */
function isForService({ request }: { request: Request }): boolean {
  return hasToken(request) || dataPath.test(new URL(request.url).pathname);
}

/** Errors of the service are JSON strings. */
const error = (status: number, text: string, headers: Record<string, string> = {}) =>
  HttpResponse.json(text, { status, headers });

/** The token for any user, and the data. */
export const responses = [
  http.post(isSignIn, async ({ request }) => {
    const form = new URLSearchParams(await request.text());
    const isComplete = form.get("grant_type") === "password" && form.get("username") && form.get("password");
    if (!isComplete) return HttpResponse.json({ error: "invalid_request" }, { status: 400 });
    return HttpResponse.json({ access_token: token, token_type: "Bearer", expires_in: 3600 });
  }),
  http.get(isServed, () => new HttpResponse(body, { headers: { "Content-Type": "application/json" } })),
];

/** Says what was requested instead. */
export const otherwise = http.all(isForService, ({ request }) => {
  if (!hasToken(request)) return error(401, ${literal(mockErrors.unauthorized)});
  const { pathname, search } = new URL(request.url);
  const requested = \`\${request.method} \${pathname}\${search}\`;
  return error(404, \`This mock serves only \${served}. Requested: \${requested}\`);
});

export const handlers = [...responses, otherwise];

/** Other responses to the same query, for server.use(). */
export const variants = {
  /** No data, until server.resetHandlers(). */
  noData: () => http.get(isServed, () => new HttpResponse(null, { status: 204 })),
  /** The token has expired once, then the data. */
  unauthorizedOnce: () =>
    http.get(isServed, () => error(401, ${literal(mockErrors.unauthorized)}), { once: true }),
  /** A busy service: wait for a second, then the data. */
  tooManyRequestsOnce: () =>
    http.get(isServed, () => error(429, ${literal(mockErrors.tooManyRequests)}, { "Retry-After": "1" }), {
      once: true,
    }),
  /** A failing service, until server.resetHandlers(). */
  unexpectedError: () => http.get(isServed, () => error(500, ${literal(mockErrors.unexpectedError)})),
};
`;
}
