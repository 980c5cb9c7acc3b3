import { firstDayOf } from '#src/market/query/queryPeriod';
import { daysFrom } from '#src/market/time/deliveryDay';
import type { ResultState } from '#src/protocol/messages';
import { choicesLater } from './chart/model/chartOptions';
import type { PaneMemories } from './host/tabMemory';

type Asked = Pick<ResultState, 'dataset' | 'connection' | 'source' | 'parameters'>;

const periodParameters = ['date', 'powerHour', 'startTime', 'endTime'];

/** The delivery day on which the query begins, and what else was asked, of which service. */
function dayAndRest({ dataset, connection, source, parameters }: Asked) {
  const sent = Object.fromEntries(parameters.map(({ name, value }) => [name, value]));
  const others = parameters.filter(({ name }) => !periodParameters.includes(name));
  return {
    day: firstDayOf({ parameters: sent }),
    rest: JSON.stringify([dataset.id, connection, source.kind, others]),
  };
}

/** How many delivery days later the same query begins; `null` if something else was asked as well. */
export function daysLater(before: Asked, next: Asked): number | null {
  const [one, other] = [before, next].map(dayAndRest);
  if (!one?.day || !other?.day || one.rest !== other.rest || next.source.kind !== 'service') return null;
  return daysFrom(one.day, other.day);
}

/**
 * What the views remember of a result, for the same query some days later: filters, sort order, zoom, and the
 * product. What was selected, or unfolded in JSON, was of that day.
 */
export function memoriesLater(
  { chart, table }: PaneMemories,
  days: number,
  { dataset }: Pick<ResultState, 'dataset'>,
): PaneMemories {
  return {
    ...(chart && { chart: choicesLater(chart, days, dataset.chart) }),
    ...(table && { table: { ...table, selected: null } }),
  };
}
