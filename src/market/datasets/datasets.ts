import { borderAreas, deliveryAreas, ukAreas } from './areas';
import type { Dataset } from './dataset';
import { area, areaFrom, areaTo, blockName, continentalBlocks, currency, period, status } from './parameters';
import { dayAheadResults, ukResults } from './publication';
import { t } from '../../text/l10n';

/** The European day-ahead auction has been one of quarter hours since then. */
const quarterHoursFrom = '2025-10-01';

const valueColumns = ['startTime', 'endTime', 'value', 'unit', 'resolution'];

const dayAheadPrices: Dataset = {
  id: 'dayahead-prices',
  title: t('Day-ahead prices'),
  summary: t('Day-ahead auction prices per delivery area and block.'),
  path: '/dayahead/prices/areaBlock',
  parameters: [
    area(t('One area or several; without it, every area of your subscription.')),
    blockName(continentalBlocks),
    status,
    currency('EUR', 'NOK', 'SEK', 'DKK'),
    ...period,
  ],
  quarterHoursFrom,
  publication: dayAheadResults,
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
    title: t('Day-ahead prices (second address)'),
    summary: t('The same operation as day-ahead prices, served at a second address.'),
    path: '/prices/dayahead/prices/areaBlock',
  },
  {
    id: 'dayahead-turnover',
    title: t('Day-ahead turnover'),
    summary: t('Volume turned over in the day-ahead auction at system price.'),
    path: '/dayahead/volumes/turnover/systemPrice',
    parameters: period,
    quarterHoursFrom,
    publication: dayAheadResults,
    record: 'timeSeries',
    chart: 'bars',
    mainColumns: valueColumns,
    icon: 'graph',
  },
  {
    id: 'dayahead-curves',
    title: t('Day-ahead price curves'),
    summary: t('Supply and demand of the day-ahead auction, period by period, for one delivery date.'),
    path: '/dayahead/prices/curves',
    parameters: [
      {
        name: 'date',
        kind: 'date',
        label: t('Delivery date'),
        help: t('The calendar date of delivery.'),
        required: true,
        suggestion: 'today',
      },
    ],
    publication: dayAheadResults,
    record: 'priceCurve',
    chart: 'curves',
    mainColumns: ['startTime', 'endTime', 'side', 'price', 'volume'],
    icon: 'git-compare',
  },
  {
    id: 'uk-auction-prices',
    title: t('UK auction prices'),
    summary: t('UK auction prices per delivery area and block.'),
    path: '/uk/v2/auction/prices/areaBlock',
    parameters: [
      area(t('UK, or another area of the UK auctions.'), ukAreas),
      blockName([]),
      currency('GBP', 'EUR'),
      ...period,
    ],
    publication: ukResults,
    record: 'timeSeries',
    chart: 'steps',
    mainColumns: valueColumns,
    icon: 'graph-line',
  },
  {
    id: 'uk-flows',
    title: t('UK interconnector flows'),
    summary: t('Flows over the UK interconnectors, with the prices of the areas they join.'),
    path: '/uk/v2/{venue}/flows/areaPrice',
    parameters: [
      area(t('An area at either end of an interconnector.'), ukAreas),
      areaFrom,
      areaTo,
      {
        name: 'endpoint',
        kind: 'choice',
        label: t('Endpoint'),
        help: t('At which end the flow is measured: what was sent, or what arrived after losses.'),
        choices: [
          { value: 'Sending', label: t('before cable losses') },
          { value: 'Receiving', label: t('after cable losses') },
        ],
      },
      {
        name: 'connection',
        kind: 'text',
        label: t('Interconnector'),
        help: t('Name of an interconnector. The names in use are not documented; any text can be given.'),
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
    title: t('Intraday scheduled flow'),
    summary: t('Total flow scheduled between areas by intraday trading.'),
    path: '/operatingdata/v2/intraday/totalscheduledflow',
    parameters: [area(t('An area at either end of the flow.')), areaFrom, areaTo, ...period],
    record: 'timeSeries',
    chart: 'flows',
    mainColumns: valueColumns,
    icon: 'arrow-swap',
  },
  {
    id: 'regulation-down-volumes',
    title: t('Regulation volumes, automatic down'),
    summary: t('Volumes of automatic down-regulation in the regulation market.'),
    path: '/regulationmarket/v2/volumes/automatic/down',
    parameters: [area(t('One area or several.')), ...period],
    record: 'timeSeries',
    chart: 'bars',
    mainColumns: valueColumns,
    icon: 'arrow-down',
  },
  {
    id: 'intraday-orders',
    title: t('Intraday orders (delayed)'),
    summary: t('Public orders of the intraday market, delayed. A day can be hundreds of megabytes.'),
    path: '/intraday/delayed/orders',
    parameters: [...period, area(t('One area or several.'))],
    publication: { kind: 'delayed', minutes: 20 },
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
    title: t('Hub-to-hub capacities'),
    summary: t('Capacity left between two areas over all paths, for one hour of delivery.'),
    path: '/hubtohub/HubToHubCapacities',
    parameters: [
      {
        name: 'powerHour',
        kind: 'powerHour',
        label: t('Power hour'),
        help: t('The hour of delivery, a full hour in UTC.'),
        required: true,
        suggestion: 'today',
      },
      {
        name: 'daFrom',
        kind: 'deliveryArea',
        label: t('From area'),
        help: t('Area the capacity starts from.'),
        required: true,
        choices: [...deliveryAreas, ...borderAreas],
        suggestion: 'NO1',
      },
      {
        name: 'daTo',
        kind: 'deliveryArea',
        label: t('To area'),
        help: t('Area the capacity leads to; without it, every area.'),
        choices: [...deliveryAreas, ...borderAreas],
      },
    ],
    publication: { kind: 'delayed', minutes: 25 },
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
