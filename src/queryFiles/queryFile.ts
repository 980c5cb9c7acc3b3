import type { Dataset } from '../market/datasets/dataset';
import type { FileExport } from '../protocol/exportOrder';
import type { FileProblem, TextSpan } from './problems';
import type { Expectation } from './read/expectation';

/** Queries that a team keeps in its repository. Public API: the file's format, version 1. */
export interface QueryFile {
  /** The IANA time zone, or `UTC`, for days and bare times; never the person's setting. */
  readonly timeZone: string;
  /** The name of the connection for queries that name none. Without it, they use the selected connection. */
  readonly connection?: string;
  /** The connection's name, with its quotation marks. */
  readonly connectionSpan?: TextSpan;
  /**
   * The value of a `$schema` that isn't on this machine. The extension doesn't use it, but the editor may
   * request it.
   */
  readonly remoteSchema?: TextSpan;
  /** In the order of the file. */
  readonly queries: readonly FileQuery[];
  /** Problems of the file itself, outside its queries. If there is one, no query can run. */
  readonly problems: readonly FileProblem[];
}

/** One query of a file, as far as it was readable. */
export interface FileQuery {
  readonly name: string;
  /** From the name to the end of the value. */
  readonly span: TextSpan;
  /** The name, with its quotation marks. */
  readonly nameSpan: TextSpan;
  readonly description?: string;
  /** Omitted if it's missing or unknown. */
  readonly dataset?: Dataset;
  /** As written: `today` remains `today`. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The query's own connection, otherwise the file's. */
  readonly connection?: string;
  /** The name of the query's own connection, with its quotation marks. */
  readonly connectionSpan?: TextSpan;
  readonly expect?: Expectation;
  readonly export?: FileExport;
  /** If there is one, this query can't run. */
  readonly problems: readonly FileProblem[];
  /** What is probably wrong, but doesn't keep the query from running. */
  readonly warnings: readonly FileProblem[];
  /**
   * The ranges of its members, from name to end of value. Keys are paths relative to the query, joined with
   * dots: `dataset`, `parameters.startTime`, `expect.complete`, `expect.columns.value`, `export.target`.
   */
  readonly spans: ReadonlyMap<string, TextSpan>;
}
