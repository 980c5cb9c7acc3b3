/**
 * A test double with only the members that the test needs, typed like the real ones. Using a missing member
 * fails the test.
 */
export function doubleOf<Real extends object>(members: Partial<Real>): Real {
  return new Proxy(members, {
    get(target, key) {
      // Resolving a promise with an object reads `then` to see whether it is a promise itself.
      if (key in target || key === 'then') return Reflect.get(target, key) as unknown;
      throw new Error(`The double has no "${String(key)}".`);
    },
  }) as Real;
}
