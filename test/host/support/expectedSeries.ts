import type { DatasetId } from './contract';
import {
  hour,
  march,
  marchPeriod,
  marchQuery,
  october,
  octoberPeriod,
  octoberQuery,
  quarter,
  utc,
} from './expectedTable';
import type { ExpectedTable } from './expectedTable';

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

/** The expected tables of the time series fixtures. */
export const expectedSeries = {
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
      // Values that are neither a time nor a number are shown as received, never guessed.
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
} satisfies Partial<Record<DatasetId, ExpectedTable>>;
