/** Work to do ahead: how it's started, and how much of the room it takes. */
interface Ahead<Item, Made> {
  readonly start: (item: Item) => Promise<Made>;
  readonly weigh: (item: Item) => number;
  readonly room: number;
}

/**
 * Does work for items in their order, and starts it ahead for the next ones while there is room. Rejects as the
 * work does. When it ends, for whatever reason, no work is in progress.
 */
export async function* ahead<Item, Made>(
  items: readonly Item[],
  { start, weigh, room }: Ahead<Item, Made>,
): AsyncGenerator<Made, void, undefined> {
  const started: { readonly made: Promise<Made>; readonly weight: number }[] = [];
  let [next, taken] = [0, 0];
  try {
    for (;;) {
      for (let item = items[next]; item !== undefined; item = items[next]) {
        const weight = weigh(item);
        if (started.length > 0 && taken + weight > room) break;
        const made = start(item);
        made.catch(() => undefined); // reported when its turn comes
        started.push({ made, weight });
        taken += weight;
        next += 1;
      }
      const first = started.shift();
      if (!first) return;
      const made = await first.made;
      taken -= first.weight;
      yield made;
    }
  } finally {
    await Promise.allSettled(started.map(({ made }) => made));
  }
}
