/** The points of one curve, each a volume and a price with the same index. Units are as sent. */
export interface CurvePoints {
  readonly price: ArrayLike<number>;
  readonly volume: ArrayLike<number>;
}

export interface ClearingPoint {
  price: number;
  volume: number;
}

/** A curve by ascending volume. Where it is vertical, the price jumps from `before` to `after`. */
interface Curve {
  volume: number[];
  before: number[];
  after: number[];
}

function curveOf({ price, volume }: CurvePoints, rising: boolean): Curve {
  const indices = Array.from(volume, (_, at) => at)
    .filter((at) => Number.isFinite(price[at]) && Number.isFinite(volume[at]))
    .sort((a, b) => (volume[a] ?? 0) - (volume[b] ?? 0));
  const curve: Curve = { volume: [], before: [], after: [] };
  const [lower, upper] = rising ? [curve.before, curve.after] : [curve.after, curve.before];
  for (const at of indices) {
    const [p, v] = [price[at] ?? 0, volume[at] ?? 0];
    const last = curve.volume.length - 1;
    if (curve.volume[last] === v) {
      lower[last] = Math.min(lower[last] ?? p, p);
      upper[last] = Math.max(upper[last] ?? p, p);
    } else {
      curve.volume.push(v);
      lower.push(p);
      upper.push(p);
    }
  }
  return curve;
}

/** The number at this share of the way, never beyond either end: between equal numbers, rounding could leave them. */
function between(from: number, to: number, share: number): number {
  const number = from * (1 - share) + to * share;
  return Math.min(Math.max(number, Math.min(from, to)), Math.max(from, to));
}

/** Prices just before and just after each of the ascending volumes, all of which are within the curve. */
function pricesAt({ volume, before, after }: Curve, asked: readonly number[]) {
  let next = 0;
  return asked.map((v) => {
    while ((volume[next] ?? v) < v) next += 1;
    if (volume[next] === v) return { before: before[next] ?? 0, after: after[next] ?? 0 };
    const [from, to] = [after[next - 1] ?? 0, before[next] ?? 0];
    const [left, right] = [volume[next - 1] ?? v, volume[next] ?? v];
    const price = between(from, to, (v - left) / (right - left));
    return { before: price, after: price };
  });
}

/**
 * The point where supply meets demand. The curves are piecewise linear: supply rises and demand
 * falls with volume. Points can be in any order and can repeat. `null` if the curves don't meet
 * within the volumes that both cover. If they share a horizontal segment, the largest volume is
 * used; if they share a vertical segment, the middle price.
 */
export function crossing(sell: CurvePoints, buy: CurvePoints): ClearingPoint | null {
  const [supply, demand] = [curveOf(sell, true), curveOf(buy, false)];
  const from = Math.max(supply.volume[0] ?? Infinity, demand.volume[0] ?? Infinity);
  const to = Math.min(supply.volume.at(-1) ?? -Infinity, demand.volume.at(-1) ?? -Infinity);
  const volumes = [...new Set([...supply.volume, ...demand.volume])]
    .filter((v) => v >= from && v <= to)
    .sort((a, b) => a - b);
  const [asks, bids] = [pricesAt(supply, volumes), pricesAt(demand, volumes)];
  let met: ClearingPoint | null = null;
  for (const [at, volume] of volumes.entries()) {
    const [ask, bid] = [asks[at], bids[at]];
    const [lastAsk, lastBid] = [asks[at - 1], bids[at - 1]];
    if (!ask || !bid) break;
    if (lastAsk && lastBid && ask.before > bid.before) {
      const open = lastBid.after - lastAsk.after;
      const share = open / (open + ask.before - bid.before);
      const left = volumes[at - 1] ?? volume;
      return {
        price: between(lastAsk.after, ask.before, share),
        volume: between(left, volume, share),
      };
    }
    const [low, high] = [Math.max(ask.before, bid.after), Math.min(ask.after, bid.before)];
    if (low <= high) met = { price: low / 2 + high / 2, volume };
    if (ask.after > bid.after) break;
  }
  return met;
}

/**
 * Volumes of a period that the curves don't include, as sent (PriceCurveDto); `null` if they
 * weren't sent.
 */
export interface OffCurveVolumes {
  readonly volumeAcceptedBlocksBuy: number | null;
  readonly volumeAcceptedBlocksSell: number | null;
  readonly volumeNetFlows: number | null;
}

/**
 * The point where the curves meet once accepted blocks and net flows are included: volumes sold at
 * any price move supply to the right, and volumes bought at any price move demand. The direction of
 * positive net flows is not documented, so both are calculated. `null` if no such volume was sent.
 */
export function settledCrossing(sell: CurvePoints, buy: CurvePoints, volumes: OffCurveVolumes) {
  const { volumeAcceptedBlocksBuy, volumeAcceptedBlocksSell, volumeNetFlows } = volumes;
  const known = volumeAcceptedBlocksBuy ?? volumeAcceptedBlocksSell ?? volumeNetFlows;
  if (known === null) return null;
  const [blocksBuy, blocksSell] = [volumeAcceptedBlocksBuy ?? 0, volumeAcceptedBlocksSell ?? 0];
  const flows = volumeNetFlows ?? 0;
  const sellShift = blocksSell + flows;
  return {
    /** How much volume each curve is moved by if positive net flows are imports. */
    sellShift,
    buyShift: blocksBuy,
    /** The crossing if they are imports, which add to supply, and if they are exports, which add to demand. */
    ifImports: crossing(moved(sell, sellShift), moved(buy, blocksBuy)),
    ifExports: crossing(moved(sell, blocksSell), moved(buy, blocksBuy + flows)),
  };
}
export type SettledCrossing = NonNullable<ReturnType<typeof settledCrossing>>;

const moved = ({ price, volume }: CurvePoints, by: number): CurvePoints => ({
  price,
  volume: Array.from(volume, (v) => v + by),
});
