import { daysBetween } from './otherDay';
import type { Query } from './query';

const valuesOf = (list: string): readonly string[] => list.split(',').map((value) => value.trim());

/**
 * Whether the queries are about different things, such as two delivery days or two areas. Their values then
 * differ nearly everywhere, which is no change. A status says how final the same value is.
 */
export function hasOtherSubject(first: Query, second: Query): boolean {
  const isApart = first.dataset.parameters.some(({ name, kind }) => {
    if (kind === 'instant' || kind === 'date' || kind === 'powerHour' || name === 'status') return false;
    const [one, other] = [first.parameters[name], second.parameters[name]];
    if (one === undefined || other === undefined) return false;
    return !valuesOf(one).some((value) => valuesOf(other).includes(value));
  });
  return isApart || daysBetween(first, second) !== 0;
}
