import type { CapacityKey } from './chartQuestion';

/** The last published capacities of a pair of areas for one delivery hour, in both directions. */
export interface CapacityPair extends CapacityKey {
  deliveryEnd: number;
  /** Time of the shown publication, and the number of publications. */
  publicationTime: number;
  publications: number;
  /** From → to. */
  out: number | null;
  /** To → from. */
  in: number | null;
}

export interface CapacityChart {
  kind: 'capacities';
  pairs: CapacityPair[];
  omitted: number;
}
