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
 * The names of results in a list, in which each differs from all others. Times are in `zone`. `troubleOf`
 * returns a word for what went wrong with a result, or an empty text.
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

/** The name of a single result: "Day-ahead prices · NO1 · 29 Mar 2026". */
export const titleOf = (result: Named, zone: string): string => titlesOf([result], zone)[0] ?? '';
