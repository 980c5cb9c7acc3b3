import type { ContractKey } from './chartQuestion';

/** The orders of one contract and delivery area that are open at one time, added up by price. */
export interface DepthChart {
  kind: 'depth';
  contract: ContractKey;
  /** Delivery areas of the contract's orders, the one with the most events first; empty text for no area. */
  areas: string[];
  area: string;
  /** Times at which orders changed, ascending, at most 10,000; the last one is always included. */
  times: Float64Array;
  /** The shown time, and the time of the last event until then; NaN if there is none. */
  at: number;
  last: number;
  priceUnit: string;
  quantityUnit: string;
  buy: DepthSide;
  sell: DepthSide;
  /** Orders that are or may be open but couldn't be added up, and those that aren't open although no event ended them. */
  leftOut: LeftOut[];
}

/** Prices from the best one on, at most 20,000, and the quantity available at that price or a better one. */
export interface DepthSide {
  price: Float64Array;
  quantity: Float64Array;
  orders: number;
}

/** How many orders were left out for one reason, such as an unknown state or a different unit. */
export interface LeftOut {
  why: 'event' | 'immediate' | 'expired' | 'state' | 'side' | 'unit' | 'price' | 'quantity' | 'far';
  /** The unknown or different text, or the time in force; empty if none was sent. */
  text: string;
  orders: number;
}
