import type { Dataset } from './dataset';
import type { RecordKind } from '../records/recordKinds';

/** The columns in which a comparison shows a compared field: its values in both, and second minus first. */
export interface ComparedColumns {
  readonly first: string;
  readonly second: string;
  readonly difference: string;
}

/** `first`, `second`, `difference`; with the field's name before them where several are compared. */
export function comparedColumns(field: string, compared: readonly string[]): ComparedColumns {
  const key = (name: string) => (compared.length === 1 ? name : `${field}.${name}`);
  return { first: key('first'), second: key('second'), difference: key('difference') };
}

/** The same three, in the order in which they stand. */
export function comparedKeys(field: string, compared: readonly string[]): string[] {
  const { first, second, difference } = comparedColumns(field, compared);
  return [first, second, difference];
}

/** Where the second's time stands when it is on another delivery day. */
export const otherDayKey = (time: string) => `second.${time}`;

/** How the results of a record kind are held against each other. Names are columns of the table. */
export interface ComparisonPlan {
  /** What two rows have in common that speak of the same thing. */
  readonly keys: readonly string[];
  /**
   * Further such columns. One of which each result holds a single value, and another one, is left
   * out: NO1 against NO2 is a comparison of two areas, and finds no interval missing.
   */
  readonly apart: readonly string[];
  readonly compared: readonly string[];
  /** Told of a row, from the second result if it is there. */
  readonly told: readonly string[];
  /** By which a person knows a row again, besides its series; several of one name are its two ends. */
  readonly named: readonly (readonly string[])[];
  /** Of the compared, where no field says it. */
  readonly unit?: string;
  /** By which the rows are ordered: where there is an `end`, the start of a period of delivery. */
  readonly time: string;
  /**
   * The end of that period. Results of other delivery days are joined by it; what has none is an
   * event, and joined by what it is alone.
   */
  readonly end?: string;
  /** A record is an event, and the last by this column says how things stand. */
  readonly lastBy?: string;
}

/** Series are told apart by their attributes as well, which every table has of its own. */
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
    apart: [],
    compared: ['volume'],
    told: [],
    named: [['side'], ['price']],
    time: 'startTime',
    end: 'endTime',
  },
  publicOrder: {
    keys: ['id'],
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
 * The dataset as a comparison with these columns is shown: the same, but for the picture and the
 * columns that come first.
 */
export function comparedDataset(dataset: Dataset, columns: readonly string[]): Dataset {
  const { keys, compared, time, end, told } = comparisonPlans[dataset.record];
  const valueColumns = compared.flatMap((field) => comparedKeys(field, compared));
  const areas = columns.filter((key) => key.startsWith('attribute.') && !isCurrency(key));
  // A row that only the second has stands at its time alone.
  const times = [time, ...(end === undefined ? [] : [end]), otherDayKey(time)].filter((key) =>
    columns.includes(key),
  );
  const first = [...times, ...keys, ...areas].filter((key) => key !== 'unit' && !told.includes(key));
  const mainColumns = [...new Set([...first, 'change', ...valueColumns])];
  return { ...dataset, chart: 'comparison', mainColumns };
}

const isCurrency = (key: string) => /currency$/i.test(key);
