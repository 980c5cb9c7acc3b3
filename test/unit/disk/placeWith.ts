import type { Place } from '#src/disk/place';

/** The place with other members, which all places reached from it have, too. */
export function placeWith(place: Place, members: (place: Place) => Partial<Place>): Place {
  const same = (other: Place) => placeWith(other, members);
  return {
    ...place,
    get folder() {
      return same(place.folder);
    },
    below: (...names) => same(place.below(...names)),
    beside: (name) => same(place.beside(name)),
    ...members(place),
  };
}
