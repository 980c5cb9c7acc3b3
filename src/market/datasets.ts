import { borderAreas, deliveryAreas, ukAreas } from './areas';
import type { Choice, Dataset, Parameter } from './dataset';

const area = (help: string, choices = deliveryAreas): Parameter => ({
  name: 'deliveryarea',
  kind: 'deliveryArea',
  label: 'Delivery area',
  help,
  several: true,
  choices,
  suggestion: choices[0]?.value ?? '',
});

const period: readonly Parameter[] = [
  {
    name: 'startTime',
    kind: 'instant',
    label: 'Start',
    bound: 'start',
    help: 'First instant of the period, sent in UTC. Without it the service decides.',
  },
  {
    name: 'endTime',
    kind: 'instant',
    label: 'End',
    bound: 'end',
    help: 'End of the period, sent in UTC. Whether the bound itself belongs to it is not documented.',
  },
];

const areaFrom: Parameter = {
  name: 'deliveryareafrom',
  kind: 'deliveryArea',
  label: 'From area',
  help: 'Area the flow comes from.',
  choices: deliveryAreas,
};

const areaTo: Parameter = {
  name: 'deliveryareato',
  kind: 'deliveryArea',
  label: 'To area',
  help: 'Area the flow goes to.',
  choices: deliveryAreas,
};

const currency = (...codes: string[]): Parameter => ({
  name: 'currency',
  kind: 'currency',
  label: 'Currency',
  help: 'Currency of the prices. Not every area is quoted in every currency.',
  choices: codes.map((value) => ({ value })),
});

const blockName = (choices: readonly Choice[]): Parameter => ({
  name: 'blockname',
  kind: 'choice',
  label: 'Block name',
  help: 'One block of the day. The names in use are not documented; any text can be given.',
  choices,
});

const continentalBlocks: readonly Choice[] = [
  { value: 'Off-peak 1', label: '00:00 to 08:00 CET' },
  { value: 'Peak', label: '08:00 to 20:00 CET' },
  { value: 'Off-peak 2', label: '20:00 to 24:00 CET' },
];

const status: Parameter = {
  name: 'status',
  kind: 'choice',
  label: 'Status',
  help: 'Preliminary or official prices; without it both may come.',
  choices: [
    { value: 'P', label: 'preliminary' },
    { value: 'O', label: 'official' },
  ],
};

const valueColumns = ['startTime', 'endTime', 'value', 'unit', 'resolution'];

const dayAheadPrices: Dataset = {
  id: 'dayahead-prices',
  title: 'Day-ahead prices',
  summary: 'Day-ahead auction prices per delivery area and block.',
  section: 'E1',
  path: '/dayahead/prices/areaBlock',
  parameters: [
    area('One area or several; without it, every area of your subscription.'),
    blockName(continentalBlocks),
    status,
    currency('EUR', 'NOK', 'SEK', 'DKK'),
    ...period,
  ],
  record: 'timeSeries',
  chart: 'steps',
  mainColumns: valueColumns,
  icon: 'graph-line',
};

