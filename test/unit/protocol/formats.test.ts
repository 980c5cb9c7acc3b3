import { expect, it } from 'vitest';
import { formatsOf } from '#src/protocol/formats';

it('an export offers JSON only for a result with the body of a single response', () => {
  expect(formatsOf(true)).toContain('json');
  expect(formatsOf(false)).toEqual(['ndjson', 'csv', 'parquet', 'xlsx']);
});
