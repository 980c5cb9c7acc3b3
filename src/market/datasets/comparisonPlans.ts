import type { Dataset } from './dataset';
import type { RecordKind } from '../records/recordKinds';

/**
 * The columns in which a comparison shows a compared field: both values, and second minus first. They're prefixed with
 * the field's name if several fields are compared.
 */
export function comparedColumns(field: string, compared: readonly string[]) {
  const key = (name: string) => (compared.length === 1 ? name : `${field}.${name}`);
  return { first: key('first'), second: key('second'), difference: key('difference') };
}

/** The same three in column order, the difference first because it matters most. */
export function comparedKeys(field: string, compared: readonly string[]): string[] {
  const { first, second, difference } = comparedColumns(field, compared);
  return [difference, first, second];
}

/** The column for the second result's time if it is for another delivery day. */
export const otherDayKey = (time: string) => `second.${time}`;

/** How the results of a record kind are compared. Names are table columns. */
export interface ComparisonPlan {
  /** Columns with equal values in two rows that match. */
  readonly keys: readonly string[];
  /** The same if prices, volumes, and ids of one result were replaced. Defaults to `keys`. */
  readonly keptKeys?: readonly string[];
  /**
   * Additional such columns. A column is ignored if each result has a single, different value in
   * it: NO1 vs. NO2 compares two areas, so no interval is missing.
   */
  readonly apart: readonly string[];
  readonly compared: readonly string[];
  /** Columns that describe a row. Their values are those of the second result, if it has the row. */
  readonly told: readonly string[];
  /** With the series, what identifies a row to a person. Two columns together are the ends of a path. */
  readonly named: readonly (readonly string[])[];
  /** The unit of the compared fields if no field states it. */
  readonly unit?: string;
  /** The column that sorts the rows. If there is an `end`, it is the start of a delivery period. */
  readonly time: string;
  /**
   * The end of that period, with which results for different delivery days are matched. Records
   * without an end are events, which are matched by their keys alone.
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
  const times = columns.filter((key) => key === end || key === otherDayKey(time));
  const rest = keys.filter((key) => key !== 'unit' && key !== end);
  const ordered = [time, ...differences, ...named.flat(), ...areas, ...figures, 'change', ...times, ...rest];
  return { ...dataset, chart: 'comparison', mainColumns: [...new Set(ordered)] };
}

const isCurrency = (key: string) => /currency$/i.test(key);
