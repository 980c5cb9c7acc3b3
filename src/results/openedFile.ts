import * as l10n from '@vscode/l10n';
import * as v from 'valibot';

/** As the extension's own notes contain it, which an older version may have written in another format. */
export const openedFileShape = v.object({
  /** Its Uri, as text. */
  uri: v.string(),
  name: v.string(),
  /** Relative to the workspace folder if it is in one. */
  path: v.string(),
  /** Whether the query of the file is known. If not, its query has no parameters. */
  hasQuery: v.boolean(),
  /** When the service was asked; or, if that isn't known, when the file was last changed. Epoch milliseconds. */
  savedEpochMs: v.number(),
  isRequestTime: v.boolean(),
  /** The name of the connection that the service was asked over, if that is known. */
  savedFrom: v.nullable(v.string()),
  /** The path that was requested, without parameters, if that is known. Outside data. */
  requestedPath: v.nullable(v.string()),
  /** HTTP status of the response, if that is known. */
  status: v.nullable(v.number()),
  /** The number of rows of the response if the file has only some of them, otherwise `null`. */
  chosenFrom: v.nullable(v.number()),
  /** Who made up the values: the sample service, or the generator of fixtures; `null` if nobody did. */
  madeUp: v.nullable(v.picklist(['sample', 'synthetic'])),
  /** What synthetic values were made from, if that is known. */
  seed: v.nullable(v.number()),
  generator: v.nullable(v.string()),
  /** Whether its bytes are known to differ from those that were saved. */
  isChanged: v.boolean(),
});

/** A saved response that was opened, and what its provenance says of it. */
export type OpenedFile = Readonly<v.InferOutput<typeof openedFileShape>>;

/** Throws an `Error` fit to be shown if the query of a file is unknown. */
export function refuseUnknownQuery(file: OpenedFile | null | undefined): void {
  if (file?.hasQuery !== false) return;
  throw new Error(
    l10n.t("The query for {0} is unknown because there's no provenance file next to it.", file.name),
  );
}
