import * as v from 'valibot';

const originShape = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ sentNames: v.record(v.string(), v.string()) }),
);

/**
 * The names that the service sent for columns that have another name in a file, by that name, from what the file
 * says about its origin. Files of other programs don't have such names.
 */
export function sentNamesIn(origin: string | undefined): ReadonlyMap<string, string> {
  const read = v.safeParse(originShape, origin);
  return new Map(read.success ? Object.entries(read.output.sentNames) : []);
}
