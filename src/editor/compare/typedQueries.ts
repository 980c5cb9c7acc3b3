import { derivedQuery } from '../../market/query/enteredDays';
import { readAreas } from '../../market/query/areaInput';
import { areaParts, hasOneArea } from '../../market/query/otherArea';
import { firstDayOf, onOtherDay } from '../../market/query/otherDay';
import type { Query } from '../../market/query/query';
import { dayText } from '../../market/time/dayText';
import { dayPeriod, marketZone } from '../../market/time/deliveryDay';
import { readDeliveryDate } from '../../market/time/timeInput';
import { writtenDays } from '../../market/time/writtenDays';

/** The same query for what was typed. */
export interface TypedQuery {
  /** For a list: "28 Mar 2026" or "SE3", with its icon. */
  readonly label: string;
  readonly query: Query;
}

/** The query for the day or the area that was typed in place of its own; empty if the text is neither. */
export function typedQueries(query: Query, typed: string, now: number): TypedQuery[] {
  const text = typed.trim();
  const day = firstDayOf(query);
  const other = readDeliveryDate(writtenDays(text, now, marketZone), now);
  if (day !== null && other !== null) {
    const label = `$(calendar) ${dayText(dayPeriod(other, marketZone).start, marketZone)}`;
    return other === day ? [] : [{ label, query: onOtherDay(query, other) }];
  }
  const [part, ...ends] = areaParts(query);
  const [parameter] = part?.parameters ?? [];
  const { areas, unknown } = readAreas(text, parameter?.choices);
  const [area, ...more] = areas;
  if (!parameter || ends.length > 0 || !hasOneArea(query)) return [];
  if (area === undefined || more.length > 0 || unknown.length > 0) return [];
  const { parameters } = query;
  if (parameters[parameter.name] === area) return [];
  return [
    { label: `$(location) ${area}`, query: derivedQuery(query, { ...parameters, [parameter.name]: area }) },
  ];
}