/** The ten datasets, in the tree's order. An eleventh is one more entry here and one fixture. */
export const datasets: readonly Dataset[] = [
  dayAheadPrices,
  {
    ...dayAheadPrices,
    id: 'dayahead-prices-alternate',
    title: 'Day-ahead prices (second address)',
    summary: 'The same operation as day-ahead prices, served at a second address.',
    path: '/prices/dayahead/prices/areaBlock',
  },
  {
    id: 'dayahead-turnover',
    title: 'Day-ahead turnover',
    summary: 'Volume turned over in the day-ahead auction at system price.',
    section: 'E2',
    path: '/dayahead/volumes/turnover/systemPrice',
    parameters: period,
    record: 'timeSeries',
    chart: 'bars',
    mainColumns: valueColumns,
    icon: 'graph',
  },
  {
    id: 'dayahead-curves',
    title: 'Day-ahead price curves',
    summary: 'Supply and demand of the day-ahead auction, period by period, for one delivery date.',
    section: 'E3',
    path: '/dayahead/prices/curves',
    parameters: [
      {
        name: 'date',
        kind: 'date',
        label: 'Delivery date',
        help: 'The calendar date of delivery.',
        required: true,
        suggestion: 'today',
      },
    ],
    record: 'priceCurve',
    chart: 'curves',
    mainColumns: ['startTime', 'endTime', 'side', 'price', 'volume'],
    icon: 'git-compare',
  },
  {
    id: 'uk-auction-prices',
    title: 'UK auction prices',
    summary: 'UK auction prices per delivery area and block.',
    section: 'E4',
    path: '/uk/v2/auction/prices/areaBlock',
    parameters: [
      area('UK, or another area of the UK auctions.', ukAreas),
      blockName([]),
      currency('GBP', 'EUR'),
      ...period,
    ],
    record: 'timeSeries',
    chart: 'steps',
    mainColumns: valueColumns,
    icon: 'graph-line',
  },
  {
    id: 'uk-flows',
    title: 'UK interconnector flows',
    summary: 'Flows over the UK interconnectors, with the prices of the areas they join.',
    section: 'E5',
    path: '/uk/v2/{venue}/flows/areaPrice',
    parameters: [
      area('An area at either end of an interconnector.', ukAreas),
      areaFrom,
      areaTo,
      {
        name: 'endpoint',
        kind: 'choice',
        label: 'Endpoint',
        help: 'At which end the flow is measured: what was sent, or what arrived after losses.',
        choices: [
          { value: 'Sending', label: 'before cable losses' },
          { value: 'Receiving', label: 'after cable losses' },
        ],
      },
      {
        name: 'connection',
        kind: 'text',
        label: 'Interconnector',
        help: 'Name of an interconnector. The names in use are not documented; any text can be given.',
        choices: [
          { value: 'North Sea Link' },
          { value: 'Viking Link' },
          { value: 'IFA' },
          { value: 'IFA2' },
          { value: 'ElecLink' },
          { value: 'Nemo Link' },
          { value: 'BritNed' },
        ],
      },
      ...period,
    ],
    record: 'timeSeries',
    chart: 'flows',
    mainColumns: valueColumns,
    icon: 'arrow-swap',
  },
  {
    id: 'intraday-scheduled-flow',
    title: 'Intraday scheduled flow',
    summary: 'Total flow scheduled between areas by intraday trading.',
    section: 'E6',
    path: '/operatingdata/v2/intraday/totalscheduledflow',
    parameters: [area('An area at either end of the flow.'), areaFrom, areaTo, ...period],
    record: 'timeSeries',
    chart: 'flows',
    mainColumns: valueColumns,
    icon: 'arrow-swap',
  },
  {
    id: 'regulation-down-volumes',
    title: 'Regulation volumes, automatic down',
    summary: 'Volumes of automatic down-regulation in the regulation market.',
    section: 'E7',
    path: '/regulationmarket/v2/volumes/automatic/down',
    parameters: [area('One area or several.'), ...period],
    record: 'timeSeries',
    chart: 'bars',
    mainColumns: valueColumns,
    icon: 'arrow-down',
  },
  {
    id: 'intraday-orders',
    title: 'Intraday orders (delayed)',
    summary: 'Public orders of the intraday market, delayed. A day can be hundreds of megabytes.',
    section: 'E8',
    path: '/intraday/delayed/orders',
    parameters: [...period, area('One area or several.')],
    record: 'publicOrder',
    chart: 'orders',
    mainColumns: [
      'updatedTime',
      'contractId',
      'deliveryArea',
      'side',
      'price',
      'quantity',
      'action',
      'state',
      'id',
    ],
    icon: 'list-ordered',
  },
  {
    id: 'hub-to-hub-capacities',
    title: 'Hub-to-hub capacities',
    summary: 'Capacity left between two areas over all paths, for one hour of delivery.',
    section: 'E9',
    path: '/hubtohub/HubToHubCapacities',
    parameters: [
      {
        name: 'powerHour',
        kind: 'powerHour',
        label: 'Power hour',
        help: 'The hour of delivery, a full hour in UTC.',
        required: true,
        suggestion: 'today',
      },
      {
        name: 'daFrom',
        kind: 'deliveryArea',
        label: 'From area',
        help: 'Area the capacity starts from.',
        required: true,
        choices: [...deliveryAreas, ...borderAreas],
        suggestion: 'NO1',
      },
      {
        name: 'daTo',
        kind: 'deliveryArea',
        label: 'To area',
        help: 'Area the capacity leads to; without it, every area.',
        choices: [...deliveryAreas, ...borderAreas],
      },
    ],
    record: 'hubToHubCapacity',
    chart: 'capacities',
    mainColumns: [
      'areaFrom',
      'areaTo',
      'deliveryStart',
      'deliveryEnd',
      'publicationTime',
      'outCapacity',
      'inCapacity',
    ],
    icon: 'type-hierarchy',
  },
];

const byId = new Map(datasets.map((dataset) => [dataset.id, dataset]));

/** The dataset with this id, or `undefined` where there is none. */
export function findDataset(id: string): Dataset | undefined {
  return byId.get(id);
}
