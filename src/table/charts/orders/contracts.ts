import type { OrdersChart } from '#src/protocol/chartTypes';
import { slices, sliceRows, type Sliced } from '../../columns/slices';
import type { Table } from '../../columns/table';
import { numbersOf, textsOf } from '../../columns/perTable';

const maxContracts = 500;

/** The contracts in the first `rows` rows, in order of delivery; if there are too many, those with the most events. */
export function* contractCounts(table: Table, rows: number): Sliced<OrdersChart['contracts']> {
  const contract = textsOf(table, 'contractId');
  const start = numbersOf(table, 'deliveryStart');
  const events = new Uint32Array(contract.entryCount);
  const starts = new Float64Array(contract.entryCount).fill(NaN);
  const rowCodes = new Uint32Array(sliceRows);
  yield* slices(rows, (first, end) => {
    contract.copyCodes(first, end, rowCodes);
    for (let at = 0; at < end - first; at += 1) {
      const code = rowCodes[at] as number;
      events[code] = (events[code] as number) + 1;
      const known = starts[code] as number;
      if (Number.isNaN(known)) starts[code] = start.value(first + at);
    }
  });
  const codes = Array.from(events.keys()).slice(1);
  codes.sort((a, b) => (events[b] ?? 0) - (events[a] ?? 0));
  return codes
    .slice(0, maxContracts)
    .map((code) => ({
      id: contract.entryText(code),
      events: events[code] ?? 0,
      deliveryStart: starts[code] ?? NaN,
    }))
    .sort((a, b) => placeOf(a) - placeOf(b) || (a.id < b.id ? -1 : 1));
}

/** Contracts without a readable start of delivery come last. */
const placeOf = ({ deliveryStart }: { readonly deliveryStart: number }): number =>
  Number.isNaN(deliveryStart) ? Number.MAX_VALUE : deliveryStart;
