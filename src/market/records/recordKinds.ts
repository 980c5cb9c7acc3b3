/**
 * The four kinds of record the API returns, field by field (docs/api.md,
 * "Records"). Names are the API's own, letter for letter.
 */

import * as l10n from '@vscode/l10n';
import type { Counted, Sentence } from '../../text/l10n';

export type ColumnType = 'time' | 'number' | 'integer' | 'text' | 'boolean';

export type RecordKind = 'timeSeries' | 'priceCurve' | 'publicOrder' | 'hubToHubCapacity';

/**
 * The last column of Parquet files, and of all tables of a range. Public API: `null`, or the text of a JSON object
 * with the values of the row that have no other column, or don't fit theirs.
 */
export const moreColumn = '_more';

export interface Field {
  readonly name: string;
  readonly type: ColumnType;
  /** The column header. */
  readonly title: Sentence;
}

/** The structure of a response of this kind, and which of its fields become which columns. */
export interface RecordShape {
  /** Whether the body is an array of records or a single record. */
  readonly root: 'array' | 'object';
  /** Columns before the attributes and undocumented fields, in table order. */
  readonly columns: readonly Field[];
  /** Columns about the record instead of its values. A table without them loses nothing if they never differ. */
  readonly background: readonly string[];
  /** Every documented field of a record of this kind. Other fields are kept as additional columns. */
  readonly known: readonly string[];
  /** Every documented field of an item in `values`; none if there are no such items. */
  readonly inner: readonly string[];
  /** Documented fields that only data has. An object with one of them is a record. */
  readonly own: readonly string[];
  /**
   * Documented fields that errors have, too: an ID, or parameters that are repeated. An object with one of
   * them is a record if it contains no message.
   */
  readonly shared: readonly string[];
  /** The name of one record. */
  readonly noun: Sentence;
  readonly counted: () => Counted;
  /** Describes the first records of a response or, of series and curves, the first values of each. */
  readonly first: () => Counted;
}

const field = (name: string, type: ColumnType, title: Sentence): Field => ({ name, type, title });

const names = (columns: readonly Field[]) => columns.map(({ name }) => name);

/** Fields of a series or a curve besides its columns. Its start and end have columns of other names. */
const aroundValues = ['startTime', 'endTime', 'attributes', 'values'];

const intervalColumns: readonly Field[] = [
  field('startTime', 'time', () => l10n.t('Start')),
  field('endTime', 'time', () => l10n.t('End')),
];

const valueColumns: readonly Field[] = [...intervalColumns, field('value', 'number', () => l10n.t('Value'))];

const seriesColumns: readonly Field[] = [
  field('type', 'text', () => l10n.t('Type')),
  field('SubType', 'text', () => l10n.t('Subtype')),
  field('unit', 'text', () => l10n.t('Unit')),
  field('resolution', 'text', () => l10n.t('Resolution')),
  field('category', 'text', () => l10n.t('Category')),
  field('scale', 'integer', () => l10n.t('Scale')),
  field('createdTime', 'integer', () => l10n.t('Created')),
];

const timeSeries: RecordShape = {
  root: 'array',
  columns: [
    ...valueColumns,
    ...seriesColumns,
    field('seriesStartTime', 'time', () => l10n.t('Series start')),
    field('seriesEndTime', 'time', () => l10n.t('Series end')),
  ],
  background: ['SubType', 'category', 'scale', 'createdTime', 'seriesStartTime', 'seriesEndTime'],
  known: [...names(seriesColumns), ...aroundValues],
  inner: names(valueColumns),
  own: ['SubType', 'scale', 'resolution', 'attributes', 'unit', 'values'],
  shared: ['startTime', 'endTime'],
  noun: () => l10n.t('series'),
  counted: () => [l10n.t('{0} series'), l10n.t('{0} series')],
  first: () => [l10n.t('First {0} value of each series'), l10n.t('First {0} values of each series')],
};

const periodColumns: readonly Field[] = [
  field('minVolume', 'number', () => l10n.t('Minimum volume')),
  field('maxVolume', 'number', () => l10n.t('Maximum volume')),
  field('volumeAcceptedBlocksBuy', 'number', () => l10n.t('Accepted blocks, buy')),
  field('volumeAcceptedBlocksSell', 'number', () => l10n.t('Accepted blocks, sell')),
  field('volumeNetFlows', 'number', () => l10n.t('Net flows')),
];

const curveColumns: readonly Field[] = [
  field('type', 'text', () => l10n.t('Type')),
  field('subType', 'text', () => l10n.t('Subtype')),
  field('category', 'text', () => l10n.t('Category')),
  field('resolution', 'text', () => l10n.t('Resolution')),
  field('createdTime', 'integer', () => l10n.t('Created')),
];

