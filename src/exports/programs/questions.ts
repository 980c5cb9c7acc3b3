/** One realistic question about each dataset, as data for every engine. Copied programs print its result. */
import type { Dataset } from '../../market/datasets/dataset';
import { recordShapes } from '../../market/records/recordKinds';

/** What rows are grouped by: a text, or a delivery day or month in the market's time zone. */
export interface Group {
  /** The column header in the result, and the name in the program. */
  readonly name: string;
  readonly column: string;
  /** For a column with times: the unit to group by. */
  readonly of?: 'day' | 'month';
}

/**
 * What is calculated from the rows of a group. `energy` sums power in MW over the period; values in other
 * units are summed.
 */
export interface Measure {
  readonly name: string;
  readonly column: string;
  readonly how: 'count' | 'sum' | 'mean' | 'max' | 'energy';
}

export interface Question {
  /** A sentence for a comment, in English like the code. */
  readonly words: string;
  readonly groups: readonly Group[];
  readonly measures: readonly Measure[];
  /** Rows that lack a value in any of these columns are left out. */
  readonly required: readonly string[];
}

const text = (name: string, column: string): Group => ({ name, column });
const day = (column: string): Group => ({ name: 'day', column, of: 'day' });
const count = (name: string, column: string): Measure => ({ name, column, how: 'count' });
const energy: Measure = { name: 'energy', column: 'value', how: 'energy' };
const valueAtTime = ['startTime', 'value'];

const meanPrice: Question = {
  words: 'The mean price by delivery area, unit, and month.',
  groups: [
    text('area', 'attribute.deliveryArea'),
    text('unit', 'unit'),
    { name: 'month', column: 'startTime', of: 'month' },
  ],
  measures: [count('prices', 'value'), { name: 'mean', column: 'value', how: 'mean' }],
  required: valueAtTime,
};

/** A dataset has no program until it has a question here; a test makes sure that each has one. */
const questions: Readonly<Record<string, Question>> = {
  'dayahead-prices': meanPrice,
  'dayahead-prices-alternate': meanPrice,
  'uk-auction-prices': meanPrice,
  'dayahead-turnover': {
    words: 'The turnover by delivery day, side, and unit; of power in MW, the energy in MWh.',
    groups: [day('startTime'), text('side', 'attribute.side'), text('unit', 'unit')],
    measures: [count('periods', 'value'), energy],
    required: [...valueAtTime, 'endTime'],
  },
  'dayahead-curves': {
    words: 'The points of the curves, and their largest volume, by delivery day and side.',
    groups: [day('startTime'), text('side', 'side')],
    measures: [count('points', 'volume'), { name: 'largest', column: 'volume', how: 'max' }],
    required: ['startTime', 'volume'],
  },
  'uk-flows': {
    words: 'The mean flow by interconnector, direction, endpoint, unit, and delivery day.',
    groups: [
      text('interconnector', 'attribute.connection'),
      text('source', 'attribute.from'),
      text('sink', 'attribute.to'),
      text('endpoint', 'attribute.endpoint'),
      text('unit', 'unit'),
      day('startTime'),
    ],
    measures: [count('periods', 'value'), { name: 'mean', column: 'value', how: 'mean' }],
    // The prices of the areas are part of the data, too.
    required: [...valueAtTime, 'attribute.from'],
  },
  'intraday-scheduled-flow': {
    words: 'The flow by direction, unit, and delivery day; of power in MW, the energy in MWh.',
    groups: [
      text('source', 'attribute.from'),
      text('sink', 'attribute.to'),
      text('unit', 'unit'),
      day('startTime'),
    ],
    measures: [count('periods', 'value'), energy],
    required: [...valueAtTime, 'endTime'],
  },
  'regulation-down-volumes': {
    words: 'The volume by delivery area, unit, and delivery day; of power in MW, the energy in MWh.',
    groups: [text('area', 'attribute.deliveryArea'), text('unit', 'unit'), day('startTime')],
    measures: [count('periods', 'value'), energy],
    required: [...valueAtTime, 'endTime'],
  },
  'intraday-orders': {
    words: 'The order events and their quantity by the day on which they happened, side, and unit.',
    groups: [day('updatedTime'), text('side', 'side'), text('unit', 'quantityUnit')],
    measures: [count('events', 'quantity'), { name: 'quantity', column: 'quantity', how: 'sum' }],
    required: ['updatedTime', 'quantity'],
  },
  'hub-to-hub-capacities': {
    words: 'The mean capacity by areas and delivery day.',
    groups: [text('source', 'areaFrom'), text('sink', 'areaTo'), day('deliveryStart')],
    measures: [count('records', 'outCapacity'), { name: 'mean', column: 'outCapacity', how: 'mean' }],
    required: ['deliveryStart', 'outCapacity'],
  },
};

/** The question about a dataset. Throws if there is none, which a test rules out. */
export function questionOf({ id }: Dataset): Question {
  const question = questions[id];
  if (!question) throw new Error(`No question about ${id}.`);
  return question;
}

/** How a program reads a column. Attributes and undocumented fields are texts. */
export type ReadAs = 'time' | 'number' | 'integer' | 'text';

/** The columns that the question needs, in table order, and how they are read. */
export function neededColumns({ record }: Dataset, question: Question): [string, ReadAs][] {
  const { groups, measures, required } = question;
  const forEnergy = measures.some(({ how }) => how === 'energy') ? ['startTime', 'endTime', 'unit'] : [];
  const named = [...groups, ...measures].map(({ column }) => column);
  return [...new Set([...named, ...required, ...forEnergy])].map((name) => {
    const type = recordShapes[record].columns.find((column) => column.name === name)?.type ?? 'text';
    return [name, type === 'boolean' ? 'text' : type];
  });
}
