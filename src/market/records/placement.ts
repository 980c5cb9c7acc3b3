/** How many rows of the responses of a delivery day belong to it. */
export interface Placement {
  /** Rows that have a value and start in the period that was requested. */
  readonly placed: number;
  /** Rows of responses that have no value of the day, but rows outside of it: these are of another day. */
  readonly strays: number;
  /** Rows that have a value, but no start that can be read. */
  readonly unreadable: number;
}
