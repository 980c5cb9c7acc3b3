import type { Dataset } from '../market/datasets/dataset';
import type { ExportFormat } from '../exports/formats';
import type { OutcomeKind } from '../request/outcome';

/** A part of a text: UTF-16 code units from its beginning, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What is wrong in a query file, and where. */
export interface FileProblem extends Span {
  readonly message: string;
  /** It's a problem of JSON itself, which every editor of JSON reports. */
  readonly isSyntax?: true;
  /** The schema of query files rejects it as well. */
  readonly isShape?: true;
}

/** Queries that a team keeps in its repository. Public API: the file's format, version 1. */
export interface QueryFile {
  /** The IANA time zone, or `UTC`, in which days and bare times are read; never the person's setting. */
  readonly timeZone: string;
  /** The name of the connection of queries that name none; without it, the selected connection. */
  readonly connection?: string;
  /** The value of a `$schema` that isn't on this machine. Nothing here uses it, but the editor may (`isRemoteSchema`). */
  readonly remoteSchema?: Span;
  /** In the order of the file. */
  readonly queries: readonly FileQuery[];
  /** Of the file itself, outside its queries. If there is one, no query can run. */
  readonly problems: readonly FileProblem[];
}

/** One query of a file, as far as it can be read. */
export interface FileQuery {
  readonly name: string;
  /** From the name to the end of the value. */
  readonly span: Span;
  /** The name, with its quotation marks. */
  readonly nameSpan: Span;
  readonly description?: string;
  /** Omitted if it's missing or unknown. */
  readonly dataset?: Dataset;
  /** As written: a day stays `today`. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The query's own or the file's. */
  readonly connection?: string;
  readonly expect?: Expectation;
  readonly export?: FileExport;
  /** If there is one, this query can't run. */
  readonly problems: readonly FileProblem[];
  /**
   * Where its members are, from name to end of value, by their paths below the query, joined with dots: `dataset`,
   * `parameters.startTime`, `expect.complete`, `expect.columns.value`, `export.target`.
   */
  readonly spans: ReadonlyMap<string, Span>;
}

/** What a query's response is expected to be. Public API: the member `expect` of a query. */
export interface Expectation {
  /** Defaults to `success` where anything is expected. */
  readonly outcome: OutcomeKind;
  readonly complete?: true;
  readonly records?: number | Bounds;
  readonly rows?: number | Bounds;
  /** By column key. */
  readonly columns?: Readonly<Record<string, ColumnExpectation>>;
  /** `v1:sha256:` and 64 lower-case hexadecimal digits. */
  readonly fingerprint?: string;
}

/** Both bounds are inclusive; a missing one doesn't limit. */
export interface Bounds {
  readonly '>='?: number;
  readonly '<='?: number;
}

/** What every value of a column is expected to be. Without `notNull`, a missing value meets the rest. */
export interface ColumnExpectation extends Bounds {
  readonly notNull?: boolean;
  readonly in?: readonly (string | number | boolean | null)[];
}

/** How a query's response is exported: the members of `marketData.result.export` except `result`. */
export interface FileExport {
  readonly format: ExportFormat;
  /** Relative to the file's workspace folder. */
  readonly target?: string;
  readonly rows?: unknown;
  readonly provenance?: boolean;
  readonly formulaGuard?: boolean;
  readonly incomplete?: 'allow';
  readonly overwrite?: boolean;
}
