/** Events in the order in which they happened; orders are numbered from 0. */
export interface OrderEvents {
  /** How many orders there are. */
  readonly orders: number;
  /** The order that each event is about. */
  readonly order: Uint32Array;
  /** The order whose place it takes; -1 where that is none. */
  readonly replaced: Int32Array;
}

/**
 * What is known of each order after the first `count` events: the places of the last event of every
 * order, ascending. A new priority or a partial execution gives an order a new id, and the one before
 * gets no event that ends it: once another has taken its place, it is left out.
 */
export function lastEvents({ orders, order, replaced }: OrderEvents, count: number): Uint32Array {
  const last = new Int32Array(orders).fill(-1);
  const isReplaced = new Uint8Array(orders);
  for (let place = 0; place < count; place += 1) {
    const about = order[place] as number;
    const before = replaced[place] as number;
    last[about] = place;
    if (before >= 0 && before !== about) isReplaced[before] = 1;
  }
  return Uint32Array.from(last.filter((place, of) => place >= 0 && isReplaced[of] === 0)).sort();
}
