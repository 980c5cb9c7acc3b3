/** Factor for a run with `PROPERTY_RUNS=large`, which takes minutes instead of seconds. */
const largeFactor = process.env['PROPERTY_RUNS'] === 'large' ? 20 : 1;

/** The number of cases for a property test. */
export const propertyRuns = (usual: number): number => usual * largeFactor;
