import { expect, it } from 'vitest';
import { findDataset } from '../../../src/market/datasets/datasets';
import { adviceFor } from '../../../src/request/outcome';

const adviceOn = (status: number) =>
  adviceFor({ kind: 'unexpectedError', status }, findDataset('dayahead-prices')!, false);

it('a service in maintenance is not said to have had too many requests', () => {
  const dataset = findDataset('dayahead-prices')!;
  const busy = { kind: 'tooManyRequests', status: 429, retryAfterSeconds: 30 } as const;
  expect(adviceFor(busy, dataset, false)).toMatchObject({
    title: 'Too many requests',
    explanation: 'The service is busy. Wait 30 s before the next request.',
  });
  expect(adviceFor({ ...busy, status: 503 }, dataset, false)).toMatchObject({
    title: 'Temporarily unavailable',
    explanation: 'The service is temporarily unavailable. Wait 30 s before the next request.',
  });
});

it('the advice for a query without data is to edit it, not to send it again or to contact support', () => {
  const { explanation, next } = adviceOn(404);
  expect(explanation).not.toMatch(/support|later/);
  expect(next[0]).toBe('editQuery');
  expect(next).not.toContain('runAgain');
  expect(adviceOn(500).explanation).toMatch(/support/);
});
