import type { Dataset } from './dataset';
import type { RecordKind } from '../records/recordKinds';

/** The columns in which a comparison shows a compared field: both values, and second minus first. */
export interface ComparedColumns {
  readonly first: string;
  readonly second: string;
  readonly difference: string;
}

/** `first`, `second`, and `difference`, prefixed with the field's name if several fields are compared. */
export function comparedColumns(field: string, compared: readonly string[]): ComparedColumns {
  const key = (name: string) => (compared.length === 1 ? name : `${field}.${name}`);
  return { first: key('first'), second: key('second'), difference: key('difference') };
}

/** The same three, in column order: the difference is what a comparison is made for. */
export function comparedKeys(field: string, compared: readonly string[]): string[] {
  const { first, second, difference } = comparedColumns(field, compared);
  return [difference, first, second];
}

/** The column for the second result's time if it is for another delivery day. */
export const otherDayKey = (time: string) => `second.${time}`;

/** How the results of a record kind are compared. Names are table columns. */
export interface ComparisonPlan {
  /** Columns that are equal in two rows about the same thing. */
  readonly keys: readonly string[];
  /** The same where prices, volumes, and ids of one result were replaced; by default, `keys`. */
  readonly keptKeys?: readonly string[];
  /**
   * Additional such columns. A column is ignored if each result has a single, different value in
   * it: NO1 vs. NO2 compares two areas, so no interval is missing.
   */
  readonly apart: readonly string[];
  readonly compared: readonly string[];
  /** Columns that describe a row, taken from the second result if the row is there. */
  readonly told: readonly string[];
  /** Columns that identify a row to a person, besides its series. Several with one name are two ends. */
  readonly named: readonly (readonly string[])[];
  /** The unit of the compared fields if no field states it. */
  readonly unit?: string;
  /** The column that sorts the rows. If there is an `end`, it is the start of a delivery period. */
  readonly time: string;
  /**
   * The end of that period, by which results for different delivery days are matched. Records
   * without an end are events, matched by their keys alone.
   */
  readonly end?: string;
  /** Each record is an event, and the last one by this column gives the current state. */
  readonly lastBy?: string;
}

/** Series are also distinguished by their attributes, which differ from table to table. */
export const comparisonPlans: { readonly [Kind in RecordKind]: ComparisonPlan } = {
  timeSeries: {
    keys: ['startTime', 'endTime', 'unit'],
    apart: ['type', 'SubType', 'category'],
    compared: ['value'],
    told: [],
    named: [],
    time: 'startTime',
    end: 'endTime',
  },
  priceCurve: {
    keys: ['startTime', 'endTime', 'side', 'price'],
    keptKeys: ['startTime', 'endTime', 'side'],
    apart: [],
    compared: ['volume'],
    told: [],
    named: [['side'], ['price']],
    time: 'startTime',
    end: 'endTime',
  },
  publicOrder: {
    keys: ['id'],
    keptKeys: ['createdTime', 'updatedTime', 'deliveryStart', 'side', 'state'],
    apart: ['deliveryArea'],
    compared: ['price', 'quantity'],
    told: ['state', 'side', 'contractId', 'deliveryStart', 'createdTime', 'priceUnit', 'quantityUnit'],
    named: [['id']],
    time: 'createdTime',
    lastBy: 'updatedTime',
  },
  hubToHubCapacity: {
    keys: ['areaFrom', 'areaTo', 'deliveryStart', 'deliveryEnd', 'publicationTime', 'internal'],
    apart: [],
    compared: ['inCapacity', 'outCapacity'],
    told: [],
    named: [['areaFrom', 'areaTo']],
    unit: 'MW',
    time: 'deliveryStart',
    end: 'deliveryEnd',
  },
};

/**
 * The dataset as shown for a comparison with these columns: only the chart and the main columns differ. What
 * is compared comes right after the time, the differences first, so that they're visible in a narrow window.
 */
export function comparedDataset(dataset: Dataset, columns: readonly string[]): Dataset {
  const { keys, compared, named, time, end } = comparisonPlans[dataset.record];
  const differences = compared.map((field) => comparedColumns(field, compared).difference);
  const figures = compared.flatMap((field) => comparedKeys(field, compared));
  const areas = columns.filter((key) => key.startsWith('attribute.') && !isCurrency(key));
  // A row that only the second result has is placed by its own time.
  const times = [...(end === undefined ? [] : [end]), otherDayKey(time)];
  const rest = keys.filter((key) => key !== 'unit');
  const ordered = [time, ...differences, ...named.flat(), ...areas, ...figures, 'change', ...times, ...rest];
  const mainColumns = [...new Set(ordered)].filter((key) => !times.includes(key) || columns.includes(key));
  return { ...dataset, chart: 'comparison', mainColumns };
}

const isCurrency = (key: string) => /currency$/i.test(key);
