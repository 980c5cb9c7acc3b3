import type { Dataset } from '../../market/datasets/dataset';
import { recordShapes, type ColumnType, type RecordKind } from '../../market/records/recordKinds';

/**
 * The records as the types of every language describe them (docs/api.md, "Records"). Every field may be
 * missing or null, and fields that aren't listed are allowed. Names and texts are English, like the code that
 * they are part of.
 */
export interface RecordType {
  readonly name: string;
  readonly meaning: string;
  readonly fields: readonly TypedField[];
}

export interface TypedField {
  /** The name in the API, letter for letter. */
  readonly name: string;
  readonly meaning: string;
  /** Of the field or, if it's a list, of the records in it. */
  readonly type: ColumnType | RecordType;
}

/** The comments on the aliases for times and integers, in every language. */
export const timeMeaning = 'Usually RFC 3339 in UTC: 2026-03-28T23:00:00Z or 2026-03-28T23:00:00.123Z.';
export const integerMeaning = 'The API sets no limit for integers, so they can be beyond 2^53.';

type ListField = readonly [meaning: string, type: RecordType];

/** A record type whose fields are columns of the kind's table, and have the types of these. */
function recordType(
  kind: RecordKind,
  name: string,
  meaning: string,
  fields: Readonly<Record<string, string | ListField>>,
): RecordType {
  const { columns } = recordShapes[kind];
  const typeOf = (field: string): ColumnType => {
    const column = columns.find((each) => each.name === field);
    if (!column) throw new Error(`No column of ${kind} is called ${field}.`);
    return column.type;
  };
  return {
    name,
    meaning,
    fields: Object.entries(fields).map(([field, described]) => {
      const [of, type] = typeof described === 'string' ? [described, typeOf(field)] : described;
      return { name: field, meaning: of, type };
    }),
  };
}

const attribute: RecordType = {
  name: 'Attribute',
  meaning: 'What a record is about, such as its delivery area, status, or currency.',
  fields: [
    { name: 'role', meaning: 'What the value describes. Often null; the name says it then.', type: 'text' },
    { name: 'name', meaning: 'Such as deliveryArea, status, or currency.', type: 'text' },
    {
      name: 'value',
      meaning: 'Such as NO1. For a status, P is preliminary and O is official.',
      type: 'text',
    },
  ],
};

const attributes: ListField = ['Delivery area, status, currency, and so on.', attribute];
const resolution = 'ISO 8601 duration, such as PT15M or PT1H. Intervals can differ from it.';
const seriesCreated = 'Probably epoch milliseconds; not the time of publication.';

const timeSeriesValue = recordType('timeSeries', 'TimeSeriesValue', 'One interval and its value.', {
  startTime: 'Start of the interval.',
  endTime: 'End of the interval, where the next one starts.',
  value: 'In the unit of the series. Null means no value, not zero.',
});

const timeSeries = recordType(
  'timeSeries',
  'TimeSeries',
  'Values for one subject, such as a delivery area.',
  {
    type: 'Such as price, volume, or flow.',
    SubType: 'Such as area. Spelled with a capital S, unlike in price curves.',
    scale: 'Not documented. Do not multiply values by it.',
    resolution,
    attributes,
    unit: 'Of the values, such as EUR/MWh, MW, or MWh.',
    startTime: 'Start of the series.',
    endTime: 'End of the series.',
    values: ['Usually in chronological order.', timeSeriesValue],
    category: 'Such as dayAhead.',
    createdTime: seriesCreated,
  },
);

const curvePoint = recordType('priceCurve', 'CurvePoint', 'A point of a curve.', {
  price: 'In the currency that the attributes name, usually per MWh.',
  volume: 'The unit is not documented.',
});

const priceCurveValue = recordType('priceCurve', 'PriceCurveValue', 'Supply and demand in one interval.', {
  startTime: 'Start of the interval.',
  endTime: 'End of the interval, where the next one starts.',
  sellCurves: ['Points of the supply curve.', curvePoint],
  buyCurves: ['Points of the demand curve.', curvePoint],
  minVolume: 'The unit is not documented.',
  maxVolume: 'The unit is not documented.',
  volumeAcceptedBlocksBuy: 'Accepted block orders to buy; probably not part of the curves.',
  volumeAcceptedBlocksSell: 'Accepted block orders to sell; probably not part of the curves.',
  volumeNetFlows: 'Probably not part of the curves. The sign is not documented.',
});

