import { valuesIn } from '../datasets/dataset';
import type { Query } from './query';
import { isAreaPart, queryParts, type QueryPart } from './queryParts';

const areasIn = ({ parameters }: QueryPart, query: Query): string[] =>
  valuesIn(query.parameters[parameters[0]?.name ?? ''] ?? '');

/** The parts of the query that name its delivery areas: a list, or both ends of a flow. */
export const areaParts = (query: Query): QueryPart[] =>
  queryParts(query.dataset).filter((part) => isAreaPart(part) && areasIn(part, query).length > 0);

/** Whether the query is for one area, or for one area at each end of a flow, which can be replaced. */
export function hasOneArea(query: Query): boolean {
  const parts = areaParts(query);
  return parts.length > 0 && parts.every((part) => areasIn(part, query).length === 1);
}
