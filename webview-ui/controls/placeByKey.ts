/**
 * The place in a list of `count` items to which a key leads from another place, or from none (-1); `undefined` for any
 * other key. At its ends, the list begins again.
 */
export function placeByKey(
  key: string,
  at: number,
  count: number,
  [previous, next]: readonly [previous: string, next: string],
): number | undefined {
  const places: Record<string, number> = {
    [previous]: at <= 0 ? count - 1 : at - 1,
    [next]: (at + 1) % count,
    Home: 0,
    End: count - 1,
  };
  return places[key];
}
