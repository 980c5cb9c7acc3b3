/** What a file has that isn't read, by Parquet's name for it. */
export type Unread =
  | { readonly kind: 'compression' | 'encoding'; readonly name: string }
  /** A type that the table's column can't have, and one that it can have. */
  | { readonly kind: 'type'; readonly name: string; readonly column: string; readonly instead: string };

/** The file is as the format says, but has something that isn't read. */
export class Unsupported extends Error {
  constructor(readonly what: Unread) {
    super(what.name);
  }
}
