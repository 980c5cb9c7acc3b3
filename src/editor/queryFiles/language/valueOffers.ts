import * as l10n from '@vscode/l10n';
import { getLocation, type Location } from 'jsonc-parser';
import { valuesIn, type Dataset, type Parameter } from '#src/market/datasets/dataset';
import { readParameter } from '#src/market/query/query';
import { queryParts } from '#src/market/query/queryParts';
import { recordShapes } from '#src/market/records/recordKinds';
import type { QueryFile } from '#src/queryFiles/queryFile';
import type { TextSpan } from '#src/queryFiles/problems';
import { suggestionsFor, type Clock, type Suggestion } from '../../query/suggestions';

/** Values to offer that the schema of query files doesn't contain. */
export interface Offerable {
  readonly now: number;
  readonly connections: readonly string[];
  readonly timeZones: readonly string[];
  /** Delivery areas queried in this window. */
  readonly areas: readonly string[];
  /** Column keys of the dataset's last table in this window, if there was one. */
  readonly columnsOf: (dataset: string) => readonly string[];
}

/** A value that can be inserted at a place in the file. */
export interface Offer {
  /** As shown, such as `today` or `NO1`. */
  readonly value: string;
  /** What the value is, if that isn't self-explanatory. */
  readonly description?: string;
  /** What the value means now, such as the period that is sent. */
  readonly detail?: string;
}

/** The values for a place in the file, and the text that each of them replaces. */
export interface Offers {
  readonly offers: readonly Offer[];
  readonly replaced: TextSpan;
  /** The value as JSON, with quotation marks where the replaced text has or needs them. */
  readonly written: (value: string) => string;
}

