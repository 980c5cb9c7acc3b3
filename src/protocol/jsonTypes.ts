/** The body as a tree, read from the spool file piece by piece. Offsets are bytes of the body. */
import * as v from 'valibot';
import { index, searched } from './rowsQuestion';

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
export const jsonShape = v.object({
  from: v.exactOptional(index),
  to: v.exactOptional(index),
  start: v.exactOptional(index),
  end: v.exactOptional(index),
});
export type JsonQuestion = v.InferOutput<typeof jsonShape>;

export interface JsonAnswer {
  nodes: JsonNode[];
  /** Number of all children of the container, if it's known without reading to its end. */
  total: number | null;
  /** More children follow after the last node. */
  more: boolean;
}

export const jsonFindShape = v.object({
  text: searched,
  /** Body offset to search from. */
  after: index,
});
export type JsonFindQuestion = v.InferOutput<typeof jsonFindShape>;

export interface JsonFindAnswer {
  /**
   * The body offset of the match, and the byte ranges of the values that contain it, outermost (the root's child)
   * first, so that the view can expand them.
   */
  match: { at: number; path: JsonNode[] } | null;
}

/** The path of the value that starts at this body offset. */
export const jsonPathShape = v.object({ at: index });
export type JsonPathQuestion = v.InferOutput<typeof jsonPathShape>;

export interface JsonPathAnswer {
  /** A JSONPath of RFC 9535 such as `$[3].areas[0].price`. */
  path: string;
}

/** The value at such a path. */
export const jsonAtShape = v.object({ path: searched });
export type JsonAtQuestion = v.InferOutput<typeof jsonAtShape>;

export interface JsonAtAnswer {
  /** The values on the way to it, as in `JsonFindAnswer`; none for the root. */
  path: JsonNode[];
}

/** How often the body contains the text, counted part by part. */
export const jsonCountShape = v.object({
  text: searched,
  /** Body offset to count from: 0, or `next` of the previous answer. */
  from: index,
  /** Body offset of a match, whose number is wanted. */
  at: index,
});
export type JsonCountQuestion = v.InferOutput<typeof jsonCountShape>;

export interface JsonCountAnswer {
  /** Matches in this part. */
  total: number;
  /** Matches in this part that start at `at` or before. */
  upToMatch: number;
  /** Offset of the next part; `null` at the end of the body. */
  next: number | null;
}
