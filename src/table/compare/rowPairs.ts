import type { RowNumbers } from './rowNumbers';
import { eachIndex, slices, type Sliced } from '../columns/slices';

/** Means that there is no row. */
export const none = -1;

/** Which rows belong together, as indexes into the counted rows of both sides; each row once. */
interface RowPairs {
  /** `none` for a row that only the second side has. */
  readonly first: Int32Array;
  readonly second: Int32Array;
}

/**
 * Pairs rows with equal numbers, in order. Rows that remain after one round can be paired in the next, which
 * has numbers of its own. Rows of the first side keep their order; rows that only the second side has come
 * last.
 */
export function* pairsOf(rounds: readonly RowNumbers[]): Sliced<RowPairs> {
  const [ofFirst, ofSecond] = rounds[0]?.of ?? [new Uint32Array(0), new Uint32Array(0)];
  const partner = new Int32Array(ofFirst.length).fill(none);
  const isTaken = new Uint8Array(ofSecond.length);
  for (const { of, count } of rounds) {
    const [first, second] = of;
    const heads = new Int32Array(count).fill(none);
    const next = new Int32Array(second.length);
    yield* slices(second.length, (from, to) => {
      // Backward, so that the earliest of equal rows ends up at the head.
      for (let back = from; back < to; back += 1) {
        const index = second.length - 1 - back;
        if (isTaken[index] === 1) continue;
        const number = second[index] as number;
        next[index] = heads[number] as number;
        heads[number] = index;
      }
    });
    yield* eachIndex(first.length, (index) => {
      if (partner[index] !== none) return;
      const number = first[index] as number;
      const found = heads[number] as number;
      if (found === none) return;
      heads[number] = next[found] as number;
      partner[index] = found;
      isTaken[found] = 1;
    });
  }
  return yield* listed(partner, isTaken);
}

function* listed(partner: Int32Array, isTaken: Uint8Array): Sliced<RowPairs> {
  const added: number[] = [];
  yield* eachIndex(isTaken.length, (index) => {
    if (isTaken[index] === 0) added.push(index);
  });
  const first = new Int32Array(partner.length + added.length).fill(none);
  const second = new Int32Array(first.length);
  for (let index = 0; index < partner.length; index += 1) first[index] = index;
  second.set(partner);
  second.set(added, partner.length);
  return { first, second };
}
