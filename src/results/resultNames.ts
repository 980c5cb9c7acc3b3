import * as l10n from '@vscode/l10n';
import { resultLabels, resultTitles, type RunQuery } from '../market/query/resultLabels';
import type { Result } from './result';
import type { Comparison } from '../protocol/source';

/** Without a source, a result of the service. */
type Named = Pick<Result, 'query' | 'connection' | 'startedEpochMs'> & Partial<Pick<Result, 'source'>>;

const runOf = ({ query, connection, startedEpochMs, source }: Named): RunQuery => ({
  query,
  connection,
  startedEpochMs,
  ...(source?.kind === 'file' && { file: source }),
  ...(source?.kind === 'comparison' && { versus: versusLabel(source) }),
});

/** "preliminary vs. official" */
export const versusLabel = ({ first, second }: Pick<Comparison, 'first' | 'second'>): string =>
  l10n.t('{0} vs. {1}', first.label, second.label);

/** The shortest labels that distinguish the results from each other; times are in `zone`. */
export const labelsOf = (results: readonly Named[], zone: string): string[] =>
  resultLabels(results.map(runOf), zone);

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

/**
 * The names of results in a list that shows their datasets elsewhere: they begin with what differs, which a narrow
 * list would cut off otherwise.
 */
export const subjectsOf = (results: readonly Named[], zone: string): string[] =>
  titlesOf(results, zone).map((title, at) => {
    const opening = `${results[at]?.query.dataset.title() ?? ''} · `;
    return title.startsWith(opening) ? title.slice(opening.length) : title;
  });

/** The name of a single result: "Day-ahead prices · NO1 · 29 Mar 2026". */
export const titleOf = (result: Named, zone: string): string => titlesOf([result], zone)[0] ?? '';