const priceCurve = recordType('priceCurve', 'PriceCurve', 'The curves of one delivery date.', {
  type: 'Such as curve.',
  subType: 'Such as system. Spelled with a lowercase s, unlike in time series.',
  category: 'Such as dayAhead.',
  resolution,
  startTime: 'Start of the delivery day.',
  endTime: 'End of the delivery day.',
  createdTime: seriesCreated,
  attributes,
  values: ['Usually in chronological order.', priceCurveValue],
});

const publicOrder = recordType('publicOrder', 'PublicOrder', 'One event of an order.', {
  id: 'Identifies the order. Several events can share it.',
  originalOrderId: 'The first order in a chain of orders that replaced each other.',
  previousOrderId: 'The order that this one replaced.',
  revisionNumber: 'Counts the events of an order.',
  contractId: 'The contract, such as NX_519789 or PH-20261121-18.',
  productCode: 'Such as XBID_Hour_Power.',
  productType: 'Such as P60MIN.',
  deliveryArea: 'An order can appear in several areas: do not add them up.',
  deliveryStart: 'Start of delivery.',
  deliveryEnd: 'End of delivery.',
  side: 'Such as BUY or SELL. The spellings are not documented.',
  orderType: 'Such as LIMIT or ICEBERG.',
  timeInForce: 'Such as GFS or GTD.',
  action: 'What happened, such as USER_ADDED. The spellings are not documented.',
  state: 'After the event, such as ACTI or IACT. The spellings are not documented.',
  price: 'In priceUnit. Can be negative.',
  priceUnit: 'Such as EUR/MWh.',
  quantity: 'In quantityUnit.',
  quantityUnit: 'Such as MW.',
  createdTime: 'When the order was created.',
  createdTimeEpoch: 'The same, probably as epoch milliseconds.',
  updatedTime: 'When this event happened.',
  updatedTimeEpoch: 'The same, probably as epoch milliseconds.',
  expirationTime: 'When the order expires.',
  expirationTimeEpoch: 'The same, probably as epoch milliseconds.',
});

const hubToHubCapacity = recordType(
  'hubToHubCapacity',
  'HubToHubCapacity',
  'Remaining capacity between two areas over all paths, as of one publication.',
  {
    areaFrom: 'One of the areas.',
    areaTo: 'The other area.',
    deliveryStart: 'Start of delivery.',
    deliveryEnd: 'End of delivery.',
    publicationTime: 'There is a record for each publication; the latest one counts.',
    inCapacity: 'From areaTo to areaFrom, usually in MW.',
    outCapacity: 'From areaFrom to areaTo, usually in MW.',
    border: 'The meaning is not documented.',
    internal: 'The meaning is not documented.',
  },
);

/** The type of a record of each kind. */
export const recordTypes: { readonly [Kind in RecordKind]: RecordType } = {
  timeSeries,
  priceCurve,
  publicOrder,
  hubToHubCapacity,
};

/** A dataset's response: one record or a list of them. */
export interface ResponseType {
  /** `DayaheadPrices` for `dayahead-prices`. */
  readonly name: string;
  readonly isList: boolean;
  readonly record: RecordType;
  /** The record and those within it; each one comes after the records it contains. */
  readonly records: readonly RecordType[];
}

/** A record and those within it; each one comes after the records it contains. */
export const recordsWithin = (record: RecordType): RecordType[] => [
  ...record.fields.flatMap(({ type }) => (typeof type === 'string' ? [] : recordsWithin(type))),
  record,
];

/** What a dataset's types describe. */
export function responseType({ id, record: kind }: Dataset): ResponseType {
  const record = recordTypes[kind];
  return {
    name: id.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase()),
    isList: recordShapes[kind].root === 'array',
    record,
    records: [...new Set(recordsWithin(record))],
  };
}

/** Whether any field of the records has the type, so that its alias is needed. */
export const uses = ({ records }: ResponseType, type: ColumnType): boolean =>
  records.some(({ fields }) => fields.some((field) => field.type === type));

/** What records lack or have in addition, and which responses have no data. */
export const absenceLines = [
  'Every field may be missing or null, and there may be fields that are not listed.',
  'Status 204, a JSON string, or an empty array means that there is no data.',
];

/**
 * The first lines of a file with types, each after the language's comment mark: what they describe, and which responses
 * have no data to describe.
 */
export const openingComment = (mark: string, dataset: Dataset): string =>
  [`${dataset.title()}: the response to GET ${dataset.path}.`, ...absenceLines]
    .map((line) => `${mark} ${line}`)
    .join('\n');
