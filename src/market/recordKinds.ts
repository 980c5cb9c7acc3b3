/**
 * The four kinds of record the API returns, field by field, as the API description lists them
 * (part "Resources and their fields"). Names are the API's own, letter for letter.
 */

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
  /** Columns before the attributes and the fields the description does not know, in table order. */
  readonly columns: readonly Field[];
  /** Every field name the description gives to a record of this kind; others are kept as further columns. */
  readonly known: readonly string[];
  /** What one record is called, singular and plural. */
  readonly noun: readonly [string, string];
}

const field = (name: string, type: ColumnType, title: string): Field => ({ name, type, title });

const timeSeries: RecordShape = {
  root: 'array',
  columns: [
    field('startTime', 'time', 'Start'),
    field('endTime', 'time', 'End'),
    field('value', 'number', 'Value'),
    field('type', 'text', 'Type'),
    field('SubType', 'text', 'SubType'),
    field('unit', 'text', 'Unit'),
    field('resolution', 'text', 'Resolution'),
    field('category', 'text', 'Category'),
    field('scale', 'integer', 'Scale'),
    field('createdTime', 'integer', 'Created'),
    field('seriesStartTime', 'time', 'Series start'),
    field('seriesEndTime', 'time', 'Series end'),
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
  noun: ['series', 'series'],
};

const priceCurve: RecordShape = {
  root: 'object',
  columns: [
    field('startTime', 'time', 'Start'),
    field('endTime', 'time', 'End'),
    field('side', 'text', 'Side'),
    field('price', 'number', 'Price'),
    field('volume', 'number', 'Volume'),
    field('minVolume', 'number', 'Min volume'),
    field('maxVolume', 'number', 'Max volume'),
    field('volumeAcceptedBlocksBuy', 'number', 'Accepted blocks, buy'),
    field('volumeAcceptedBlocksSell', 'number', 'Accepted blocks, sell'),
    field('volumeNetFlows', 'number', 'Net flows'),
    field('type', 'text', 'Type'),
    field('subType', 'text', 'SubType'),
    field('category', 'text', 'Category'),
    field('resolution', 'text', 'Resolution'),
    field('createdTime', 'integer', 'Created'),
    field('curveStartTime', 'time', 'Curve start'),
    field('curveEndTime', 'time', 'Curve end'),
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
  noun: ['curve record', 'curve records'],
};

const orderColumns: readonly Field[] = [
  field('id', 'text', 'Order'),
  field('originalOrderId', 'text', 'Original order'),
  field('previousOrderId', 'text', 'Previous order'),
  field('revisionNumber', 'integer', 'Revision'),
  field('contractId', 'text', 'Contract'),
  field('productCode', 'text', 'Product'),
  field('productType', 'text', 'Product type'),
  field('deliveryArea', 'text', 'Delivery area'),
  field('deliveryStart', 'time', 'Delivery start'),
  field('deliveryEnd', 'time', 'Delivery end'),
  field('side', 'text', 'Side'),
  field('orderType', 'text', 'Order type'),
  field('timeInForce', 'text', 'Time in force'),
  field('action', 'text', 'Action'),
  field('state', 'text', 'State'),
  field('price', 'number', 'Price'),
  field('priceUnit', 'text', 'Price unit'),
  field('quantity', 'integer', 'Quantity'),
  field('quantityUnit', 'text', 'Quantity unit'),
  field('createdTime', 'time', 'Created'),
  field('createdTimeEpoch', 'integer', 'Created (epoch)'),
  field('updatedTime', 'time', 'Updated'),
  field('updatedTimeEpoch', 'integer', 'Updated (epoch)'),
  field('expirationTime', 'time', 'Expires'),
  field('expirationTimeEpoch', 'integer', 'Expires (epoch)'),
];

const capacityColumns: readonly Field[] = [
  field('areaFrom', 'text', 'From'),
  field('areaTo', 'text', 'To'),
  field('deliveryStart', 'time', 'Delivery start'),
  field('deliveryEnd', 'time', 'Delivery end'),
  field('publicationTime', 'time', 'Published'),
  field('inCapacity', 'integer', 'In (to → from)'),
  field('outCapacity', 'integer', 'Out (from → to)'),
  field('border', 'boolean', 'Border'),
  field('internal', 'boolean', 'Internal'),
];

const names = (columns: readonly Field[]) => columns.map(({ name }) => name);

export const recordShapes: { readonly [Kind in RecordKind]: RecordShape } = {
  timeSeries,
  priceCurve,
  publicOrder: {
    root: 'array',
    columns: orderColumns,
    known: names(orderColumns),
    noun: ['order record', 'order records'],
  },
  hubToHubCapacity: {
    root: 'array',
    columns: capacityColumns,
    known: names(capacityColumns),
    noun: ['capacity record', 'capacity records'],
  },
};
