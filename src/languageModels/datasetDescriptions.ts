import type { Dataset, Parameter } from '../market/datasets/dataset';
import { lastPublishedDay } from '../market/datasets/publication';
import { recordShapes } from '../market/records/recordKinds';
import { dayOf, dayPeriod, marketZone } from '../market/time/deliveryDay';
import { formatUtc } from '../market/time/zones';
import { describedPeriod } from './periodDescription';
import type { Described, ToolResponse } from './toolResponse';

const mostKnown = 8;

/** A parameter's name means the same in every dataset. */
const describedParameter = (
  { kind, several, choices = [] }: Parameter,
  labels: readonly string[],
): Described => {
  const known = choices.slice(0, mostKnown).map(({ value }) => value);
  return {
    means: labels.join('; '),
    ...(several ? { isCommaSeparatedList: true } : {}),
    ...(kind === 'date' ? { is: 'delivery date in the market time zone' } : {}),
    ...(kind === 'instant' ? { is: 'day, local time, or time with offset; sent in UTC' } : {}),
    ...(kind === 'powerHour' ? { is: 'start of an hour, as local time or with offset' } : {}),
    ...(known.length > 0 ? { suchAs: known.join(', ') } : {}),
  };
};

/**
 * The datasets with their parameters and how days are written, for a language model that is about to query one.
 * Each parameter is described only once, so that all datasets fit in one response. `zone` is that of days and
 * times without an offset.
 */
export function describedDatasets(datasets: readonly Dataset[], zone: string, now: number): ToolResponse {
  const byName = new Map<string, { parameter: Parameter; labels: Set<string> }>();
  for (const parameter of datasets.flatMap(({ parameters }) => parameters)) {
    const known = byName.get(parameter.name) ?? { parameter, labels: new Set<string>() };
    known.labels.add(parameter.label());
    byName.set(parameter.name, known);
  }
  const today = dayOf(now, marketZone);
  return {
    datasets: datasets.map(({ id, title, summary, parameters, record, publication, quarterHoursFrom }) => ({
      id,
      title: title(),
      summary: summary(),
      elementOfResponse: recordShapes[record].noun(),
      published:
        publication === undefined
          ? null
          : publication.kind === 'dayBefore'
            ? `day before delivery, usually ${publication.clock()}`
            : `${publication.minutes} min after delivery`,
      lastPublishedDeliveryDay: lastPublishedDay(publication, now),
      ...(quarterHoursFrom === undefined ? {} : { quarterHoursFrom }),
      required: parameters.filter(({ required }) => required).map(({ name }) => name),
      optional: parameters.filter(({ required }) => !required).map(({ name }) => name),
    })),
    parameters: Object.fromEntries(
      [...byName].map(([name, { parameter, labels }]) => [name, describedParameter(parameter, [...labels])]),
    ),
    periods: {
      daysAndTimes: 'today, tomorrow, today-7d, 2026-03-29, 2026-03-29T10:00, or 2026-03-29T10:00+02:00',
      end: 'if the end is a day, that day is included',
      timeZone: zone,
      deliveryDays: `days in ${marketZone}, which have 23, 24, or 25 hours`,
      nowUtc: formatUtc(now),
      deliveryDayToday: today,
      deliveryPeriodToday: describedPeriod(dayPeriod(today, marketZone), undefined, zone, now),
    },
  };
}
