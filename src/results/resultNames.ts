import { resultTitles, type RunQuery } from '../market/query/resultLabels';
import { versusLabel } from './comparedResults';
import type { Result } from './result';

type Named = Pick<Result, 'query' | 'connection' | 'startedEpochMs' | 'comparison'> &
  Partial<Pick<Result, 'file'>>;

const runOf = ({ query, connection, startedEpochMs, comparison, file }: Named): RunQuery => ({
  query,
  connection,
  startedEpochMs,
  ...(file && { file }),
  ...(comparison && { versus: versusLabel(comparison) }),
});

/**
 * What the results are called in a list, where each can be told from the others. Times are in `zone`. `troubleOf`
 * says what went wrong with a result, in a word, where the list says so.
 */
export const titlesOf = <Each extends Named>(
  results: readonly Each[],
  zone: string,
  troubleOf: (result: Each) => string = () => '',
): string[] =>
  resultTitles(
    results.map((result) => ({ ...runOf(result), trouble: troubleOf(result) })),
    zone,
  );

/** What a result is called by itself: "Day-ahead prices · NO1 · 29 Mar 2026". */
export const titleOf = (result: Named, zone: string): string => titlesOf([result], zone)[0] ?? '';
