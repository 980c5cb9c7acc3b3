/**
 * Repeatable random numbers. Everything in the sample data that looks random is a hash of what it belongs to
 * (an area, a day, an interval), so that a query returns the same bytes on every machine.
 */

/** The seed of the data that is being generated at the moment; see `withSeed`. */
let world = 0;

/**
 * Runs the generator with this seed. The seed is set for one step at a time, so generators with different
 * seeds can be read in turns. Seed 0 gives the data of the built-in connection.
 */
export function* withSeed<Item>(seed: number, items: Iterable<Item>): Iterable<Item> {
  const steps = items[Symbol.iterator]();
  const next = () => {
    world = seed;
    try {
      return steps.next();
    } finally {
      world = 0;
    }
  };
  for (let step = next(); !step.done; step = next()) yield step.value;
}

/** A 32-bit number derived from the text, for use with `noise`. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** From 0 (inclusive) to 1 (exclusive), the same for the same integers and the same seed. */
export function noise(...parts: readonly number[]): number {
  let hash = 0x9e3779b9 ^ world;
  for (const part of parts) {
    hash = Math.imul(hash ^ part, 0x85ebca6b);
    hash ^= hash >>> 13;
    hash = Math.imul(hash, 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return (hash >>> 0) / 2 ** 32;
}

/** Like `noise`, but without jumps, because weather and rates drift. */
export function drift(seed: number, position: number): number {
  const left = Math.floor(position);
  const part = position - left;
  const weight = part * part * (3 - 2 * part);
  return noise(seed, left) * (1 - weight) + noise(seed, left + 1) * weight;
}

/** An endless sequence of `noise` values from the seed. */
export function noiseFrom(...seed: readonly number[]): () => number {
  const row = Math.floor(noise(...seed) * 2 ** 32);
  let step = 0;
  return () => noise(row, step++);
}
