import * as l10n from '@vscode/l10n';
import { isTimeKind, valuesIn, type Dataset, type Parameter } from '../datasets/dataset';
import type { Publication } from '../datasets/publication';
import { fromTo } from '../../text/l10n';
import { dayText } from '../time/dayText';
import { formatInstant, formatWithOffset, tellsOffset } from '../time/zones';
import { statusWord } from '../records/statusWords';
import type { Query } from './query';
import { daysIn, periodOf, zoneOfDays } from './queryPeriod';

/** What a person enters in one step: a parameter, or both ends of a period. */
export interface QueryPart {
  /** The name of its first parameter, which identifies the part in messages from the view. */
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly label: string;
  readonly help: string;
  readonly isRequired: boolean;
  /** Whether a value is clear without the label, such as a time, a currency, or "preliminary". */
  readonly needsNoName: boolean;
  /** For a period: those of the dataset. */
  readonly quarterHoursFrom?: string;
  readonly publication?: Publication;
}

/** Whether the part names delivery areas. */
export const isAreaPart = ({ parameters }: QueryPart): boolean =>
  parameters.some(({ kind }) => kind === 'deliveryArea');

/** Whether the part says for what time data is requested. */
export const isTimePart = ({ parameters }: QueryPart): boolean =>
  parameters.some(({ kind }) => isTimeKind(kind));

/**
 * The parts of the dataset's queries in the order in which a result shows them. The time is first because every
 * dataset has it, so it's always in the same place.
 */
export function queryParts(dataset: Dataset): QueryPart[] {
  const bounds = dataset.parameters.filter(({ bound }) => bound !== undefined);
  const { quarterHoursFrom, publication } = dataset;
  const known = {
    ...(quarterHoursFrom === undefined ? {} : { quarterHoursFrom }),
    ...(publication === undefined ? {} : { publication }),
  };
  const parameters = [
    ...dataset.parameters.filter(({ kind }) => isTimeKind(kind)),
    ...dataset.parameters.filter(({ kind }) => !isTimeKind(kind)),
  ];
  return parameters.flatMap((parameter): QueryPart[] => {
    const { name } = parameter;
    const isRequired = parameter.required === true;
    if (parameter.bound === 'end') return [];
    if (parameter.bound === 'start') {
      return [
        {
          name,
          parameters: bounds,
          label: l10n.t('Period'),
          help: l10n.t('A day, or a start and an end time.'),
          isRequired,
          needsNoName: true,
          ...known,
        },
      ];
    }
    const { kind, several = false } = parameter;
    const needsNoName = isTimeKind(kind) || kind === 'currency' || several || name === 'status';
    const [label, help] = [parameter.label(), parameter.help()];
    return [{ name, parameters: [parameter], label, help, isRequired, needsNoName }];
  });
}

/**
 * The parts of a dataset's queries in the order of their prompts. What every person is asked `first` is the same for
 * every dataset: areas, then the time, which ends the prompts for most queries. The others are asked if the person wants.
 */
export function promptedParts(dataset: Dataset): Record<'first' | 'more', readonly QueryPart[]> {
  const parts = queryParts(dataset);
  const area = parts.find((part) => isAreaPart(part) && (part.isRequired || takesSeveral(part)));
  const first = [...(area ? [area] : []), ...parts.filter(isTimePart)];
  return { first, more: parts.filter((part) => !first.includes(part)) };
}

/** Whether the part is a list to which a value can be added. */
export const takesSeveral = ({ parameters }: QueryPart): boolean =>
  parameters.some(({ several }) => several === true);

/**
 * The part's value in the query, as displayed: "29 Mar 2026", "NO1, SE3", "preliminary". Empty if it was left
 * out. Times are in `zone`; days are those of `zone` or, if the period doesn't consist of these, of the
 * market.
 */
export function partText({ parameters }: QueryPart, query: Pick<Query, 'parameters'>, zone: string): string {
  const [parameter] = parameters;
  const value = query.parameters[parameter?.name ?? ''];
  if (parameter?.bound !== undefined) return periodText(query, zone);
  if (parameter === undefined || value === undefined) return '';
  if (parameter.name === 'status') return statusWord(value);
  if (parameter.kind === 'deliveryArea') return valuesIn(value).join(', ');
  if (parameter.kind === 'date') return dayText(Date.parse(value), 'UTC');
  return parameter.kind === 'powerHour' ? instantText([Date.parse(value)], zone) : value;
}

function periodText(query: Pick<Query, 'parameters'>, zone: string): string {
  const { startTime, endTime } = query.parameters;
  if (startTime === undefined && endTime === undefined) return '';
  if (startTime === undefined) return l10n.t('until {0}', instantText([Date.parse(endTime ?? '')], zone));
  if (endTime === undefined) return l10n.t('from {0}', instantText([Date.parse(startTime)], zone));
  const period = periodOf(query);
  const zoneOfPeriod = period && zoneOfDays(period, zone);
  return zoneOfPeriod && period.end > period.start
    ? daysIn(period, (instant) => dayText(instant, zoneOfPeriod))
    : instantText([Date.parse(startTime), Date.parse(endTime)], zone);
}

/** `2026-03-20 10:00 to 12:00`, with offsets if one of the times is on a day when clocks change. */
function instantText(instants: readonly number[], zone: string): string {
  if (instants.some((instant) => tellsOffset(instant, zone))) {
    return fromTo(instants.map((instant) => formatWithOffset(instant, zone)));
  }
  const [first = '', last] = instants.map((instant) => formatInstant(instant, zone));
  const day = first.slice(0, first.indexOf(' ') + 1);
  return last === undefined ? first : fromTo([first, last.startsWith(day) ? last.slice(day.length) : last]);
}
