import type { Period } from '../../market/time/deliveryDay';
import { minuteMs } from '../../market/time/zones';
import { areaPrice } from './areaPrices';
import type { SampleRequest } from './sampleRequest';
import { noise, seedOf } from './seed';

/** A connection for power between two areas. */
export interface Border {
  readonly from: string;
  readonly to: string;
  /** Name of a cable, if several join the same two areas; each has its own flow. */
  readonly name?: string;
  /** In MW, the same in both directions. */
  readonly capacity: number;
}

const border = (from: string, to: string, capacity: number): Border => ({ from, to, capacity });

/** Borders between day-ahead areas. */
export const borders: readonly Border[] = [
  border('NO1', 'NO2', 3500),
  border('NO1', 'NO3', 500),
  border('NO1', 'NO5', 3900),
  border('NO1', 'SE3', 2145),
  border('NO2', 'NO5', 600),
  border('NO2', 'DK1', 1632),
  border('NO2', 'DE-LU', 1400),
  border('NO2', 'NL', 700),
  border('NO3', 'NO4', 1200),
  border('NO3', 'NO5', 800),
  border('NO3', 'SE2', 1000),
  border('NO4', 'SE1', 700),
  border('SE1', 'SE2', 3300),
  border('SE1', 'FI', 1500),
  border('SE2', 'SE3', 7300),
  border('SE3', 'SE4', 5600),
  border('SE3', 'FI', 1200),
  border('SE3', 'DK1', 715),
  border('SE4', 'DK2', 1700),
  border('SE4', 'DE-LU', 615),
  border('SE4', 'PL', 600),
  border('SE4', 'LT', 700),
  border('FI', 'EE', 1016),
  border('EE', 'LV', 1000),
  border('LV', 'LT', 1200),
  border('LT', 'PL', 500),
  border('DK1', 'DK2', 600),
  border('DK1', 'DE-LU', 2500),
  border('DK1', 'NL', 700),
  border('DK2', 'DE-LU', 585),
  border('DE-LU', 'NL', 3500),
  border('DE-LU', 'BE', 1000),
  border('DE-LU', 'FR', 3000),
  border('DE-LU', 'AT', 4900),
  border('DE-LU', 'PL', 2500),
  border('NL', 'BE', 2400),
  border('BE', 'FR', 2800),
];

/** The border in the other direction: outflow becomes inflow. */
const reversed = <One extends Border>(one: One): One => ({ ...one, from: one.to, to: one.from });

/**
 * The borders that a request selects, oriented in its direction. Without an area, all borders are selected.
 */
export function selectBorders<One extends Border>(
  all: readonly One[],
  { deliveryareafrom: from, deliveryareato: to }: SampleRequest,
  areas: readonly string[] | undefined,
): One[] {
  return all
    .filter((one) => !areas || areas.includes(one.from) || areas.includes(one.to))
    .flatMap((one) => [one, reversed(one)].slice(0, from === undefined && to === undefined ? 1 : 2))
    .filter((one) => (from ?? one.from) === one.from && (to ?? one.to) === one.to);
}

/**
 * Flow in MW from `from` to `to`, negative in the other direction, not rounded. Power flows to the area with
 * the higher price, up to the border's capacity.
 */
export function flowOver({ from, to, name, capacity }: Border, period: Period): number {
  const [first, second] = from < to ? [from, to] : [to, from];
  const spread = areaPrice(second, period) - areaPrice(first, period);
  const seed = seedOf(name ?? first + second);
  const unrest = 0.3 * (noise(seed, period.start / (15 * minuteMs)) - 0.5);
  const flow = capacity * Math.max(-1, Math.min(1, Math.tanh(spread / 18) + unrest));
  return from < to ? flow : -flow;
}
