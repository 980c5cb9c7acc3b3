import type { RowNumbers } from './rowKeys';
import { slices, type Sliced } from '../columns/slices';

/** Stands where there is no row. */
export const none = -1;

/** Who belongs together, as places among the counted rows of both sides; each row once. */
export interface RowPairs {
  /** `none` for a row that only the second has. */
  readonly first: Int32Array;
  readonly second: Int32Array;
}

/**
 * Pairs rows of equal numbers in the order in which they came; those left over of the first round
 * get another by the numbers of the next. Rows of the first side keep their order; those that only
 * the second has come last.
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
      // From the end on, so that the earliest of equal rows stands at the head.
      for (let back = from; back < to; back += 1) {
        const index = second.length - 1 - back;
        if (isTaken[index] === 1) continue;
        const number = second[index] as number;
        next[index] = heads[number] as number;
        heads[number] = index;
      }
    });
    yield* slices(first.length, (from, to) => {
      for (let index = from; index < to; index += 1) {
        if (partner[index] !== none) continue;
        const number = first[index] as number;
        const found = heads[number] as number;
        if (found === none) continue;
        heads[number] = next[found] as number;
        partner[index] = found;
        isTaken[found] = 1;
      }
    });
  }
  return yield* listed(partner, isTaken);
}

function* listed(partner: Int32Array, isTaken: Uint8Array): Sliced<RowPairs> {
  const added: number[] = [];
  yield* slices(isTaken.length, (from, to) => {
    for (let index = from; index < to; index += 1) if (isTaken[index] === 0) added.push(index);
  });
  const first = new Int32Array(partner.length + added.length).fill(none);
  const second = new Int32Array(first.length);
  for (let index = 0; index < partner.length; index += 1) first[index] = index;
  second.set(partner);
  second.set(added, partner.length);
  return { first, second };
}
