/** The contracts of a result, in order of delivery. */
export interface ContractsChart {
  kind: 'contracts';
  contracts: ContractRow[];
  /** How many contracts there are; if not all are listed, those with the most events are. */
  total: number;
  /** How many events the listed contracts have. */
  events: number;
}

/** A contract, with its best prices at the last time with an open order, in the area with the most events. */
export interface ContractRow {
  id: string;
  deliveryStart: number;
  deliveryEnd: number;
  /** Exact, as sent; `null` without an open order. */
  buy: string | null;
  sell: string | null;
  /** Best sell minus best buy, exact in every digit. */
  spread: string | null;
  /** The unit of the prices. */
  unit: string;
  events: number;
  /** The time of the last event. */
  last: number;
}
