import * as l10n from '@vscode/l10n';
import type { Dataset } from './dataset';
import type { RecordKind } from '../records/recordKinds';
import type { Counted } from '../../text/l10n';
import { formatCount, formatCounted } from '../../text/l10n';
import { formatInZone } from '../time/zones';

export const changes = ['changed', 'same', 'added', 'missing'] as const;
/** What became of a row from the first result to the second. */
export type Change = (typeof changes)[number];

/** What a comparison comes to. Counts are of its rows. */
export interface ComparisonFigures {
  readonly counts: Readonly<Record<Change, number>>;
  /** The largest difference by size, second minus first. */
  readonly largest: {
    /** Digits as written, with a sign: `+0.20`. */
    readonly text: string;
    readonly unit: string;
    /** What it is of: the series, or the record; `''` where there is but one thing it can be of. */
    readonly of: string;
    /** Epoch milliseconds. */
    readonly at: number | null;
  } | null;
}

const countedRows: { readonly [Kind in RecordKind]: () => Counted } = {
  timeSeries: () => [l10n.t('{0} interval'), l10n.t('{0} intervals')],
  priceCurve: () => [l10n.t('{0} curve point'), l10n.t('{0} curve points')],
  publicOrder: () => [l10n.t('{0} order'), l10n.t('{0} orders')],
  hubToHubCapacity: () => [l10n.t('{0} capacity'), l10n.t('{0} capacities')],
};

/**
 * "96 intervals: 12 changed, 0 added, 0 missing; largest difference +1.23 EUR/MWh (NO1) at 2026-03-29
 * 03:00", in the zone's time.
 */
export function comparisonSentence(
  { counts, largest }: ComparisonFigures,
  record: RecordKind,
  zone: string,
): string {
  const total = changes.reduce((sum, change) => sum + counts[change], 0);
  const counted = l10n.t(
    '{0}: {1} changed, {2} added, {3} missing',
    formatCounted(total, countedRows[record]()),
    formatCount(counts.changed),
    formatCount(counts.added),
    formatCount(counts.missing),
  );
  if (!largest) return counted;
  const { text, unit, of } = largest;
  const difference = [text, unit, of && `(${of})`].filter(Boolean).join(' ');
  return largest.at === null
    ? l10n.t('{0}; largest difference {1}', counted, difference)
    : l10n.t('{0}; largest difference {1} at {2}', counted, difference, formatInZone(largest.at, zone));
}

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
  const figures = compared.flatMap((field) => comparedKeys(field, compared));
  const areas = columns.filter((key) => key.startsWith('attribute.') && !isCurrency(key));
  // A row that only the second has stands at its time alone.
  const times = [time, ...(end === undefined ? [] : [end]), otherDayKey(time)].filter((key) =>
    columns.includes(key),
  );
  const first = [...times, ...keys, ...areas].filter((key) => key !== 'unit' && !told.includes(key));
  const mainColumns = [...new Set([...first, 'change', ...figures])];
  return { ...dataset, chart: 'comparison', mainColumns };
}

const isCurrency = (key: string) => /currency$/i.test(key);
