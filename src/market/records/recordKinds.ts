/**
 * The four kinds of record the API returns, field by field (docs/api.md,
 * "Records"). Names are the API's own, letter for letter.
 */

import type { Counted } from '../../text/l10n';
import { t } from '../../text/l10n';

export type ColumnType = 'time' | 'number' | 'integer' | 'text' | 'boolean';

export type RecordKind = 'timeSeries' | 'priceCurve' | 'publicOrder' | 'hubToHubCapacity';

export interface Field {
  readonly name: string;
  readonly type: ColumnType;
  /** What a person reads above the column. */
  readonly title: string;
}

/** How a response of this kind is built and which of its fields stand in which column. */
export interface RecordShape {
  /** What the body holds: an array of records, or one record. */
  readonly root: 'array' | 'object';
  /** Columns before the attributes and undocumented fields, in table order. */
  readonly columns: readonly Field[];
  /** Every documented field of a record of this kind; others are kept as further columns. */
  readonly known: readonly string[];
  /** What one record is called. */
  readonly noun: string;
  readonly counted: Counted;
}

const field = (name: string, type: ColumnType, title: string): Field => ({ name, type, title });

const timeSeries: RecordShape = {
  root: 'array',
  columns: [
    field('startTime', 'time', t('Start')),
    field('endTime', 'time', t('End')),
    field('value', 'number', t('Value')),
    field('type', 'text', t('Type')),
    field('SubType', 'text', t('SubType')),
    field('unit', 'text', t('Unit')),
    field('resolution', 'text', t('Resolution')),
    field('category', 'text', t('Category')),
    field('scale', 'integer', t('Scale')),
    field('createdTime', 'integer', t('Created')),
    field('seriesStartTime', 'time', t('Series start')),
    field('seriesEndTime', 'time', t('Series end')),
  ],
  known: [
    'type',
    'SubType',
    'scale',
    'resolution',
    'attributes',
    'unit',
    'startTime',
    'endTime',
    'values',
    'category',
    'createdTime',
  ],
  noun: t('series'),
  counted: [t('{0} series'), t('{0} series')],
};

const priceCurve: RecordShape = {
  root: 'object',
  columns: [
    field('startTime', 'time', t('Start')),
    field('endTime', 'time', t('End')),
    field('side', 'text', t('Side')),
    field('price', 'number', t('Price')),
    field('volume', 'number', t('Volume')),
    field('minVolume', 'number', t('Minimum volume')),
    field('maxVolume', 'number', t('Maximum volume')),
    field('volumeAcceptedBlocksBuy', 'number', t('Accepted blocks, buy')),
    field('volumeAcceptedBlocksSell', 'number', t('Accepted blocks, sell')),
    field('volumeNetFlows', 'number', t('Net flows')),
    field('type', 'text', t('Type')),
    field('subType', 'text', t('SubType')),
    field('category', 'text', t('Category')),
    field('resolution', 'text', t('Resolution')),
    field('createdTime', 'integer', t('Created')),
    field('curveStartTime', 'time', t('Curve start')),
    field('curveEndTime', 'time', t('Curve end')),
  ],
  known: [
    'subType',
    'values',
    'category',
    'startTime',
    'endTime',
    'resolution',
    'createdTime',
    'type',
    'attributes',
  ],
  noun: t('curve record'),
  counted: [t('{0} curve record'), t('{0} curve records')],
};

const orderColumns: readonly Field[] = [
  field('id', 'text', t('Order')),
  field('originalOrderId', 'text', t('Original order')),
  field('previousOrderId', 'text', t('Previous order')),
  field('revisionNumber', 'integer', t('Revision')),
  field('contractId', 'text', t('Contract')),
  field('productCode', 'text', t('Product')),
  field('productType', 'text', t('Product type')),
  field('deliveryArea', 'text', t('Delivery area')),
  field('deliveryStart', 'time', t('Delivery start')),
  field('deliveryEnd', 'time', t('Delivery end')),
  field('side', 'text', t('Side')),
  field('orderType', 'text', t('Order type')),
  field('timeInForce', 'text', t('Time in force')),
  field('action', 'text', t('Action')),
  field('state', 'text', t('State')),
  field('price', 'number', t('Price')),
  field('priceUnit', 'text', t('Price unit')),
  field('quantity', 'integer', t('Quantity')),
  field('quantityUnit', 'text', t('Quantity unit')),
  field('createdTime', 'time', t('Created')),
  field('createdTimeEpoch', 'integer', t('Created (epoch)')),
  field('updatedTime', 'time', t('Updated')),
  field('updatedTimeEpoch', 'integer', t('Updated (epoch)')),
  field('expirationTime', 'time', t('Expires')),
  field('expirationTimeEpoch', 'integer', t('Expires (epoch)')),
];

const capacityColumns: readonly Field[] = [
  field('areaFrom', 'text', t('From')),
  field('areaTo', 'text', t('To')),
  field('deliveryStart', 'time', t('Delivery start')),
  field('deliveryEnd', 'time', t('Delivery end')),
  field('publicationTime', 'time', t('Published')),
  field('inCapacity', 'integer', t('In (to → from)')),
  field('outCapacity', 'integer', t('Out (from → to)')),
  field('border', 'boolean', t('Border')),
  field('internal', 'boolean', t('Internal')),
];

const names = (columns: readonly Field[]) => columns.map(({ name }) => name);

export const recordShapes: { readonly [Kind in RecordKind]: RecordShape } = {
  timeSeries,
  priceCurve,
  publicOrder: {
    root: 'array',
    columns: orderColumns,
    known: names(orderColumns),
    noun: t('order event'),
    counted: [t('{0} order event'), t('{0} order events')],
  },
  hubToHubCapacity: {
    root: 'array',
    columns: capacityColumns,
    known: names(capacityColumns),
    noun: t('capacity record'),
    counted: [t('{0} capacity record'), t('{0} capacity records')],
  },
};
