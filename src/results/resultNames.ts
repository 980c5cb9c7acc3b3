import { resultTitles, type RunQuery } from '../market/query/resultLabels';
import { versusLabel } from './comparedResults';
import { progressWords } from './progressWords';
import type { Result } from './result';

type Named = Pick<Result, 'query' | 'connection' | 'startedEpochMs' | 'comparison'>;

const runOf = ({ query, connection, startedEpochMs, comparison }: Named): RunQuery => ({
  query,
  connection,
  startedEpochMs,
  ...(comparison && { versus: versusLabel(comparison) }),
});

/** What the results are called in a list, where each can be told from the others. Times are in `zone`. */
export const titlesOf = (results: readonly Named[], zone: string): string[] =>
  resultTitles(results.map(runOf), zone);

/** What a result is called by itself: "Day-ahead prices · NO1 · 29 Mar 2026". */
export const titleOf = (result: Named, zone: string): string => titlesOf([result], zone)[0] ?? '';

/** What the tabs of the results are called, which also say what failed. */
export const tabTitlesOf = (results: readonly Result[], zone: string): string[] =>
  resultTitles(
    results.map((result) => {
      const isTrouble = result.progress.kind === 'ended' && result.progress.outcome.kind !== 'success';
      return { ...runOf(result), ...(isTrouble && { trouble: progressWords(result) }) };
    }),
    zone,
  );
