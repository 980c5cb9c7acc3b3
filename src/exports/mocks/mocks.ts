import type { MockTarget } from '../../protocol/codeTargets';
import type { MockedQuery } from './mockedQuery';
import { mswMock } from './msw';
import { wireMockMock } from './wireMock';

const writers: { readonly [Target in MockTarget]: (query: MockedQuery) => string } = {
  msw: mswMock,
  wiremock: wireMockMock,
};

/**
 * The text of a mock file. The mock responds to one query with a fixture in the same folder, and to nothing
 * else.
 */
export const mockOf = (target: MockTarget, query: MockedQuery): string => writers[target](query);
