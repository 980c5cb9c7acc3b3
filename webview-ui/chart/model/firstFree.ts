/** A rectangle in pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Whether two rectangles have more than an edge in common. */
export const overlap = (one: Box, other: Box): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;

/** Pixels between two texts on a line. */
const apart = 8;

/**
 * For each text, its first place that overlaps nothing taken, and no text before it. Texts without such a place are
 * left out.
 */
export function firstFree<Place extends Box>(
  texts: readonly (readonly Place[])[],
  taken: readonly Box[],
): Place[] {
  const placed: Place[] = [];
  for (const places of texts) {
    const free = places.find((place) => {
      const wide = { ...place, left: place.left - apart, width: place.width + 2 * apart };
      return !taken.some((other) => overlap(place, other)) && !placed.some((other) => overlap(wide, other));
    });
    if (free) placed.push(free);
  }
  return placed;
}
