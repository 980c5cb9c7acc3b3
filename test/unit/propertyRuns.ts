/** How many times the usual a run with `PROPERTY_RUNS=large` tries: some minutes in place of seconds. */
const largeFactor = process.env['PROPERTY_RUNS'] === 'large' ? 20 : 1;

/** The number of cases that a property test tries. */
export const propertyRuns = (usual: number): number => usual * largeFactor;
