/** The body as a tree, read from the spool file piece by piece. Offsets are bytes of the body. */

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null' | 'broken';

export interface JsonNode {
  /** Field name, or `null` for an element of an array. */
  name: string | null;
  index: number;
  kind: JsonKind;
  /** Offset of the value in the body; `end` is exclusive. */
  start: number;
  end: number;
  /**
   * Scalars exactly as the service wrote them, at most 300 characters. Containers in one line of at most
   * 1000.
   */
  text: string;
  /** True if `text` is only the beginning of a scalar. */
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
  /** Number of all children of the container, if it's known without reading to its end. */
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
  /**
   * Byte ranges of the values that contain the match, outermost (the root's child) first, so that the view
   * can expand them.
   */
  path: JsonNode[];
}

export interface JsonFindAnswer {
  match: JsonMatch | null;
}

/** How often the body contains the text, counted part by part. */
export interface JsonCountQuestion {
  text: string;
  /** Body offset to count from: 0, or `next` of the previous answer. */
  from: number;
  /** Body offset of a match, whose number is wanted. */
  at: number;
}

export interface JsonCountAnswer {
  /** Matches in this part. */
  total: number;
  /** Matches in this part that start at `at` or before. */
  upToMatch: number;
  /** Offset of the next part; `null` at the end of the body. */
  next: number | null;
}
