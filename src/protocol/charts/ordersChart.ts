import type { ContractKey } from './chartQuestion';

/**
 * Order events in the visible time, one per row: as single points if there are few, otherwise counted in
 * cells.
 */
export interface OrdersChart {
  kind: 'orders';
  /** Extent in time of all events. */
  from: number;
  to: number;
  unit: string;
  /** The requested time, and the price range of its events, which includes outliers only on request. */
  shown: { from: number; to: number; low: number; high: number };
  /**
   * Visible events of each side, whatever their price, and how many of these have a price that isn't shown.
   * Then the events that can't be drawn: visible ones without a price or without a known side, and all
   * without a time. Each event is counted once, except that outlying ones are also counted by side.
   */
  counts: EventCounts & { outlying: number };
  orders:
    | { detail: 'each'; buy: OrderPoints; sell: OrderPoints }
    /** The shown range, divided into columns and rows of equal size. */
    | { detail: 'cells'; columns: number; rows: number; buy: OrderCells; sell: OrderCells };
  /** The contract that the events are of; `null` for all contracts. */
  contract: ContractKey | null;
}

export interface EventCounts {
  buy: number;
  sell: number;
  withoutPrice: number;
  withoutSide: number;
  withoutTime: number;
}

export interface OrderPoints {
  time: Float64Array;
  price: Float64Array;
}

/** The cells that contain events: their column from the left, and their row from the lowest price up. */
export interface OrderCells {
  column: Uint16Array;
  row: Uint16Array;
  count: Uint32Array;
  /** Lowest and highest price of the events in the cell. */
  lowest: Float64Array;
  highest: Float64Array;
}
