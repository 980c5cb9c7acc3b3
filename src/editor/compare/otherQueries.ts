import * as vscode from 'vscode';
import type { Parameter } from '../../market/datasets/dataset';
import { reachOf } from '../../market/datasets/publication';
import { readAreas } from '../../market/query/areaInput';
import { derivedQuery } from '../../market/query/enteredDays';
import { areaParts, hasOneArea } from '../../market/query/otherArea';
import { onOtherDay } from '../../market/query/otherDay';
import { firstDayOf } from '../../market/query/queryPeriod';
import type { Query } from '../../market/query/query';
import { dayText } from '../../market/time/dayText';
import { addDays, dayPeriod, marketZone } from '../../market/time/deliveryDay';
import { readTypedPeriod } from '../../market/daysInWords/typedDays';

/** The same query for another day or another area. */
export interface OfferedQuery {
  /** For a list: "28 Mar 2026" or "SE3", with its icon. */
  readonly label: string;
  /** What the area is called, or that the day isn't published yet. */
  readonly description: string;
  readonly query: Query;
}

/** Orders are matched by their IDs, so those of two days have nothing in common. */
function onDay(query: Query, day: string, now: number): OfferedQuery[] {
  const { dataset } = query;
  const own = firstDayOf(query);
  if (own === null || own === day || dataset.record === 'publicOrder') return [];
  const { start } = dayPeriod(day, marketZone);
  const description = start < reachOf(dataset.publication, now) ? '' : vscode.l10n.t('Not published yet');
  const label = `$(calendar) ${dayText(start, marketZone)}`;
  return [{ label, description, query: onOtherDay(query, day) }];
}

/** The areas of two results are matched only if each has one; a chart has room for any. */
function areaParameter(query: Query, isInChart: boolean): Parameter | undefined {
  const [part, ...ends] = areaParts(query);
  const isReplaceable = ends.length === 0 && (isInChart || hasOneArea(query));
  return isReplaceable && query.dataset.record === 'timeSeries' ? part?.parameters[0] : undefined;
}

/** The same query for the day before, and for each of the dataset's other areas. */
export function otherQueries(query: Query, isInChart: boolean, now: number) {
  const day = firstDayOf(query);
  const parameter = areaParameter(query, isInChart);
  const { parameters } = query;
  const areas = (parameter?.choices ?? []).flatMap(({ value, label }): OfferedQuery[] => {
    const name = parameter?.name ?? '';
    const other = derivedQuery(query, { ...parameters, [name]: value });
    return parameters[name] === value ? [] : [{ label: value, description: label?.() ?? '', query: other }];
  });
  return { days: day === null ? [] : onDay(query, addDays(day, -1), now), areas };
}

/** The query for the day or the area that was typed in place of its own; empty if the text is neither. */
export function typedQueries(query: Query, typed: string, isInChart: boolean, now: number): OfferedQuery[] {
  const text = typed.trim();
  const read = readTypedPeriod(text, now, marketZone, firstDayOf(query));
  if (read.kind === 'day') return onDay(query, read.day, now);
  const parameter = areaParameter(query, isInChart);
  const { areas, unknown } = readAreas(text, parameter?.choices);
  const list = areas.join(',');
  if (!parameter || list === '' || unknown.length > 0 || (areas.length > 1 && !isInChart)) return [];
  const { name, choices = [] } = parameter;
  if (query.parameters[name] === list) return [];
  const description = choices.find(({ value }) => value === list)?.label?.() ?? '';
  const other = derivedQuery(query, { ...query.parameters, [name]: list });
  return [{ label: `$(location) ${areas.join(', ')}`, description, query: other }];
}
