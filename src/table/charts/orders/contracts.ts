import { alignedStart, clockLength } from '#src/market/time/alignedDays';
import { marketClock } from '#src/market/time/deliveryDay';
import { dayMs } from '#src/market/time/zones';
import { allContracts, type ChartQuestion, type ContractKey } from '#src/protocol/charts/chartQuestion';
import { numbersOf, perTable, textsOf } from '../../columns/perTable';
import { eachIndex, type Sliced } from '../../columns/slices';
import type { Table } from '../../columns/table';

/** A contract and the rows of its events, as sent. Its delivery is taken from the first event that has one. */
export interface Contract extends ContractKey {
  readonly rows: Uint32Array;
}

/** All contracts, in order of delivery; those without a readable start of delivery come last. */
export const contractsOf = perTable(function* (table): Sliced<Contract[]> {
  const ids = textsOf(table, 'contractId');
  const { rows: count } = table;
  const ends = new Uint32Array(ids.entries.count);
  yield* eachIndex(count, (row) => {
    ends[ids.code(row)] = (ends[ids.code(row)] as number) + 1;
  });
  let total = 0;
  const starts = ends.map((events) => (total += events) - events);
  ends.set(starts);
  const rows = new Uint32Array(count);
  yield* eachIndex(count, (row) => {
    const code = ids.code(row);
    const place = ends[code] as number;
    rows[place] = row;
    ends[code] = place + 1;
  });
  const [deliveryStart, deliveryEnd] = [numbersOf(table, 'deliveryStart'), numbersOf(table, 'deliveryEnd')];
  const contracts: Contract[] = [];
  // Rows without a contract have code 0.
  yield* eachIndex(starts.length - 1, (index) => {
    const code = index + 1;
    const own = rows.subarray(starts[code], ends[code]);
    const first = own.find((row) => !Number.isNaN(deliveryStart.value(row))) ?? own[0];
    if (first === undefined) return;
    const [start, end] = [deliveryStart.value(first), deliveryEnd.value(first)];
    contracts.push({
      id: ids.entries.text(code),
      ...(!Number.isNaN(start) && { deliveryStart: start }),
      ...(!Number.isNaN(end) && { deliveryEnd: end }),
      rows: own,
    });
  });
  return contracts.sort((a, b) => placeOf(a) - placeOf(b) || (a.id < b.id ? -1 : 1));
});

const placeOf = ({ deliveryStart = Number.MAX_VALUE }: ContractKey): number => deliveryStart;

/** How many delivery days the second instant is later than the first; NaN if one isn't known. */
export function daysBetweenInstants(first: number, second: number): number {
  const isUnknown = [first, second].some((instant) => Number.isNaN(new Date(instant).getTime()));
  if (isUnknown) return NaN;
  return Math.floor(marketClock(second) / dayMs) - Math.floor(marketClock(first) / dayMs);
}

/**
 * The contract with this ID or, if there is none, the contract of the same product: the same period of another day.
 * Without either, it has no events. `null` for all contracts together.
 */
export function* contractOf(table: Table, wanted: ChartQuestion['contract']): Sliced<Contract | null> {
  if (wanted === undefined || wanted === allContracts) return null;
  const contracts = yield* contractsOf(table);
  const period = periodOf(wanted);
  const isSame = (contract: Contract) => {
    const other = periodOf(contract);
    const days = daysBetweenInstants(period.start, other.start);
    return (
      !Number.isNaN(days) &&
      alignedStart(other, days) === alignedStart(period, 0) &&
      clockLength(other) === clockLength(period)
    );
  };
  return (
    contracts.find(({ id }) => id === wanted.id) ??
    contracts.find(isSame) ?? { ...wanted, rows: new Uint32Array() }
  );
}

const periodOf = ({ deliveryStart: start = NaN, deliveryEnd: end = NaN }: ContractKey) => ({ start, end });

/** The contract without its rows. */
export const keyOf = ({ rows: _rows, ...key }: Contract): ContractKey => key;
