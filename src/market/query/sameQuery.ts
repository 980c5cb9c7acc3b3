import type { Dataset } from '../datasets/dataset';
import type { Query } from './query';

/** How the value of a parameter is compared: areas in any order, and times in any notation. */
export function comparisonOf({ parameters }: Dataset, name: string): 'list' | 'instant' | 'text' {
  const parameter = parameters.find((each) => each.name === name);
  if (parameter?.several) return 'list';
  return parameter?.kind === 'instant' || parameter?.kind === 'powerHour' ? 'instant' : 'text';
}

function comparable(dataset: Dataset, name: string, value: string): string | number {
  const comparison = comparisonOf(dataset, name);
  if (comparison === 'list') return value.split(',').sort().join();
  const instant = comparison === 'instant' ? Date.parse(value) : NaN;
  return Number.isNaN(instant) ? value : instant;
}

/** A text that is equal for equal queries, whatever the order of parameters and the notation of values. */
export const queryKey = (dataset: Dataset, parameters: Iterable<readonly [string, string]>): string =>
  JSON.stringify([
    dataset.id,
    ...Array.from(parameters, ([name, value]) =>
      JSON.stringify([name, comparable(dataset, name, value)]),
    ).sort(),
  ]);

/** Like `queryKey`, for a checked query. */
export const keyOfQuery = ({ dataset, parameters }: Query): string =>
  queryKey(dataset, Object.entries(parameters));
