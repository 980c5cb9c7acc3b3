import { isTimeKind, valuesIn } from '../datasets/dataset';
import { reachOf } from '../datasets/publication';
import type { Query } from '../query/query';
import { periodOf } from '../query/queryPeriod';
import { unitChangeOn } from '../time/marketTimeUnit';
import type { Asked } from './integrity';

/**
 * The parts of a query that can be compared with its response. `asked` is when it was sent, in epoch
 * milliseconds; from this follows until when data could be expected.
 */
export function askedOf({ dataset, parameters }: Query, asked: number): Asked {
  const at = (text: string | undefined) => (text === undefined ? null : Date.parse(text));
  const { quarterHoursFrom } = dataset;
  const { date, powerHour, startTime, endTime } = parameters;
  // Datasets without a period are requested by delivery day or hour.
  const delivery = (date ?? powerHour) === undefined ? null : periodOf({ parameters });
  const named = dataset.parameters.filter(({ kind }) => !isTimeKind(kind));
  return {
    start: delivery?.start ?? at(startTime),
    end: delivery?.end ?? at(endTime),
    due: reachOf(dataset.publication, asked),
    ...(quarterHoursFrom === undefined ? {} : { unitChange: unitChangeOn(quarterHoursFrom) }),
    ...(dataset.mayRest === undefined ? {} : { mayRest: dataset.mayRest }),
    values: named.flatMap(({ name, label, kind, several }) => {
      const value = parameters[name];
      if (value === undefined) return [];
      return [
        {
          name,
          label: label(),
          kind,
          values: several || kind === 'deliveryArea' ? valuesIn(value) : [value],
        },
      ];
    }),
  };
}
