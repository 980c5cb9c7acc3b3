import type { Situation, SampleRequest } from './sampleRequest';
import { capacities } from './sampleCapacities';
import { curves } from './sampleCurves';
import { dayAheadPrices } from './dayAheadPrices';
import { scheduledFlow, ukFlows } from './flows';
import { orders } from './orderFeed';
import { regulationDown } from './regulation';
import { seriesText, withGap, type SampleSeries } from './sampleSeries';
import { turnover } from './turnover';
import { ukPrices } from './ukPrices';

/**
 * How a response says that there is no data. The API doesn't document this, so the sample service uses all
 * three ways: a status without a body, a text instead of the records, and an empty array.
 */
export type EmptyResponse = 'status' | 'text' | 'emptyArray';

interface SampleResponse {
  /** The records as JSON text, generated while they are read. */
  readonly records: (request: SampleRequest, situation: Situation) => Iterable<string>;
  readonly noData: EmptyResponse;
}

type SeriesSource = (request: SampleRequest, situation: Situation) => Iterable<SampleSeries>;

const series = (source: SeriesSource, noData: EmptyResponse): SampleResponse => ({
  *records(request, situation) {
    for (const one of source(request, situation)) {
      if (one.values.length > 0) yield seriesText(situation.gaps ? withGap(one) : one);
    }
  },
  noData,
});

/** How to respond for each dataset, by its id. */
export const sampleResponses: ReadonlyMap<string, SampleResponse> = new Map([
  ['dayahead-prices', series(dayAheadPrices, 'status')],
  ['dayahead-prices-alternate', series(dayAheadPrices, 'status')],
  ['dayahead-turnover', series(turnover, 'text')],
  ['dayahead-curves', { records: curves, noData: 'status' }],
  ['uk-auction-prices', series(ukPrices, 'status')],
  ['uk-flows', series(ukFlows, 'status')],
  ['intraday-scheduled-flow', series(scheduledFlow, 'status')],
  ['regulation-down-volumes', series(regulationDown, 'text')],
  ['intraday-orders', { records: orders, noData: 'emptyArray' }],
  ['hub-to-hub-capacities', { records: capacities, noData: 'text' }],
]);
