import * as l10n from '@vscode/l10n';
import { resultLabels, resultTitle, type RunQuery } from '../market/query/resultLabels';
import { labelsInOrder } from '../market/datasets/comparisonSummary';
import type { Result } from './result';
import { comparisonOf, fileOf, sidesOf, type Comparison } from '../protocol/source';
import { plainLabel } from '../text/plainLabel';

/** Without a source, a result of the service. */
type Named = Pick<Result, 'query' | 'connection' | 'startedEpochMs'> & Partial<Pick<Result, 'source'>>;

function runOf(named: Named): RunQuery {
  const { query, connection, startedEpochMs } = named;
  const [file, comparison] = [fileOf(named), comparisonOf(named)];
  return {
    query,
    connection,
    startedEpochMs,
    ...(file && { file }),
    ...(comparison && { versus: versusLabel(comparison) }),
  };
}

/** "official vs. preliminary" */
export function versusLabel({ first, second }: Pick<Comparison, 'first' | 'second'>): string {
  const [one, other] = labelsInOrder({ first: first.label, second: second.label });
  return l10n.t('{0} vs. {1}', one, other);
}

/** The shortest labels that distinguish the results from each other; times are in `zone`. */
export const labelsOf = (results: readonly Named[], zone: string): string[] =>
  resultLabels(results.map(runOf), zone);

/**
 * What a result was asked: "Day-ahead prices · NO1 · 29 Mar 2026". Times are in `zone`. `trouble` is a word for what
 * went wrong, or an empty text.
 */
export const titleOf = (result: Named, zone: string, trouble = ''): string =>
  resultTitle({ ...runOf(result), trouble }, zone);

/** The same for a narrow list, with the short name of the dataset: "Prices · NO1 · 29 Mar 2026". */
export const rowLabelOf = (result: Named, zone: string): string => resultTitle(runOf(result), zone, 'short');

/**
 * A title or label that ends in the connection of the result's data, unless that is the selected one, or two are
 * compared, whose labels differ. Files have a name of their own.
 */
export function withConnection(title: string, result: Named, selected: string): string {
  const connections = sidesOf(result).map((side) => (fileOf(side) ? undefined : side.connection));
  const [connection, ...others] = new Set(connections);
  if (connection === undefined || others.length > 0 || connection === selected) return title;
  const ending = ` · ${plainLabel(connection, 60)}`;
  return title.endsWith(ending) ? title : `${title}${ending}`;
}