const priceCurve: RecordShape = {
  root: 'object',
  columns: [
    ...intervalColumns,
    field('side', 'text', () => l10n.t('Side')),
    field('price', 'number', () => l10n.t('Price')),
    field('volume', 'number', () => l10n.t('Volume')),
    ...periodColumns,
    ...curveColumns,
    field('curveStartTime', 'time', () => l10n.t('Curve start')),
    field('curveEndTime', 'time', () => l10n.t('Curve end')),
  ],
  background: ['subType', 'category', 'createdTime', 'curveStartTime', 'curveEndTime'],
  known: [...names(curveColumns), ...aroundValues],
  inner: [...names(intervalColumns), 'sellCurves', 'buyCurves', ...names(periodColumns)],
  own: ['subType', 'resolution', 'attributes', 'values'],
  shared: ['startTime', 'endTime'],
  noun: () => l10n.t('curve record'),
  counted: () => [l10n.t('{0} curve record'), l10n.t('{0} curve records')],
  first: () => [
    l10n.t('First {0} period of each curve record'),
    l10n.t('First {0} periods of each curve record'),
  ],
};

const orderColumns: readonly Field[] = [
  field('id', 'text', () => l10n.t('Order')),
  field('originalOrderId', 'text', () => l10n.t('Original order')),
  field('previousOrderId', 'text', () => l10n.t('Previous order')),
  field('revisionNumber', 'integer', () => l10n.t('Revision')),
  field('contractId', 'text', () => l10n.t('Contract')),
  field('productCode', 'text', () => l10n.t('Product')),
  field('productType', 'text', () => l10n.t('Product type')),
  field('deliveryArea', 'text', () => l10n.t('Delivery area')),
  field('deliveryStart', 'time', () => l10n.t('Delivery start')),
  field('deliveryEnd', 'time', () => l10n.t('Delivery end')),
  field('side', 'text', () => l10n.t('Side')),
  field('orderType', 'text', () => l10n.t('Order type')),
  field('timeInForce', 'text', () => l10n.t('Time in force')),
  field('action', 'text', () => l10n.t('Action')),
  field('state', 'text', () => l10n.t('State')),
  field('price', 'number', () => l10n.t('Price')),
  field('priceUnit', 'text', () => l10n.t('Price unit')),
  field('quantity', 'integer', () => l10n.t('Quantity')),
  field('quantityUnit', 'text', () => l10n.t('Quantity unit')),
  field('createdTime', 'time', () => l10n.t('Created')),
  field('createdTimeEpoch', 'integer', () => l10n.t('Created (epoch)')),
  field('updatedTime', 'time', () => l10n.t('Updated')),
  field('updatedTimeEpoch', 'integer', () => l10n.t('Updated (epoch)')),
  field('expirationTime', 'time', () => l10n.t('Expires')),
  field('expirationTimeEpoch', 'integer', () => l10n.t('Expires (epoch)')),
];

const capacityColumns: readonly Field[] = [
  field('areaFrom', 'text', () => l10n.t('From')),
  field('areaTo', 'text', () => l10n.t('To')),
  field('deliveryStart', 'time', () => l10n.t('Delivery start')),
  field('deliveryEnd', 'time', () => l10n.t('Delivery end')),
  field('publicationTime', 'time', () => l10n.t('Published')),
  field('inCapacity', 'integer', () => l10n.t('In (to → from)')),
  field('outCapacity', 'integer', () => l10n.t('Out (from → to)')),
  field('border', 'boolean', () => l10n.t('Border')),
  field('internal', 'boolean', () => l10n.t('Internal')),
];

const sharedByOrders = ['id', 'deliveryArea'];
/** Neither their own nor shared: many errors have them. */
const vagueInOrders = ['action', 'state', 'createdTime'];

export const recordShapes: { readonly [Kind in RecordKind]: RecordShape } = {
  timeSeries,
  priceCurve,
  publicOrder: {
    root: 'array',
    columns: orderColumns,
    background: [],
    known: names(orderColumns),
    inner: [],
    own: names(orderColumns).filter((name) => ![...sharedByOrders, ...vagueInOrders].includes(name)),
    shared: sharedByOrders,
    noun: () => l10n.t('order event'),
    counted: () => [l10n.t('{0} order event'), l10n.t('{0} order events')],
    first: () => [l10n.t('First {0} order event'), l10n.t('First {0} order events')],
  },
  hubToHubCapacity: {
    root: 'array',
    columns: capacityColumns,
    background: [],
    known: names(capacityColumns),
    inner: [],
    own: names(capacityColumns),
    shared: [],
    noun: () => l10n.t('capacity record'),
    counted: () => [l10n.t('{0} capacity record'), l10n.t('{0} capacity records')],
    first: () => [l10n.t('First {0} capacity record'), l10n.t('First {0} capacity records')],
  },
};
