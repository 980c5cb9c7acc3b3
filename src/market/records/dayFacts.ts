/** Whether the values of a delivery day may still change, as far as their records say so. */
export interface Finality {
  /** Whether a record says that its values are preliminary or official. */
  readonly isStated: boolean;
  /** Values that their record calls preliminary, unless there's an official one of the same series and interval. */
  readonly preliminary: number;
  /** Whether every value has a unit in euros. These aren't preliminary at first. */
  readonly isInEuros: boolean;
}

/** How many rows of the responses of a delivery day belong to it. */
export interface Placement {
  /** Rows that have a value and start in the period that was requested. */
  readonly placed: number;
  /** Rows of responses that have no value of the day, but rows outside of it: these are of another day. */
  readonly strays: number;
  /** Rows that have a value, but no start that can be read. */
  readonly unreadable: number;
}
