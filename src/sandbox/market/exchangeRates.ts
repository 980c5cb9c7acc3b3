import { addDays } from '../../market/time/deliveryDay';
import { atWallTime, dayNumber, isWeekend, publicationOf } from './deliveryDays';
import { drift, seedOf } from './seed';

/**
 * Units of the currency per euro, around which rates drift, and how far they move. The Danish krone is tied to the
 * euro; the others move by a few percent.
 */
const usualRates: ReadonlyMap<string, readonly [rate: number, movement: number]> = new Map([
  ['NOK', [11.6, 0.04]],
  ['SEK', [11.1, 0.04]],
  ['DKK', [7.46, 0.001]],
  ['GBP', [0.86, 0.03]],
]);

/** Every currency that the service supports. */
export const currencies = ['EUR', ...usualRates.keys()];

/** Rates are fixed only on banking days, in the afternoon. Here, every weekday is a banking day. */
function isBankingDay(day: string): boolean {
  return !isWeekend(atWallTime(day, 12));
}

/** The first banking day from this day on, or back. */
function bankingDay(day: string, step: 1 | -1): string {
  return isBankingDay(day) ? day : bankingDay(addDays(day, step), step);
}

/**
 * The banking day whose rate is used for the delivery day's official prices: the day of the auction, or the
 * next banking day after it.
 */
const fixingDay = (day: string) => bankingDay(addDays(day, -1), 1);

/** The last banking day before the auction, whose rate is used for preliminary prices. */
const previousFixing = (day: string) => bankingDay(addDays(day, -2), -1);

function rateOn(currency: string, day: string): number {
  const [usual, movement] = usualRates.get(currency) ?? [];
  if (usual === undefined || movement === undefined) return 1;
  const position = dayNumber(atWallTime(day, 12)) / 9;
  const moved = (drift(seedOf(currency), position) - 0.5) * 2 * movement;
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
