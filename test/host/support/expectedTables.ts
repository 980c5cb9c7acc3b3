import type { Cell, DatasetId } from './contract';

/** The expected request and table of a fixture in test/fixtures, by the public contract. */
interface ExpectedTable {
  /** Parameters as a caller writes them, in the market's time zone. */
  given: Record<string, string>;
  /** Parameters as sent. */
  sent: Record<string, string>;
  /** Parameters as encoded in the address. */
  query: string;
  records: number;
  rows: number;
  /** Key, type, and, if all rows agree, unit; for a series and for orders. */
  columns?: readonly (readonly [key: string, type: string, unit?: string])[];
  /** Cells of each row that are not null, by column. */
  cells?: readonly Readonly<Record<string, Cell>>[];
}

const utc = (text: string): number => Date.parse(text);

const quarter = (start: string) => ({
  startTime: utc(start),
  endTime: utc(start) + 900_000,
});

/** The day on which clocks go forward: 23 hours, from 23:00Z to 22:00Z. */
const marchPeriod = { startTime: '2026-03-28T23:00:00Z', endTime: '2026-03-29T22:00:00Z' };

/** The day on which clocks go back: 25 hours. */
const octoberPeriod = { startTime: '2026-10-24T22:00:00Z', endTime: '2026-10-25T23:00:00Z' };

const marchQuery = 'startTime=2026-03-28T23:00:00Z&endTime=2026-03-29T22:00:00Z';

const octoberQuery = 'startTime=2026-10-24T22:00:00Z&endTime=2026-10-25T23:00:00Z';

const march = { startTime: '2026-03-29', endTime: '2026-03-29' };

const october = { startTime: '2026-10-25', endTime: '2026-10-25' };

const ukFlows = {
  deliveryareafrom: 'NO2',
  deliveryareato: 'UK',
  endpoint: 'Sending',
  connection: 'North Sea Link & co',
};

const marchDay = {
  seriesStartTime: utc('2026-03-28T23:00:00Z'),
  seriesEndTime: utc('2026-03-29T22:00:00Z'),
};

const no1 = {
  type: 'price',
  SubType: 'area',
  unit: 'EUR/MWh',
  resolution: 'PT15M',
  category: 'dayAhead',
  scale: 2,
  createdTime: 1773500400000,
  ...marchDay,
  'attribute.deliveryArea': 'NO1',
  'attribute.status': 'O',
  'attribute.currency': 'EUR',
  auctionId: '9007199254740993',
};

const order = {
  contractId: 'NX_519789',
  productCode: 'NX_Intraday_Power_D_QH',
  productType: 'P15MIN',
  deliveryStart: utc('2026-10-25T00:45:00Z'),
  deliveryEnd: utc('2026-10-25T01:00:00Z'),
  timeInForce: 'GFS',
  quantityUnit: 'MW',
};

