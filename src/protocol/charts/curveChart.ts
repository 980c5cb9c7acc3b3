export interface ClearingPoint {
  price: number;
  volume: number;
}

/** Where the curves cross once accepted blocks and net flows have moved them to the right. */
interface SettledCrossing {
  /** How much volume each curve is moved by if positive net flows are imports. */
  sellShift: number;
  buyShift: number;
  /** The crossing if positive net flows are imports, which add to supply. */
  ifImports: ClearingPoint | null;
  /** The crossing if they are exports, which add to demand. */
  ifExports: ClearingPoint | null;
}

export interface CurveSide {
  price: Float64Array;
  volume: Float64Array;
}

export interface CurveChart {
  kind: 'curves';
  /** Start and end of every period, interleaved. */
  periods: Float64Array;
  period: number;
  /** As sent, such as `EUR`; empty if it wasn't. */
  currency: string;
  sell: CurveSide;
  buy: CurveSide;
  /** Interpolated crossing of the curves as sent; the published price also considers blocks and flows. */
  crossing: ClearingPoint | null;
  /** The crossing with accepted blocks and net flows; `null` if none of them was sent. */
  settled: SettledCrossing | null;
  minVolume: number | null;
  maxVolume: number | null;
  volumeAcceptedBlocksBuy: number | null;
  volumeAcceptedBlocksSell: number | null;
  volumeNetFlows: number | null;
}
