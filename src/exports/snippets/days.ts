import { meaningOfDay } from '../../market/query/askedDays';
import { targetOf } from '../../request/requestTarget';
import type { SnippetQuery } from './snippets';

/** What of a day is sent. A snippet has a function for each, which calls the one for the meaning before it. */
const meanings = ['date', 'start', 'end'] as const;
type Meaning = (typeof meanings)[number];

/** A parameter of a query by days. */
interface AskedParameter {
  readonly name: string;
  /** As sent. */
  readonly value: string;
  /** If it was given as a day: the day in words, and what of it is sent. */
  readonly day?: { readonly word: string; readonly meaning: Meaning };
}

/** The parameters of a query in the order in which they are sent. */
export const askedParameters = ({ dataset, parameters, days }: SnippetQuery): AskedParameter[] =>
  dataset.parameters.flatMap((parameter): AskedParameter[] => {
    const { name } = parameter;
    const [value, word] = [parameters[name], days?.words[name]];
    if (value === undefined) return [];
    const day = word === undefined ? {} : { day: { word, meaning: meaningOfDay(parameter) } };
    return [{ name, value, ...day }];
  });

/** The code of those functions for days that a snippet needs. */
export function neededFunctions(query: SnippetQuery, code: { readonly [Each in Meaning]: string }): string {
  const called = askedParameters(query).map(({ day }) => (day ? meanings.indexOf(day.meaning) + 1 : 0));
  return meanings
    .slice(0, Math.max(0, ...called))
    .map((meaning) => code[meaning])
    .join('');
}

/** What follows the base address; of a query by days, without its parameters. */
export const dataPath = ({ dataset, parameters, days, connection }: SnippetQuery): string =>
  targetOf({ dataset, parameters: days ? {} : parameters }, connection);
