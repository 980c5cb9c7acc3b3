import { valuesIn } from '../../market/datasets/dataset';
import { reachOf } from '../../market/datasets/publication';
import { mostDaysOf } from '../../market/query/otherDay';
import { firstDayOf } from '../../market/query/queryPeriod';
import { readParameter, type Query } from '../../market/query/query';
import { isTimePart, partText, queryParts, type QueryPart } from '../../market/query/queryParts';
import { dayOf, marketZone } from '../../market/time/deliveryDay';
import type { OfferedArea, TypedMeaning } from '../../protocol/messages';
import type { Result } from '../../results/result';
import type { ResultStore } from '../../results/store/resultStore';
import type { EditorAnswers } from '../shell/editorAnswers';
import { clockNow } from './queries';
import { readTyped, type Clock, type Inputs, type Suggestion } from './suggestions';

/** What a text means for the part. Days count from the one that the query is about. */
const readingOf = (part: QueryPart, typed: string, query: Query, clock: Clock): Suggestion | undefined =>
  readTyped(part, typed, clock, firstDayOf(query))[0];

/** The inputs that a text means for the part; none if it's empty, `undefined` if it can't be read. */
export const typedInputs = (
  part: QueryPart,
  typed: string,
  query: Query,
  clock: Clock,
): Inputs | undefined => (typed === '' ? { [part.name]: '' } : readingOf(part, typed, query, clock)?.inputs);

function meaningOf(part: QueryPart, typed: string, query: Query, clock: Clock): TypedMeaning {
  const reading = readingOf(part, typed, query, clock);
  const { inputs } = reading ?? {};
  if (!inputs) return { values: null, words: reading?.detail ?? '' };
  const readings = part.parameters.map((parameter) => ({
    name: parameter.name,
    ...readParameter(parameter, inputs[parameter.name] ?? '', clock.now, clock.zone),
  }));
  const sent = readings.flatMap((each): [string, string][] => (each.ok ? [[each.name, each.value]] : []));
  const notes = readings.flatMap((each) => (each.ok && each.note !== undefined ? [each.note] : []));
  const text = isTimePart(part) ? [partText(part, { parameters: Object.fromEntries(sent) }, clock.zone)] : [];
  return { values: sent.flatMap(([, value]) => valuesIn(value)), words: [...text, ...notes].join('. ') };
}

/** The dataset's areas. Those that were used last come first, also codes that the dataset doesn't list. */
function areasOf({ parameters: [parameter] }: QueryPart, results: readonly Result[]): OfferedArea[] {
  const known = new Map(parameter?.choices?.map(({ value, label }) => [value, label?.() ?? '']));
  const used = results.flatMap(({ query }) => valuesIn(query.parameters[parameter?.name ?? ''] ?? ''));
  return [...new Set([...used, ...known.keys()])].map((value) => ({ value, label: known.get(value) ?? '' }));
}

/** The editor's part of the dialogs in which a view's query is changed. */
export function dialogAnswers(
  store: Pick<ResultStore, 'offered'>,
): Pick<EditorAnswers, 'calendar' | 'areas' | 'typed'> {
  const partNamed = (name: string, { query }: Result): QueryPart => {
    const found = queryParts(query.dataset).find((part) => part.name === name);
    if (!found) throw new Error(`${query.dataset.id} has no part ${name}.`);
    return found;
  };
  return {
    async calendar(_, { query: { dataset } }) {
      const { now } = clockNow();
      // A day that has begun has data, unless it's delayed.
      const lastPublished = dayOf(reachOf(dataset.publication, now) - 1, marketZone);
      return Promise.resolve({ today: dayOf(now, marketZone), lastPublished, mostDays: mostDaysOf(dataset) });
    },
    async areas({ part }, result) {
      const { dataset } = result.query;
      const earlier = store.offered.filter(({ query }) => query.dataset.id === dataset.id).reverse();
      return Promise.resolve(areasOf(partNamed(part, result), [result, ...earlier]));
    },
    async typed({ part, typed }, result) {
      return Promise.resolve(meaningOf(partNamed(part, result), typed, result.query, clockNow()));
    },
  };
}
