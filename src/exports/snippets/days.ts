import { meaningOfDay } from '../../market/query/askedDays';
import { targetOf } from '../../request/requestTarget';
import type { SnippetQuery } from './environment';

/**
 * The ways in which a day is sent. A snippet has a function for each of them, which calls the one before it.
 */
const meanings = ['date', 'start', 'end'] as const;
type Meaning = (typeof meanings)[number];

/** A parameter of a query. */
interface QueryParameter {
  readonly name: string;
  /** As sent. */
  readonly value: string;
  /** For a parameter that was given as a day: the day as a word, and which of its values is sent. */
  readonly day?: { readonly word: string; readonly meaning: Meaning };
}

/** The parameters of a query in the order in which they are sent. */
export const queryParameters = ({ dataset, parameters, days }: SnippetQuery): QueryParameter[] =>
  dataset.parameters.flatMap((parameter): QueryParameter[] => {
    const { name } = parameter;
    const [value, word] = [parameters[name], days?.words[name]];
    if (value === undefined) return [];
    const day = word === undefined ? {} : { day: { word, meaning: meaningOfDay(parameter) } };
    return [{ name, value, ...day }];
  });

/** The code of the functions for days that a snippet needs. */
export function neededFunctions(query: SnippetQuery, code: { readonly [Each in Meaning]: string }): string {
  const called = queryParameters(query).map(({ day }) => (day ? meanings.indexOf(day.meaning) + 1 : 0));
  return meanings
    .slice(0, Math.max(0, ...called))
    .map((meaning) => code[meaning])
    .join('');
}

/** The request target after the base address; without parameters if these are calculated from days. */
export const dataPath = ({ dataset, parameters, days, connection }: SnippetQuery): string =>
  targetOf({ dataset, parameters: days ? {} : parameters }, connection);
