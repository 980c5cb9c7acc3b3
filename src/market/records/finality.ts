/** Whether the values of a delivery day may still change, as far as their records say so. */
export interface Finality {
  /** Whether a record says that its values are preliminary or official. */
  readonly isStated: boolean;
  /** Values that their record calls preliminary, unless there's an official one of the same series and interval. */
  readonly preliminary: number;
  /** Whether every value has a unit in euros. These aren't preliminary at first. */
  readonly isInEuros: boolean;
}
