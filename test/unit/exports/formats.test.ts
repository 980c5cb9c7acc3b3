import { describe, expect, it } from 'vitest';
import { formatsOf } from '../../../src/exports/formats';

describe('the formats that an export offers', () => {
  const response = { bytes: 2, comparison: null, range: null };

  it('include JSON for a single response', () => {
    expect(formatsOf(response)).toContain('json');
  });

  it.each([
    ['a response without data', { ...response, bytes: 0 }],
    ['a comparison', { ...response, comparison: {} }],
    ['a range of delivery days', { ...response, range: {} }],
  ])('do not include JSON for %s, whose export would be rejected', (_, result) => {
    expect(formatsOf(result)).toEqual(['ndjson', 'csv', 'parquet', 'xlsx']);
  });
});
