import type { Situation, Ask } from './ask';
import { capacities } from './capacities';
import { curves } from './curves';
import { dayAheadPrices } from './dayAheadPrices';
import { scheduledFlow, ukFlows } from './flows';
import { orders } from './orders';
import { regulationDown } from './regulation';
import { seriesText, withGap } from './series';
import type { Series } from './series';
import { turnover } from './turnover';
import { ukPrices } from './ukPrices';

/**
 * What "no data" looks like. The form is not documented, so clients meet each of the
 * three here: a status without a body, a text in place of the records, an empty array.
 */
export type NoDataForm = 'status' | 'text' | 'emptyArray';

export interface Answer {
  /** The records as JSON text, made while they are read. */
  readonly records: (ask: Ask, situation: Situation) => Iterable<string>;
  readonly noData: NoDataForm;
}

type SeriesSource = (ask: Ask, situation: Situation) => Iterable<Series>;

const series = (source: SeriesSource, noData: NoDataForm): Answer => ({
  *records(ask, situation) {
    for (const one of source(ask, situation)) {
      if (one.values.length > 0) yield seriesText(situation.gaps ? withGap(one) : one);
    }
  },
  noData,
});

/** How each dataset is answered, by its id. */
export const answers: ReadonlyMap<string, Answer> = new Map([
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
