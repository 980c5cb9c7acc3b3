const isLarge = process.env['PROPERTY_RUNS'] === 'large';

/**
 * The number of cases for a property test: few usually, and many with `PROPERTY_RUNS=large`, which takes minutes
 * instead of seconds.
 */
export const propertyRuns = (usual: number, large = 20 * usual): number => (isLarge ? large : usual);
