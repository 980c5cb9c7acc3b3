/**
 * Stands for an object of which a test needs these members only, typed like the real ones. A member
 * that is missing fails the test that uses it.
 */
export function doubleOf<Real extends object>(members: Partial<Real>): Real {
  return new Proxy(members, {
    get(target, key) {
      // A promise asks whatever it is resolved with whether it is one itself.
      if (key in target || key === 'then') return Reflect.get(target, key) as unknown;
      throw new Error(`The double has no "${String(key)}".`);
    },
  }) as Real;
}
