import * as v from 'valibot';

/** The form of an opened file in the extension's own notes, which another version may have written. */
export const openedFileShape = v.object({
  kind: v.literal('file'),
  /** The file's URI, as text. */
  uri: v.string(),
  name: v.string(),
  /** Relative to the workspace folder if the file is in one. */
  path: v.string(),
  /** Whether the query of the file is known. If not, its query has no parameters. */
  hasQuery: v.boolean(),
  /**
   * When the service was queried or, if that isn't known, when the file was last changed. Epoch milliseconds.
   */
  savedEpochMs: v.number(),
  isRequestTime: v.boolean(),
  /** The name of the connection that the service was queried over, if known. */
  savedFrom: v.nullable(v.string()),
  /** The path that was requested, without parameters, if known. Outside data. */
  requestedPath: v.nullable(v.string()),
  /** HTTP status of the response, if known. */
  status: v.nullable(v.number()),
  /** The number of rows in the response if the file contains only some of them, otherwise `null`. */
  chosenFrom: v.nullable(v.number()),
  /**
   * Where made-up values come from: the sample service, or the generator of fixtures; otherwise `null`.
   */
  madeUp: v.nullable(v.picklist(['sample', 'synthetic'])),
  /** What synthetic values were generated with, if known. */
  seed: v.nullable(v.number()),
  generator: v.nullable(v.string()),
  /** Set if it has a single record, without the array in which a service sends it. */
  isSingle: v.exactOptional(v.literal(true)),
  /** How many more records the service had on further pages, if it had any; 1 if their number is unknown. */
  furtherRecords: v.exactOptional(v.number()),
  /** Whether its bytes are known to differ from those that were saved. */
  isChanged: v.boolean(),
});

/** A saved response that was opened, with what its provenance says about it. */
export type OpenedFile = Readonly<v.InferOutput<typeof openedFileShape>>;
