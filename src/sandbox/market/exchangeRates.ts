import { addDays } from '../../market/time/deliveryDay';
import { atWallTime, dayNumber, isWeekend, publicationOf } from './deliveryDays';
import { drift, seedOf } from './seed';

/** Units of the currency per euro; rates drift around these. */
const usualRates: ReadonlyMap<string, number> = new Map([
  ['NOK', 11.6],
  ['SEK', 11.1],
  ['DKK', 7.46],
  ['GBP', 0.86],
]);

/** The Danish krone is tied to the euro; the others move by a few percent. */
const movement: ReadonlyMap<string, number> = new Map([
  ['DKK', 0.001],
  ['GBP', 0.03],
]);

/** Every currency that the service supports. */
export const currencies = ['EUR', ...usualRates.keys()];

/** Rates are fixed only on banking days, in the afternoon. Here, every weekday is a banking day. */
function isBankingDay(day: string): boolean {
  return !isWeekend(atWallTime(day, 12));
}

/**
 * The banking day whose rate is used for the delivery day's official prices: the day of the auction, or the
 * next banking day after it.
 */
function fixingDay(day: string): string {
  let fixing = addDays(day, -1);
  while (!isBankingDay(fixing)) fixing = addDays(fixing, 1);
  return fixing;
}

/** The last banking day before the auction, whose rate is used for preliminary prices. */
function previousFixing(day: string): string {
  let fixing = addDays(day, -2);
  while (!isBankingDay(fixing)) fixing = addDays(fixing, -1);
  return fixing;
}

function rateOn(currency: string, day: string): number {
  const usual = usualRates.get(currency);
  if (usual === undefined) return 1;
  const position = dayNumber(atWallTime(day, 12)) / 9;
  const moved = (drift(seedOf(currency), position) - 0.5) * 2 * (movement.get(currency) ?? 0.04);
  return Math.round(usual * (1 + moved) * 10_000) / 10_000;
}

/**
 * When the delivery day's prices in this currency become official. Prices in euro need no rate and are
 * official when they are published.
 */
export function officialFrom(day: string, currency: string): number {
  return currency === 'EUR' ? publicationOf(day) : atWallTime(fixingDay(day), 14, 30);
}

/** Units of the currency per euro: at the day's own rate (official) or at the previous one (preliminary). */
export function exchangeRate(currency: string, day: string, status: 'P' | 'O'): number {
  return rateOn(currency, status === 'O' ? fixingDay(day) : previousFixing(day));
}