/** The expected table of each fixture, in the tree's order. */
export const expectedTables: Record<DatasetId, ExpectedTable> = {
  'dayahead-prices': {
    given: { deliveryarea: ' NO1, SE1 ', status: 'O', ...march },
    sent: { deliveryarea: 'NO1,SE1', status: 'O', ...marchPeriod },
    query: `?deliveryarea=NO1,SE1&status=O&${marchQuery}`,
    records: 2,
    rows: 6,
    columns: [
      ['startTime', 'time'],
      ['endTime', 'time'],
      ['value', 'number', 'EUR/MWh'],
      ['type', 'text'],
      ['SubType', 'text'],
      ['unit', 'text'],
      ['resolution', 'text'],
      ['category', 'text'],
      ['scale', 'integer'],
      ['createdTime', 'integer'],
      ['seriesStartTime', 'time'],
      ['seriesEndTime', 'time'],
      ['attribute.deliveryArea', 'text'],
      ['attribute.status', 'text'],
      ['attribute.currency', 'text'],
      ['quality', 'text'],
      ['auctionId', 'number'],
    ],
    cells: [
      { ...no1, ...quarter('2026-03-29T00:30:00Z'), value: 12.1 },
      { ...no1, ...quarter('2026-03-29T00:45:00Z'), value: -0 },
      { ...no1, ...quarter('2026-03-29T01:00:00Z') },
      { ...no1, ...quarter('2026-03-29T01:15:00Z') },
      { ...no1, ...quarter('2026-03-29T01:30:00Z'), value: -500.01, quality: 'estimated' },
      {
        type: 'price',
        SubType: 'area',
        unit: 'EUR/MWh',
        resolution: 'PT15M',
        category: 'dayAhead',
        ...marchDay,
        'attribute.deliveryArea': 'SE1',
      },
    ],
  },
  'dayahead-prices-alternate': {
    given: { blockname: 'Off-peak 1', currency: 'NOK', ...october },
    sent: { blockname: 'Off-peak 1', currency: 'NOK', ...octoberPeriod },
    query: `?blockname=Off-peak%201&currency=NOK&${octoberQuery}`,
    records: 2,
    rows: 2,
  },
  'dayahead-turnover': {
    given: october,
    sent: octoberPeriod,
    query: `?${octoberQuery}`,
    records: 2,
    rows: 3,
  },
  'dayahead-curves': {
    given: { date: '2026-10-25' },
    sent: { date: '2026-10-25' },
    query: '?date=2026-10-25',
    records: 1,
    rows: 3,
  },
  'uk-auction-prices': {
    given: { deliveryarea: 'UK', startTime: '2026-03-29T01:59:59+01:00' },
    sent: { deliveryarea: 'UK', startTime: '2026-03-29T00:59:59Z' },
    query: '?deliveryarea=UK&startTime=2026-03-29T00:59:59Z',
    records: 1,
    rows: 3,
  },
  'uk-flows': {
    given: { ...ukFlows, ...october },
    sent: { ...ukFlows, ...octoberPeriod },
    query: `?deliveryareafrom=NO2&deliveryareato=UK&endpoint=Sending&connection=North%20Sea%20Link%20%26%20co&${octoberQuery}`,
    records: 2,
    rows: 3,
  },
  'intraday-scheduled-flow': {
    given: { deliveryarea: 'SE3', ...march },
    sent: { deliveryarea: 'SE3', ...marchPeriod },
    query: `?deliveryarea=SE3&${marchQuery}`,
    records: 1,
    rows: 2,
  },
  'regulation-down-volumes': {
    given: { deliveryarea: 'SE2,FI', ...october },
    sent: { deliveryarea: 'SE2,FI', ...octoberPeriod },
    query: `?deliveryarea=SE2,FI&${octoberQuery}`,
    records: 1,
    rows: 2,
  },
  'intraday-orders': {
    // 02:30 occurs twice that night; the offset tells them apart.
    given: { startTime: '2026-10-25T02:30+02:00', endTime: '2026-10-25T02:30+01:00' },
    sent: { startTime: '2026-10-25T00:30:00Z', endTime: '2026-10-25T01:30:00Z' },
    query: '?startTime=2026-10-25T00:30:00Z&endTime=2026-10-25T01:30:00Z',
    records: 3,
    rows: 3,
    columns: [
      ['id', 'text'],
      ['originalOrderId', 'text'],
      ['previousOrderId', 'text'],
      ['revisionNumber', 'integer'],
      ['contractId', 'text'],
      ['productCode', 'text'],
      ['productType', 'text'],
      ['deliveryArea', 'text'],
      ['deliveryStart', 'time'],
      ['deliveryEnd', 'time'],
      ['side', 'text'],
      ['orderType', 'text'],
      ['timeInForce', 'text'],
      ['action', 'text'],
      ['state', 'text'],
      ['price', 'number', 'EUR/MWh'],
      ['priceUnit', 'text'],
      ['quantity', 'integer', 'MW'],
      ['quantityUnit', 'text'],
      ['createdTime', 'time'],
      ['createdTimeEpoch', 'integer'],
      ['updatedTime', 'time'],
      ['updatedTimeEpoch', 'integer'],
      ['expirationTime', 'time'],
      ['expirationTimeEpoch', 'integer'],
      ['tags', 'text'],
      ['constructor', 'text'],
    ],
    cells: [
      {
        ...order,
        id: 'I-1',
        originalOrderId: 'I-1',
        revisionNumber: 1,
        deliveryArea: 'NO1',
        side: 'BUY',
        orderType: 'LIMIT',
        action: 'USER_ADDED',
        state: 'ACTI',
        price: -3.1,
        priceUnit: 'EUR/MWh',
        quantity: '9007199254740993',
        createdTime: utc('2026-10-24T20:15:30.120Z'),
        createdTimeEpoch: 1792872930120,
        updatedTime: utc('2026-10-24T20:15:30.123Z'),
        updatedTimeEpoch: 1792872930123,
        expirationTime: utc('2026-10-24T23:45:00Z'),
        expirationTimeEpoch: 1792885500000,
      },
      {
        ...order,
        id: 'X-2',
        originalOrderId: '=HYPERLINK("http://example.invalid")',
        previousOrderId: 'I-1',
        revisionNumber: 2,
        deliveryArea: 'DE-LU, "GER"',
        side: 'SELL',
        orderType: 'ICEBERG',
        action: 'PARTIAL_EXECUTION',
        state: 'IACT',
        quantity: 0,
        createdTime: utc('2026-10-24T20:16:00Z'),
        createdTimeEpoch: 1792872960000,
        updatedTime: utc('2026-10-24T20:16:00Z'),
        updatedTimeEpoch: 1792872960000,
      },
      {
        id: 'X-2',
        revisionNumber: 3,
        side: 'SELL',
        price: 44.5,
        priceUnit: 'EUR/MWh',
        quantity: 25,
        state: 'ÆNDRET\nlinje',
        createdTime: utc('2026-10-24T20:17:00Z'),
        tags: '["block",1.50]',
        constructor: 'own field',
      },
    ],
  },
  'hub-to-hub-capacities': {
    given: { powerHour: '2026-10-25T02:00+02:00', daFrom: 'NO1' },
    sent: { powerHour: '2026-10-25T00:00:00Z', daFrom: 'NO1' },
    query: '?powerHour=2026-10-25T00:00:00Z&daFrom=NO1',
    records: 3,
    rows: 3,
  },
};
