/**
 * A test double with only the members that the test needs, typed like the real ones. Using a missing member
 * fails the test; `name` says of what it is missing.
 */
export function doubleOf<Real extends object>(members: Partial<Real>, name = 'The double'): Real {
  return new Proxy(members, {
    get(target, key) {
      // Resolving a promise with an object reads `then` to see whether it is a promise itself.
      if (key in target || key === 'then') return Reflect.get(target, key) as unknown;
      throw new Error(`${name} has no "${String(key)}".`);
    },
  }) as Real;
}
