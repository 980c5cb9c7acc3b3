import type { ParameterKind } from '../datasets/dataset';
import { reachOf } from '../datasets/publication';
import type { Query } from '../query/query';
import type { Asked } from './integrity';

const times: readonly ParameterKind[] = ['instant', 'date', 'powerHour'];

/**
 * What a query asks for, as far as an answer can be held against it, and what of it could be there
 * when it was asked (`asked`, epoch milliseconds).
 */
export function askedOf({ dataset, parameters }: Query, asked: number): Asked {
  const at = (text: string | undefined) => (text === undefined ? null : Date.parse(text));
  const named = dataset.parameters.filter(({ kind }) => !times.includes(kind));
  return {
    start: at(parameters.startTime),
    end: at(parameters.endTime),
    due: reachOf(dataset.publication, asked),
    values: named.flatMap(({ name, label, kind, several }) => {
      const value = parameters[name];
      if (value === undefined) return [];
      return [
        {
          name,
          label: label(),
          kind,
          values: several || kind === 'deliveryArea' ? value.split(',') : [value],
        },
      ];
    }),
  };
}
