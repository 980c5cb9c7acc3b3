import * as l10n from '@vscode/l10n';
import { oneLine } from '../../text/plainText';
import { deliveryAreas, hubAreas, orderAreas, priceAreas, ukAreas } from './areas';
import type { Dataset } from './dataset';
import { area, areaFrom, areaTo, blockName, continentalBlocks, currency, period, status } from './parameters';
import { dayAheadResults, quarterHoursFrom, ukResults } from './publication';

const valueColumns = ['startTime', 'endTime', 'value', 'unit', 'resolution'];

const dayAheadPrices: Dataset = {
  id: 'dayahead-prices',
  title: () => l10n.t('Day-ahead prices'),
  shortTitle: () => l10n.t('Prices'),
  summary: () => l10n.t('Day-ahead auction prices per delivery area and block.'),
  path: '/dayahead/prices/areaBlock',
  parameters: [
    area(priceAreas),
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

/** The datasets, in tree order. For what else a new one needs, see docs/code-tour.md, "Add a Dataset". */
export const datasets: readonly Dataset[] = [
  dayAheadPrices,
  {
    id: 'dayahead-turnover',
    title: () => l10n.t('Day-ahead turnover'),
    shortTitle: () => l10n.t('Turnover'),
    summary: () => l10n.t('Volume traded in the day-ahead auction at the system price.'),
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
    title: () => l10n.t('Day-ahead price curves'),
    shortTitle: () => l10n.t('Curves'),
    summary: () =>
      l10n.t('Supply and demand in the day-ahead auction, period by period, for one delivery date.'),
    path: '/dayahead/prices/curves',
    parameters: [
      {
        name: 'date',
        kind: 'date',
        label: () => l10n.t('Delivery date'),
        help: () => l10n.t('Calendar date of delivery.'),
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
    title: () => l10n.t('UK auction prices'),
    shortTitle: () => l10n.t('UK prices'),
    summary: () => l10n.t('UK auction prices per delivery area and block.'),
    path: '/uk/v2/auction/prices/areaBlock',
    parameters: [
      area(ukAreas, () => l10n.t('UK or another area in the UK auctions.')),
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
    title: () => l10n.t('UK interconnector flows'),
    shortTitle: () => l10n.t('UK flows'),
    summary: () => l10n.t('Flows over the UK interconnectors, with the prices of the areas they connect.'),
    path: '/uk/v2/{venue}/flows/areaPrice',
    parameters: [
      area(ukAreas, () => l10n.t('Area at either end of an interconnector.')),
      areaFrom,
      areaTo,
      {
        name: 'endpoint',
        kind: 'choice',
        label: () => l10n.t('Endpoint'),
        help: () => l10n.t('Where the flow is measured: before or after cable losses.'),
        choices: [
          { value: 'Sending', label: () => l10n.t('before cable losses') },
          { value: 'Receiving', label: () => l10n.t('after cable losses') },
        ],
      },
      {
        name: 'connection',
        kind: 'text',
        label: () => l10n.t('Interconnector'),
        help: () =>
          l10n.t("Name of an interconnector. The names aren't documented, so you can enter any text."),
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
    mayRest: true,
    record: 'timeSeries',
    chart: 'flows',
    mainColumns: valueColumns,
    icon: 'arrow-swap',
  },
  {
    id: 'intraday-scheduled-flow',
    title: () => l10n.t('Intraday scheduled flow'),
    shortTitle: () => l10n.t('Scheduled flow'),
    summary: () => l10n.t('Total flow scheduled between areas through intraday trading.'),
    path: '/operatingdata/v2/intraday/totalscheduledflow',
    parameters: [
      area(deliveryAreas, () => l10n.t('Area at either end of the flow.')),
      areaFrom,
      areaTo,
      ...period,
    ],
    mayRest: true,
    record: 'timeSeries',
    chart: 'flows',
    mainColumns: valueColumns,
    icon: 'arrow-swap',
  },
  {
    id: 'regulation-down-volumes',
    title: () => l10n.t('Regulation volumes, automatic down'),
    shortTitle: () => l10n.t('Regulation'),
    summary: () => l10n.t('Volumes of automatic down-regulation in the regulation market.'),
    path: '/regulationmarket/v2/volumes/automatic/down',
    parameters: [area(), ...period],
    mayRest: true,
    record: 'timeSeries',
    chart: 'bars',
    mainColumns: valueColumns,
    icon: 'arrow-down',
  },
  {
    id: 'intraday-orders',
    title: () => l10n.t('Intraday orders (delayed)'),
    shortTitle: () => l10n.t('Orders'),
    summary: () =>
      l10n.t('Public orders from the intraday market, delayed. A day can be hundreds of megabytes.'),
    path: '/intraday/delayed/orders',
    parameters: [...period, area(orderAreas)],
    publication: { kind: 'delayed', minutes: 20 },
    suggestedWindowMinutes: 60,
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
    title: () => l10n.t('Hub-to-hub capacities'),
    shortTitle: () => l10n.t('Capacities'),
    summary: () => l10n.t('Remaining capacity between two areas over all paths, for one delivery hour.'),
    path: '/hubtohub/HubToHubCapacities',
    parameters: [
      {
        name: 'powerHour',
        kind: 'powerHour',
        label: () => l10n.t('Power hour'),
        help: () => l10n.t('Start of the delivery hour, on the hour in UTC.'),
        required: true,
        suggestion: 'today',
      },
      {
        name: 'daFrom',
        kind: 'deliveryArea',
        label: () => l10n.t('From area'),
        help: () => l10n.t('Area from which power can flow.'),
        required: true,
        choices: hubAreas,
        suggestion: 'NO1',
      },
      {
        name: 'daTo',
        kind: 'deliveryArea',
        label: () => l10n.t('To area'),
        help: () => l10n.t('Area to which power can flow. If you omit it, you receive all areas.'),
        choices: hubAreas,
      },
    ],
    publication: { kind: 'delayed', minutes: 25 },
    record: 'hubToHubCapacity',
    chart: 'capacities',
    mainColumns: [
      'deliveryStart',
      'publicationTime',
      'areaFrom',
      'areaTo',
      'outCapacity',
      'inCapacity',
      'deliveryEnd',
    ],
    icon: 'type-hierarchy',
  },
  {
    ...dayAheadPrices,
    id: 'dayahead-prices-alternate',
    title: () => l10n.t('Day-ahead prices (second address)'),
    shortTitle: () => l10n.t('Prices (second address)'),
    summary: () => l10n.t('The same operation as day-ahead prices, served at a second address.'),
    path: '/prices/dayahead/prices/areaBlock',
    olderDataIn: 'dayahead-prices',
  },
];

const byId = new Map(datasets.map((dataset) => [dataset.id, dataset]));

/** The dataset with this id, or `undefined`. */
export function findDataset(id: string): Dataset | undefined {
  return byId.get(id);
}

/**
 * The dataset with this id, which may be outside text. Throws an `Error` ready to display if there is none.
 */
export function requireDataset(id: string): Dataset {
  const dataset = findDataset(id);
  if (dataset) return dataset;
  throw new Error(l10n.t('Dataset "{0}" not found.', oneLine(id, 100)));
}

const byPath = datasets.map((dataset) => ({ dataset, segments: dataset.path.split('/').slice(1) }));

/**
 * The dataset whose path, with any venue, is the end of this path; `undefined` if there is none. If several
 * are, the longest one: one operation has two addresses, and the longer one ends with the shorter one.
 */
export function datasetAt(path: string): Dataset | undefined {
  const found = path.split('/');
  const fits = ({ segments }: (typeof byPath)[number]) =>
    found.length > segments.length &&
    found
      .slice(-segments.length)
      .every((segment, at) => (segments[at] === '{venue}' ? segment !== '' : segment === segments[at]));
  return byPath.filter(fits).sort((a, b) => b.segments.length - a.segments.length)[0]?.dataset;
}
