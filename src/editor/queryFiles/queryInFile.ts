import * as v from 'valibot';
import * as vscode from 'vscode';

/** The argument of the commands of a query's lenses. */
export const queryInFileShape = v.object({
  file: v.custom<vscode.Uri>((file) => file instanceof vscode.Uri),
  query: v.string(),
});

/** A query of a file, by its name. */
export type QueryInFile = v.InferOutput<typeof queryInFileShape>;
