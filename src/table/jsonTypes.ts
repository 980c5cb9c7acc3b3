/** The body as a tree, read from the spool file piece by piece. Offsets are bytes of the body. */

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null' | 'broken';

export interface JsonNode {
  /** Field name, or `null` for an element of an array (its place is then `index`). */
  name: string | null;
  index: number;
  kind: JsonKind;
  /** Where the value stands in the body; `end` is exclusive. */
  start: number;
  end: number;
  /** Scalars as the service wrote them, digit by digit; at most 300 characters. Containers in one line of at most 1000. */
  text: string;
  /** True where `text` does not hold all of a scalar. */
  cut: boolean;
}

/** Children `from`..`to` (exclusive) of the container at `start`..`end`; without a range the root itself. */
export interface JsonQuestion {
  start?: number;
  end?: number;
  from?: number;
  to?: number;
}

export interface JsonAnswer {
  nodes: JsonNode[];
  /** Children of the container in all, where that is known without reading to its end. */
  total: number | null;
  /** More children follow after the last node. */
  more: boolean;
}

export interface JsonFindQuestion {
  text: string;
  /** Body offset to search from. */
  after: number;
}

export interface JsonMatch {
  /** Body offset of the match. */
  at: number;
  /** Byte ranges of the values around the match, outermost (the root's child) first, to unfold them. */
  path: JsonNode[];
}

export interface JsonFindAnswer {
  match: JsonMatch | null;
}

/** How often the body contains the text, counted part by part. */
export interface JsonCountQuestion {
  text: string;
  /** Body offset to count from: 0, or `next` of the answer before. */
  from: number;
  /** Body offset of a match, whose number is asked for. */
  at: number;
}

export interface JsonCountAnswer {
  /** Matches in this part. */
  total: number;
  /** Those of them that start at `at` or before. */
  upToMatch: number;
  /** Where the next part starts; `null` at the end of the body. */
  next: number | null;
}
