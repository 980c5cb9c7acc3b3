import type { Cell, DatasetId } from './contract';

/** What a fixture in test/fixtures must become, by the public contract. */
interface ExpectedTable {
  /** Parameters as a caller writes them, in the market's zone. */
  given: Record<string, string>;
  /** As they go over the wire. */
  sent: Record<string, string>;
  /** As they stand in the address. */
  query: string;
  records: number;
  /** Key, type and, where all rows agree, unit. */
  columns: readonly (readonly [key: string, type: string, unit?: string])[];
  /** Cells that are not null, by column. */
  rows: readonly Readonly<Record<string, Cell>>[];
}

const utc = (text: string): number => Date.parse(text);

const timeSeries = (unit: string) =>
  [
    ['startTime', 'time'],
    ['endTime', 'time'],
    ['value', 'number', unit],
    ['type', 'text'],
    ['SubType', 'text'],
    ['unit', 'text'],
    ['resolution', 'text'],
    ['category', 'text'],
    ['scale', 'integer'],
    ['createdTime', 'integer'],
    ['seriesStartTime', 'time'],
    ['seriesEndTime', 'time'],
  ] as const;

const marchDay = {
  seriesStartTime: utc('2026-03-28T23:00:00Z'),
  seriesEndTime: utc('2026-03-29T22:00:00Z'),
};
const octoberDay = {
  seriesStartTime: utc('2026-10-24T22:00:00Z'),
  seriesEndTime: utc('2026-10-25T23:00:00Z'),
};

const quarter = (start: string) => ({ startTime: utc(start), endTime: utc(start) + 900_000 });
const hour = (start: string) => ({ startTime: utc(start), endTime: utc(start) + 3_600_000 });

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

const offPeak = {
  startTime: utc('2026-10-24T22:00:00Z'),
  endTime: utc('2026-10-25T07:00:00Z'),
  type: 'price',
  SubType: 'areaBlock',
  resolution: 'PT9H',
  category: 'dayAhead',
  scale: 2,
  createdTime: 1791284400000,
  ...octoberDay,
  'attribute.block': 'Off-peak 1',
};

const turnover = { type: 'volume', SubType: 'turnover', unit: 'MWh' };
const turnoverHour = { ...turnover, resolution: 'PT1H', ...octoberDay };

const curve = {
  ...quarter('2026-10-25T00:45:00Z'),
  minVolume: 1200.5,
  volumeAcceptedBlocksBuy: 0,
  volumeAcceptedBlocksSell: 310.25,
  volumeNetFlows: -42.75,
  type: 'curve',
  subType: 'system',
  category: 'dayAhead',
  resolution: 'PT15M',
  createdTime: 1791284400000,
  curveStartTime: utc('2026-10-24T22:00:00Z'),
  curveEndTime: utc('2026-10-25T23:00:00Z'),
  'attribute.area': 'SYS',
  'attribute.currency': 'EUR',
};

const ukPrice = {
  type: 'price',
  SubType: 'halfHour',
  unit: 'GBP/MWh',
  resolution: 'PT30M',
  category: 'auction',
  scale: 2,
  createdTime: 1774600000000,
  seriesStartTime: utc('2026-03-28T23:00:00Z'),
  seriesEndTime: utc('2026-03-29T23:00:00Z'),
  'attribute.deliveryArea': 'UK',
};

const ukFlow = { type: 'flow', SubType: 'areaPrice', unit: 'MW', resolution: 'PT1H' };
const sent = {
  ...ukFlow,
  ...octoberDay,
  category: 'uk',
  'attribute.area': 'NO2, UK',
  'attribute.endpoint': 'Sending',
  'attribute.connection': 'North Sea Link',
};

const scheduled = {
  type: 'flow',
  SubType: 'total',
  unit: 'MW',
  resolution: 'PT60M',
  category: 'intraday',
  ...marchDay,
  'attribute.from': 'SE3',
  'attribute.to': 'FI, SE4',
  'attribute.=1+1': '@SUM(A1)',
};

