import { comparisonOf } from '../../market/query/sameQuery';
import {
  escaped,
  mockErrors,
  mockToken,
  pathPattern,
  servedBy,
  stemOf,
  type MockedQuery,
} from './mockedQuery';

/** WireMock's own name for the initial state of a scenario. */
const started = 'Started';

const json = { 'Content-Type': 'application/json' };
const authorization = `\\S+ ${mockToken}`;

/** Matches distinct areas in any order; areas that repeat are compared as they are. */
function anyOrder(list: string): object {
  const items = list.split(',');
  if (items.length === 1 || new Set(items).size < items.length) return { equalTo: list };
  const each = items.map((item) => `(?=(.*,)?${escaped(item)}(,.*)?$)`).join('');
  return { matches: `${each}[^,]*(,[^,]*){${items.length - 1}}` };
}

const matcherOf: { readonly [Comparison in ReturnType<typeof comparisonOf>]: (value: string) => object } = {
  list: anyOrder,
  instant: (value) => ({ equalToDateTime: value }),
  text: (value) => ({ equalTo: value }),
};

/** Matches the path with exactly this number of parameters, each of which is matched by its name. */
function urlPattern({ dataset, parameters }: MockedQuery): string {
  const count = Object.keys(parameters).length;
  const others = count > 1 ? `(&[^&]+){${count - 1}}` : '';
  return `[^?]*${pathPattern(dataset)}${count > 0 ? `\\?[^&]+${others}` : '\\??'}`;
}

/** Mappings for WireMock 3. The variants are states of a scenario. */
export function wireMockMock(query: MockedQuery): string {
  const { dataset, parameters, tokenPath, file } = query;
  const scenarioName = stemOf(query);
  const request = {
    method: 'GET',
    urlPattern: urlPattern(query),
    headers: { Authorization: { matches: authorization } },
    ...(Object.keys(parameters).length > 0
      ? {
          queryParameters: Object.fromEntries(
            Object.entries(parameters).map(([name, value]) => [
              name,
              matcherOf[comparisonOf(dataset, name)](value),
            ]),
          ),
        }
      : {}),
  };
  const answer = (name: string, state: string, response: object, next?: string) => ({
    name,
    scenarioName,
    requiredScenarioState: state,
    ...(next === undefined ? {} : { newScenarioState: next }),
    request,
    response,
  });
  const error = (status: number, text: string, headers = {}) => ({
    status,
    headers: { ...json, ...headers },
    jsonBody: text,
  });
  // This is a template, in which two braces would begin a variable; only the venue has braces, and just one.
  const served = servedBy(query).replaceAll('{{', '{ {');
  const mappings = [
    {
      name: 'The token for any user',
      metadata: {
        about: [
          `${dataset.title()}: responds to one query with ${file}, and to nothing else. For WireMock 3.`,
          `Put this file into the folder mappings and ${file} into the folder __files.`,
          `For another response, PUT {"state": "noData"} to /__admin/scenarios/${encodeURIComponent(scenarioName)}/state.`,
          'States: noData, unauthorizedOnce, tooManyRequestsOnce, unexpectedError. A PUT without a body goes back to the data.',
        ],
      },
      request: {
        method: 'POST',
        urlPathPattern: `.*${escaped(tokenPath)}`,
        formParameters: {
          grant_type: { equalTo: 'password' },
          username: { matches: '(?s).+' },
          password: { matches: '(?s).+' },
        },
      },
      response: {
        status: 200,
        headers: json,
        jsonBody: { access_token: mockToken, token_type: 'Bearer', expires_in: 3600 },
      },
    },
    answer('The data', started, { status: 200, headers: json, bodyFileName: file }),
    answer('No data', 'noData', { status: 204 }),
    answer(
      'The token has expired once, then the data',
      'unauthorizedOnce',
      error(401, mockErrors.unauthorized),
      started,
    ),
    answer(
      'A busy service: wait for a second, then the data',
      'tooManyRequestsOnce',
      error(429, mockErrors.tooManyRequests, { 'Retry-After': '1' }),
      started,
    ),
    answer('A failing service', 'unexpectedError', error(500, mockErrors.unexpectedError)),
    {
      name: 'A request without the token',
      priority: 9,
      request: {
        method: 'GET',
        urlPattern: '.*',
        headers: { Authorization: { or: [{ absent: true }, { doesNotMatch: authorization }] } },
      },
      response: error(401, mockErrors.unauthorized),
    },
    {
      name: 'Anything else: says what was requested instead',
      priority: 10,
      request: { method: 'ANY', urlPattern: '.*' },
      response: {
        status: 404,
        headers: json,
        body: JSON.stringify(
          `This mock serves only ${served}. Requested: {{request.method}} {{request.url}}`,
        ),
        transformers: ['response-template'],
      },
    },
  ];
  return `${JSON.stringify({ mappings }, undefined, 2)}\n`;
}
