import type { Period } from '../../market/time/deliveryDay';
import { hourMs, minuteMs } from '../../market/time/zones';
import { clockHour, dayNumber, isWeekend, winterOf } from './deliveryDays';
import { drift, noise, seedOf } from './seed';

interface AreaProfile {
  /** EUR/MWh; the average around which prices move over the year. */
  readonly level: number;
  /** Relative size of the daily peaks: small where water can be stored. */
  readonly swing: number;
  readonly wind: number;
  readonly sun: number;
  /** Areas with the same weather share their windy days. */
  readonly weather: number;
  readonly seed: number;
}

const north = seedOf('north');
const northSea = seedOf('north sea');
const baltic = seedOf('baltic');
const continent = seedOf('continent');
const fuelSeed = seedOf('fuel');

const profile = (
  code: string,
  level: number,
  swing: number,
  wind: number,
  sun: number,
  weather: number,
): [string, AreaProfile] => [code, { level, swing, wind, sun, weather, seed: seedOf(code) }];

/** Germany in datasets that don't call it `DE-LU`: as a whole, or one of its transmission systems. */
export const germanCodes: readonly string[] = ['GER', '50Hz', 'AMP', 'TTG', 'TBW'];

const profiles = new Map<string, AreaProfile>([
  profile('NO1', 62, 0.35, 0.35, 0.1, northSea),
  profile('NO2', 68, 0.4, 0.85, 0.3, northSea),
  profile('NO3', 31, 0.2, 0.4, 0, north),
  profile('NO4', 19, 0.15, 0.3, 0, north),
  profile('NO5', 58, 0.3, 0.3, 0.1, northSea),
  profile('SE1', 22, 0.3, 0.5, 0, north),
  profile('SE2', 24, 0.3, 0.55, 0, north),
  profile('SE3', 45, 0.5, 0.7, 0.2, baltic),
  profile('SE4', 62, 0.55, 0.85, 0.35, baltic),
  profile('FI', 44, 0.6, 0.9, 0.15, baltic),
  profile('DK1', 78, 0.5, 1.05, 0.6, northSea),
  profile('DK2', 80, 0.5, 0.95, 0.5, northSea),
  profile('EE', 76, 0.6, 0.7, 0.35, baltic),
  profile('LV', 78, 0.6, 0.65, 0.35, baltic),
  profile('LT', 79, 0.6, 0.7, 0.35, baltic),
  profile('AT', 92, 0.45, 0.4, 0.45, continent),
  profile('BE', 86, 0.5, 0.7, 0.6, northSea),
  profile('FR', 70, 0.5, 0.45, 0.5, continent),
  profile('DE-LU', 86, 0.5, 0.95, 0.75, northSea),
  profile('NL', 86, 0.5, 0.9, 0.75, northSea),
  profile('PL', 98, 0.45, 0.55, 0.5, baltic),
  profile('BG', 96, 0.55, 0.3, 0.6, continent),
  profile('TEL', 99, 0.55, 0.4, 0.5, continent),
  profile('IS', 36, 0.1, 0.2, 0, north),
  profile('UK', 93, 0.4, 0.7, 0.2, northSea),
]);

/** Other codes, whose prices are the means of these areas. */
const means = new Map<string, readonly string[]>([
  ...germanCodes.map((code): [string, string[]] => [code, ['DE-LU']]),
  ['PLC', ['PL']],
  ['SYS', ['NO1', 'NO2', 'NO3', 'SE2', 'SE3', 'FI', 'DK1']],
  ['NO', ['NO1', 'NO2', 'NO3', 'NO4', 'NO5']],
  ['SE', ['SE1', 'SE2', 'SE3', 'SE4']],
  ['DK', ['DK1', 'DK2']],
]);

/** What has prices in the day-ahead auction. The UK has its own auctions, and Iceland has none. */
export const dayAheadAreas = [...profiles.keys(), ...means.keys()].filter(
  (area) => area !== 'UK' && area !== 'IS',
);

/** The areas of this account, returned for a request without an area. */
export const subscribedAreas = ['NO1', 'NO2', 'SE2', 'SE3', 'FI', 'DK1', 'DE-LU', 'NL'] as const;

/** Whether the area has prices. */
export function hasPrice(area: string): boolean {
  return profiles.has(area) || means.has(area);
}

const hill = (hour: number, top: number, width: number) => Math.exp(-(((hour - top) / width) ** 2) / 2);

/** Share of the day's swing at an hour of the wall clock: two peaks, and low at night. */
function dayShape(hour: number): number {
  return hill(hour, 8, 1.7) + 1.15 * hill(hour, 18.3, 2) - 0.75 * hill((hour + 12) % 24, 15.2, 2.6);
}

/** Price of one quarter hour in EUR/MWh, not rounded; 0 for an area without prices. */
function quarterHourPrice(area: string, instant: number): number {
  const of = profiles.get(area);
  if (!of) return 0;
  const clock = clockHour(instant);
  const day = dayNumber(instant);
  const winter = winterOf(instant);
  const fuel = 0.8 + 0.4 * drift(fuelSeed, day / 45);
  const level = of.level * fuel * (1 + 0.22 * winter) * (isWeekend(instant) ? 0.82 : 1);
  const wind = drift(of.weather, instant / (31 * hourMs)) ** 2;
  const clear = 0.4 + 0.6 * noise(of.weather, day, 7);
  const sunshine = clear * hill(clock, 13, 2.4) * Math.max(0.05, 0.55 - 0.5 * winter);
  // Within an hour, quarters zigzag: units start and stop on the hour, demand does not.
  const ramp = ((clock % 1) / 0.375 - 1) * 0.06 * Math.cos(clock / 2);
  const own = 0.07 * (noise(of.seed, instant / (15 * minuteMs)) - 0.5);
  const share = 1 + of.swing * dayShape(clock) + ramp + own;
  return level * (share - 1.15 * of.wind * wind - 1.3 * of.sun * sunshine + 0.18 * of.wind);
}

/**
 * Mean price of the area over a period of whole quarter hours, in EUR/MWh with two decimals. For `SYS`, the price in
 * a single market without internal borders.
 */
export function areaPrice(area: string, period: Period): number {
  const { start, end } = period;
  const members = means.get(area);
  if (members) {
    const total = members.reduce((sum, member) => sum + areaPrice(member, period), 0);
    return Math.round((total * 100) / members.length) / 100;
  }
  let sum = 0;
  for (let at = start; at < end; at += 15 * minuteMs) sum += quarterHourPrice(area, at);
  return Math.round((sum * 15 * minuteMs * 100) / (end - start)) / 100;
}
