import { expect, it } from 'vitest';
import { findDataset } from '#src/market/datasets/datasets';
import { adviceFor } from '#src/request/outcome';

const adviceOn = (status: number) =>
  adviceFor({ kind: 'unexpectedError', status }, findDataset('dayahead-prices')!, false);

it('the message for a service in maintenance never mentions too many requests', () => {
  const dataset = findDataset('dayahead-prices')!;
  const busy = { kind: 'tooManyRequests', status: 429, retryAfterSeconds: 30 } as const;
  expect(adviceFor(busy, dataset, false)).toMatchObject({
    title: 'Too many requests',
    explanation: 'The service is busy.',
    remedy: 'Wait 30 s before the next request.',
  });
  expect(adviceFor({ ...busy, status: 503 }, dataset, false)).toMatchObject({
    title: 'Temporarily unavailable',
    explanation: 'The service is temporarily unavailable.',
    remedy: 'Wait 30 s before the next request.',
  });
});

it('the advice for a query without data is to edit it, not to send it again or to contact support', () => {
  const { remedy, next } = adviceOn(404);
  expect(remedy).not.toMatch(/support|later/);
  expect(next[0]).toBe('editQuery');
  expect(next).not.toContain('runAgain');
  expect(adviceOn(500).remedy).toMatch(/support/);
});

it('the advice for a query without data never suggests sending the query again, or something that may be impossible', () => {
  const { explanation, remedy, next } = adviceFor({ kind: 'noData' }, findDataset('dayahead-prices')!, false);
  expect(explanation).toBe('No data in "Day-ahead prices" matches this query.');
  expect(remedy).toBe('');
  expect(next).toEqual(['editQuery']);
});

it('a failure of the sign-in service is never taken for one of the query, and offers to sign in', () => {
  const dataset = findDataset('dayahead-prices')!;
  const outcome = { kind: 'unexpectedError', status: 404, isOfSignIn: true } as const;
  const { title, explanation, next } = adviceFor(outcome, dataset, false);
  expect(title).toBe('Sign-in failed');
  expect(explanation).toBe("The query wasn't sent, because the sign-in service issued no token. (HTTP 404)");
  expect(next[0]).toBe('signIn');
  expect(next).not.toContain('editQuery');
  const refused = adviceFor({ kind: 'unauthorized', isOfSignIn: true }, dataset, false);
  expect(refused.title).toBe('Sign-in required');
  expect(refused.next[0]).toBe('signIn');
});
