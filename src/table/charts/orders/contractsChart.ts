import type { ContractRow, ContractsChart } from '#src/protocol/charts/contractsChart';
import { differenceOf } from '../../compare/difference';
import { perTable } from '../../columns/perTable';
import type { Sliced } from '../../columns/slices';
import { eventsIn } from './contractEvents';
import { contractsOf } from './contracts';
import { bestPrices } from './depth';
import { extentIn, ordersOverview } from './ordersOverview';

/** More than a day has; each is a row of the page. */
const maxContracts = 500;

/**
 * The contracts; if there are too many, those with the most events. Their best prices take long to find among a million
 * events, so they aren't known before all rows have arrived (`judged`).
 */
export const contractsChart = perTable(function* (table, judged: boolean): Sliced<ContractsChart> {
  const { columns } = yield* ordersOverview(table);
  const all = yield* contractsOf(table);
  const listed = new Set([...all].sort((a, b) => b.rows.length - a.rows.length).slice(0, maxContracts));
  const contracts: ContractRow[] = [];
  for (const contract of all.filter((each) => listed.has(each))) {
    const { id, deliveryStart = NaN, deliveryEnd = NaN, rows } = contract;
    const best = judged
      ? yield* bestPrices(table, yield* eventsIn(table, columns.time, rows, undefined))
      : { buy: null, sell: null, unit: '' };
    const extent = yield* extentIn(columns.time, rows.length, rows);
    contracts.push({
      id,
      deliveryStart,
      deliveryEnd,
      ...best,
      spread: differenceOf(best.buy, best.sell),
      events: rows.length,
      last: extent?.to ?? NaN,
    });
  }
  return {
    kind: 'contracts',
    contracts,
    total: all.length,
    events: contracts.reduce((sum, { events }) => sum + events, 0),
  };
});