const regulation = {
  type: 'volume',
  SubType: 'automatic',
  unit: 'MW',
  resolution: 'PT15M',
  category: 'regulation',
  ...octoberDay,
  'attribute.direction': 'down',
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

const capacity = {
  areaFrom: 'NO1',
  deliveryStart: utc('2026-10-25T00:00:00Z'),
  deliveryEnd: utc('2026-10-25T01:00:00Z'),
};

/** The day the clocks go forward: 23 hours from 23:00Z to 22:00Z. */
const marchPeriod = { startTime: '2026-03-28T23:00:00Z', endTime: '2026-03-29T22:00:00Z' };
/** The day they go back: 25 hours. */
const octoberPeriod = { startTime: '2026-10-24T22:00:00Z', endTime: '2026-10-25T23:00:00Z' };
const marchQuery = 'startTime=2026-03-28T23:00:00Z&endTime=2026-03-29T22:00:00Z';
const octoberQuery = 'startTime=2026-10-24T22:00:00Z&endTime=2026-10-25T23:00:00Z';
const march = { startTime: '2026-03-29', endTime: '2026-03-29' };
const october = { startTime: '2026-10-25', endTime: '2026-10-25' };

export const expectedTables: Record<DatasetId, ExpectedTable> = {
  'dayahead-prices': {
    given: { deliveryarea: ' NO1, SE1 ', status: 'O', ...march },
    sent: { deliveryarea: 'NO1,SE1', status: 'O', ...marchPeriod },
    query: `?deliveryarea=NO1,SE1&status=O&${marchQuery}`,
    records: 2,
    columns: [
      ...timeSeries('EUR/MWh'),
      ['attribute.deliveryArea', 'text'],
      ['attribute.status', 'text'],
      ['attribute.currency', 'text'],
      ['quality', 'text'],
      ['auctionId', 'number'],
    ],
    rows: [
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
    columns: [
      ...timeSeries('').map(([key, type]) => [key, type] as const),
      ['attribute.block', 'text'],
      ['attribute.status', 'text'],
    ],
    rows: [
      { ...offPeak, value: 431.5, unit: 'NOK/MWh', 'attribute.status': 'P' },
      { ...offPeak, value: 37.42, unit: 'EUR/MWh', 'attribute.status': 'O' },
    ],
  },
  'dayahead-turnover': {
    given: october,
    sent: octoberPeriod,
    query: `?${octoberQuery}`,
    records: 2,
    columns: timeSeries('MWh'),
    rows: [
      { ...turnoverHour, ...hour('2026-10-25T00:00:00Z'), value: 38124.5 },
      { ...turnoverHour, ...hour('2026-10-25T01:00:00Z'), value: 0 },
      turnover,
    ],
  },
  'dayahead-curves': {
    given: { date: '2026-10-25' },
    sent: { date: '2026-10-25' },
    query: '?date=2026-10-25',
    records: 1,
    columns: [
      ['startTime', 'time'],
      ['endTime', 'time'],
      ['side', 'text'],
      ['price', 'number'],
      ['volume', 'number'],
      ['minVolume', 'number'],
      ['maxVolume', 'number'],
      ['volumeAcceptedBlocksBuy', 'number'],
      ['volumeAcceptedBlocksSell', 'number'],
      ['volumeNetFlows', 'number'],
      ['type', 'text'],
      ['subType', 'text'],
      ['category', 'text'],
      ['resolution', 'text'],
      ['createdTime', 'integer'],
      ['curveStartTime', 'time'],
      ['curveEndTime', 'time'],
      ['attribute.area', 'text'],
      ['attribute.currency', 'text'],
      ['step', 'number'],
    ],
    rows: [
      { ...curve, side: 'sell', price: -500, volume: 1200.5 },
      { ...curve, side: 'sell', price: 4000, volume: 9876.5 },
      { ...curve, side: 'buy', price: 4000, step: 1 },
    ],
  },
  'uk-auction-prices': {
    given: { deliveryarea: 'UK', startTime: '2026-03-29T01:59:59+01:00' },
    sent: { deliveryarea: 'UK', startTime: '2026-03-29T00:59:59Z' },
    query: '?deliveryarea=UK&startTime=2026-03-29T00:59:59Z',
    records: 1,
    columns: [...timeSeries('GBP/MWh'), ['attribute.deliveryArea', 'text']],
    rows: [
      {
        ...ukPrice,
        startTime: utc('2026-03-29T00:30:00Z'),
        endTime: utc('2026-03-29T01:00:00Z'),
        value: 71.4,
      },
      {
        ...ukPrice,
        startTime: utc('2026-03-29T01:00:00Z'),
        endTime: utc('2026-03-29T01:30:00Z'),
        value: -3.5e-7,
      },
      // What is no instant and no number is shown as it came, never guessed at.
      { ...ukPrice, startTime: '2026-03-29T01:30:00', endTime: 'not yet', value: 'n/a' },
    ],
  },
  'uk-flows': {
    given: {
      deliveryareafrom: 'NO2',
      deliveryareato: 'UK',
      endpoint: 'Sending',
      connection: 'North Sea Link & co',
      ...october,
    },
    sent: {
      deliveryareafrom: 'NO2',
      deliveryareato: 'UK',
      endpoint: 'Sending',
      connection: 'North Sea Link & co',
      ...octoberPeriod,
    },
    query: `?deliveryareafrom=NO2&deliveryareato=UK&endpoint=Sending&connection=North%20Sea%20Link%20%26%20co&${octoberQuery}`,
    records: 2,
    columns: [
      ...timeSeries('MW'),
      ['attribute.area', 'text'],
      ['attribute.endpoint', 'text'],
      ['attribute.connection', 'text'],
    ],
    rows: [
      { ...sent, ...hour('2026-10-25T00:00:00Z'), value: 1399.9 },
      { ...sent, ...hour('2026-10-25T01:00:00Z'), value: -1399.9 },
      {
        ...ukFlow,
        ...hour('2026-10-25T00:00:00Z'),
        value: 1358.2,
        'attribute.endpoint': 'Receiving',
      },
    ],
  },
  'intraday-scheduled-flow': {
    given: { deliveryarea: 'SE3', ...march },
    sent: { deliveryarea: 'SE3', ...marchPeriod },
    query: `?deliveryarea=SE3&${marchQuery}`,
    records: 1,
    columns: [
      ...timeSeries('MW'),
      ['attribute.from', 'text'],
      ['attribute.to', 'text'],
      ['attribute.=1+1', 'text'],
    ],
    rows: [
      { ...scheduled, ...hour('2026-03-29T00:00:00Z'), value: 0 },
      { ...scheduled, ...hour('2026-03-29T01:00:00Z'), value: 1000 },
    ],
  },
  'regulation-down-volumes': {
    given: { deliveryarea: 'SE2,FI', ...october },
    sent: { deliveryarea: 'SE2,FI', ...octoberPeriod },
    query: `?deliveryarea=SE2,FI&${octoberQuery}`,
    records: 1,
    columns: [...timeSeries('MW'), ['attribute.direction', 'text'], ['activated', 'boolean']],
    rows: [
      { ...regulation, ...quarter('2026-10-25T00:45:00Z'), value: -17.5, activated: true },
      {
        ...regulation,
        startTime: utc('2026-10-25T01:00:00.123Z'),
        endTime: utc('2026-10-25T01:15:00.250Z'),
        value: '-12345678901234567890',
      },
    ],
  },
  'intraday-orders': {
    // 02:30 comes twice that night; the offset says which one is meant.
    given: { startTime: '2026-10-25T02:30+02:00', endTime: '2026-10-25T02:30+01:00' },
    sent: { startTime: '2026-10-25T00:30:00Z', endTime: '2026-10-25T01:30:00Z' },
    query: '?startTime=2026-10-25T00:30:00Z&endTime=2026-10-25T01:30:00Z',
    records: 3,
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
    rows: [
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
    given: { powerHour: '2026-10-25T02:00+02:00', daFrom: 'NO1', daTo: '' },
    sent: { powerHour: '2026-10-25T00:00:00Z', daFrom: 'NO1' },
    query: '?powerHour=2026-10-25T00:00:00Z&daFrom=NO1',
    records: 3,
    columns: [
      ['areaFrom', 'text'],
      ['areaTo', 'text'],
      ['deliveryStart', 'time'],
      ['deliveryEnd', 'time'],
      ['publicationTime', 'time'],
      ['inCapacity', 'integer'],
      ['outCapacity', 'integer'],
      ['border', 'boolean'],
      ['internal', 'boolean'],
      ['remark', 'text'],
    ],
    rows: [
      {
        ...capacity,
        areaTo: 'SE3',
        publicationTime: utc('2026-10-24T13:00:00Z'),
        inCapacity: 2095,
        outCapacity: 0,
        border: true,
        internal: false,
      },
      {
        ...capacity,
        areaTo: 'SE3',
        publicationTime: utc('2026-10-24T14:05:10Z'),
        inCapacity: -5,
        internal: true,
        remark: 'revised',
      },
      {
        ...capacity,
        areaTo: 'NO2A',
        publicationTime: utc('2026-10-24T13:00:00Z'),
        inCapacity: '9007199254740993',
        outCapacity: 300,
        border: 'unknown',
        internal: false,
      },
    ],
  },
};
