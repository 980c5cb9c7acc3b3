import * as v from 'valibot';

/** A query file and one of its queries. */
export const queryShape = v.object({
  file: v.unknown(),
  query: v.string(),
  show: v.optional(v.boolean()),
  overwrite: v.optional(v.boolean()),
});
