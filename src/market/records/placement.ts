/** How many rows of a response belong to the period, such as a delivery day, that they're to be stored for. */
export interface Placement {
  /** Rows that start in the period. */
  readonly inside: number;
  /** Those of them that have a value. */
  readonly placed: number;
  /** Rows that start outside of it. */
  readonly outside: number;
  /** Rows that have a value, but no start that can be read. */
  readonly unreadable: number;
}
