import { expect, it } from 'vitest';
import { findDataset } from '../../../src/market/datasets/datasets';
import { adviceFor } from '../../../src/request/outcome';

const adviceOn = (status: number) =>
  adviceFor({ kind: 'unexpectedError', status }, findDataset('dayahead-prices')!, false);

it('the advice for a query without data is to edit it, not to send it again or to contact support', () => {
  const { explanation, next } = adviceOn(404);
  expect(explanation).not.toMatch(/support|later/);
  expect(next[0]).toBe('editQuery');
  expect(next).not.toContain('runAgain');
  expect(adviceOn(500).explanation).toMatch(/support/);
});
