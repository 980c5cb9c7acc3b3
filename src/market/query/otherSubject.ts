import { isTimeKind, valuesIn } from '../datasets/dataset';
import { daysBetween } from './otherDay';
import type { Query } from './query';

/**
 * Whether the queries are about different things, such as two delivery days or two areas. Their values then
 * differ nearly everywhere, which doesn't mean that they changed. A different status isn't a different thing:
 * it says how final a value is.
 */
export function hasOtherSubject(first: Query, second: Query): boolean {
  const isApart = first.dataset.parameters.some(({ name, kind }) => {
    if (isTimeKind(kind) || name === 'status') return false;
    const [one, other] = [first.parameters[name], second.parameters[name]];
    if (one === undefined || other === undefined) return false;
    return !valuesIn(one).some((value) => valuesIn(other).includes(value));
  });
  return isApart || daysBetween(first, second) !== 0;
}
