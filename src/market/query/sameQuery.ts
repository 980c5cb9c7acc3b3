import type { Dataset } from '../datasets/dataset';
import type { Query } from './query';

/** Areas can be in any order, and times in any notation. */
function comparable({ parameters }: Dataset, name: string, value: string): string | number {
  const parameter = parameters.find((each) => each.name === name);
  if (parameter?.several) return value.split(',').sort().join();
  const isInstant = parameter?.kind === 'instant' || parameter?.kind === 'powerHour';
  const instant = isInstant ? Date.parse(value) : NaN;
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
