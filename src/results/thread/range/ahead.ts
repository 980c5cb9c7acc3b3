/** Work to do ahead: how it's started, and how much of the room it takes. */
interface Ahead<Item, Made> {
  readonly start: (item: Item) => Promise<Made>;
  readonly weigh: (item: Item) => number;
  readonly room: number;
}

/**
 * Does work for items in their order, and starts it ahead for the next ones while there is room. Rejects as the
 * work does. `undo` is called with what was made and not taken.
 */
export async function* ahead<Item, Made>(
  items: readonly Item[],
  { start, weigh, room }: Ahead<Item, Made>,
  undo: (made: Made) => Promise<void> = () => Promise.resolve(),
): AsyncGenerator<readonly [Item, Made], void, undefined> {
  const started: { readonly item: Item; readonly made: Promise<Made>; readonly weight: number }[] = [];
  let [next, taken] = [0, 0];
  try {
    for (;;) {
      for (let item = items[next]; item !== undefined; item = items[next]) {
        const weight = weigh(item);
        if (started.length > 0 && taken + weight > room) break;
        const made = start(item);
        made.catch(() => undefined); // reported when its turn comes
        started.push({ item, made, weight });
        taken += weight;
        next += 1;
      }
      const first = started.shift();
      if (!first) return;
      const made = await first.made;
      taken -= first.weight;
      yield [first.item, made];
    }
  } finally {
    for (const { made } of started) await made.then(undo, () => undefined);
  }
}
