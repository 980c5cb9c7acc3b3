import { comparisonOf } from '../../market/query/sameQuery';
import { pathWithParameters } from '../../request/requestTarget';
import { oneLine } from '../../text/plainText';
import { escapedPattern, pathPattern, type MockedQuery } from './mockedQuery';

const literal = (value: string | string[]) => JSON.stringify(value);
const pattern = (text: string) => `new RegExp(${literal(`${text}$`)})`;

/**
 * A mock for MSW 2.11, the first version with predicates, or newer. A request that it doesn't respond to is left
 * to other handlers, and then to MSW.
 */
export function mswMock({ dataset, parameters, tokenPath, file }: MockedQuery): string {
  const normal = (comparison: 'list' | 'instant', value: string) => {
    const names = Object.keys(parameters).filter((name) => comparisonOf(dataset, name) === comparison);
    return names.length === 0
      ? ''
      : `    .map(([name, value]) => [name, ${literal(names)}.includes(name) ? ${value} : value])\n`;
  };
  return `// ${oneLine(dataset.title(), 100)}: responds to one query with ${oneLine(file, 200)}.
// For MSW 2.11 or newer, and Node 20.11 or newer. Handlers of several files can be used together:
// setupServer(...prices.handlers, ...orders.handlers).listen({ onUnhandledRequest: "error" });
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { http, HttpResponse } from "msw";

const body = readFileSync(join(import.meta.dirname, ${literal(file)}), "utf8");
const query = new URLSearchParams(${literal(pathWithParameters('', parameters).slice(1))});

/** The same text for the same parameters: areas can be in any order, and times in any notation. */
const comparable = (pairs: Iterable<[string, string]>) =>
  Array.from(pairs)
${normal('list', 'value.split(",").sort().join()')}${normal('instant', 'String(Date.parse(value))')}    .map((pair) => JSON.stringify(pair))
    .sort()
    .join();

const isServed = ({ request }: { request: Request }) => {
  const { pathname, searchParams } = new URL(request.url);
  return ${pattern(pathPattern(dataset))}.test(pathname) && comparable(searchParams) === comparable(query);
};

export const handlers = [
  http.post(${pattern(escapedPattern(tokenPath))}, async ({ request }) => {
    const form = new URLSearchParams(await request.text());
    const isComplete = form.get("grant_type") === "password" && form.has("username") && form.has("password");
    return isComplete
      ? HttpResponse.json({ access_token: "mock-token", token_type: "Bearer", expires_in: 3600 })
      : HttpResponse.json({ error: "invalid_request" }, { status: 400 });
  }),
  http.get(isServed, ({ request }) =>
    request.headers.get("authorization")?.endsWith(" mock-token")
      ? new HttpResponse(body, { headers: { "Content-Type": "application/json" } })
      : HttpResponse.json("The access token is missing or unknown.", { status: 401 }),
  ),
];
`;
}
