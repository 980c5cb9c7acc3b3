import { describe, expect, test } from 'vitest';
import { readQueryFile } from '#src/queryFiles/read/readQueryFile';

describe('targets of exports', () => {
  const problemOf = (target: string) =>
    readQueryFile(
      JSON.stringify({
        version: 1,
        queries: { q: { dataset: 'dayahead-turnover', export: { format: 'csv', target } } },
      }),
    ).queries[0]?.problems.map(({ message }) => message);

  test.each(['x.csv', 'data/x.CSV', 'a/b c/ø.csv'])('%j is accepted', (target) => {
    expect(problemOf(target)).toEqual([]);
  });

  test.each(['../x.csv', 'a\\x.csv', 'con.csv', 'x.csv/', '~/x.txt', ''])('%j is rejected', (target) => {
    expect(problemOf(target)).toHaveLength(1);
  });
});