/** A character with which a value can begin. */
const valueStart = /["{[\w-]/;

/**
 * The values that can be inserted at an offset of a file and aren't in the schema: those that the prompts
 * suggest for a parameter, connections, time zones, and columns. `undefined` if there are none. Takes linear
 * time.
 */
export function valueOffers(
  text: string,
  file: QueryFile,
  offset: number,
  known: Offerable,
): Offers | undefined {
  const location = getLocation(text, offset);
  const place = placeIn(text, location, offset);
  if (!place) return undefined;
  const { path } = location;
  const isAt = (...names: string[]) => path.length === names.length && location.matches(names);
  const [, name, , parameterName, key] = path.map(String);
  if (location.isAtPropertyKey) {
    const isColumn = isAt('queries', '*', 'expect', 'columns', '*');
    return isColumn ? columnOffers(file, name, key, place, known) : undefined;
  }
  if (isAt('timeZone')) return { ...place, offers: plain(known.timeZones) };
  if (isAt('connection') || isAt('queries', '*', 'connection')) {
    return { ...place, offers: plain(known.connections) };
  }
  if (!isAt('queries', '*', 'parameters', '*')) return undefined;
  const dataset = datasetOf(file, name);
  const parameter = dataset?.parameters.find((each) => each.name === parameterName);
  if (!dataset || !parameter) return undefined;
  const clock = { now: known.now, zone: file.timeZone };
  return parameter.several
    ? listOffers(text, dataset, parameter, place, offset, clock, known.areas)
    : { ...place, offers: parameterOffers(dataset, parameter, clock, known.areas) };
}

const plain = (values: readonly string[]): Offer[] => values.map((value) => ({ value }));

const datasetOf = ({ queries }: QueryFile, name: string | undefined): Dataset | undefined =>
  queries.find((query) => query.name === name)?.dataset;

type Place = Omit<Offers, 'offers'>;

const quotedText = (value: string) => JSON.stringify(value);
const innerText = (value: string) => JSON.stringify(value).slice(1, -1);

/** The text to replace: the whole string around the offset, or nothing if there is no value. */
function placeIn(text: string, { previousNode: node }: Location, offset: number): Place | undefined {
  if (node && (node.type === 'string' || node.type === 'property')) {
    const end = node.offset + node.length;
    const isClosed = node.length > 1 && text[end - 1] === '"';
    if (offset > node.offset && (isClosed ? offset < end : offset <= end)) {
      const replaced = { start: node.offset + 1, end: isClosed ? end - 1 : offset };
      const written = (value: string) => (isClosed ? innerText(value) : `${innerText(value)}"`);
      return { replaced, written };
    }
    return undefined;
  }
  const rest = text.slice(offset).trimStart();
  if (node || valueStart.test(rest[0] ?? '')) return undefined;
  return { replaced: { start: offset, end: offset }, written: quotedText };
}

function columnOffers(
  file: QueryFile,
  name: string | undefined,
  present: string | undefined,
  place: Place,
  { columnsOf }: Offerable,
): Offers | undefined {
  const query = file.queries.find((each) => each.name === name);
  if (!query?.dataset) return undefined;
  const { id, record } = query.dataset;
  const documented = recordShapes[record].columns;
  const keys = new Set([...documented.map((column) => column.name), ...columnsOf(id)]);
  const taken = Object.keys(query.expect?.columns ?? {}).filter((key) => key !== present);
  const offers = [...keys]
    .filter((key) => !taken.includes(key))
    .map((key): Offer => {
      const title = documented.find((column) => column.name === key)?.title();
      return title === undefined ? { value: key } : { value: key, description: title };
    });
  return { ...place, offers };
}

/**
 * What the prompt for the parameter suggests. For either end of a period, that is the prompt for both ends.
 */
function parameterOffers(
  dataset: Dataset,
  parameter: Parameter,
  clock: Clock,
  areas: readonly string[],
): Offer[] {
  const { name, kind } = parameter;
  const part = queryParts(dataset).find(({ parameters }) => parameters.some((each) => each.name === name));
  const suggested = part ? offersOf(suggestionsFor(part, '', {}, clock), parameter, clock) : [];
  return kind === 'deliveryArea' ? withSeen(suggested, areas) : suggested;
}

/** Values to add to a list, or to replace the one at the offset with, except those already in the list. */
function listOffers(
  text: string,
  dataset: Dataset,
  parameter: Parameter,
  place: Place,
  offset: number,
  clock: Clock,
  areas: readonly string[],
): Offers {
  const { start, end } = place.replaced;
  const list = text.slice(start, end);
  const before = list.lastIndexOf(',', offset - start - 1) + 1;
  const comma = list.indexOf(',', offset - start);
  const after = comma < 0 ? list.length : comma;
  const others = [...valuesIn(list.slice(0, before)), ...valuesIn(list.slice(after))];
  const present = others.map((value) => value.toLowerCase());
  const offers = parameterOffers(dataset, parameter, clock, areas).filter(
    ({ value }) => !present.includes(value.toLowerCase()),
  );
  const blanks = list.slice(before, after).search(/\S|$/);
  const replaced = { start: Math.min(start + before + blanks, offset), end: comma < 0 ? end : start + after };
  return { offers, replaced, written: comma < 0 ? place.written : innerText };
}

/** Without the suggestion to leave the parameter out, which in a file means not to write it. */
function offersOf(suggestions: readonly Suggestion[], parameter: Parameter, { now, zone }: Clock): Offer[] {
  const offers = new Map<string, Offer>();
  for (const { label, description, detail, inputs } of suggestions) {
    const value = inputs?.[parameter.name] ?? '';
    if (value === '' || offers.has(value)) continue;
    const reading = readParameter(parameter, value, now, zone);
    // For a word, what it stands for; for an instant, what is known about it.
    const meaning = reading.ok && reading.value !== value ? reading.value : undefined;
    const words = [...(label === value ? [] : [label]), ...(description === undefined ? [] : [description])];
    const short = meaning ?? words.join(' · ');
    const long = detail === undefined ? '' : [...words, detail].join('. ');
    offers.set(value, {
      value,
      ...(short === '' ? {} : { description: short }),
      ...(long === '' ? {} : { detail: long }),
    });
  }
  return [...offers.values()];
}

/** Adds the areas queried in this window that aren't already suggested. */
function withSeen(offers: readonly Offer[], areas: readonly string[]): Offer[] {
  const present = new Set(offers.map(({ value }) => value));
  const seen = areas.filter((area) => !present.has(area));
  return [...offers, ...seen.map((value) => ({ value, description: l10n.t('queried in this window') }))];
}
