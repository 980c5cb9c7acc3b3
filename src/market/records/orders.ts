/**
 * The meaning of an order's texts (docs/api.md, "Meaning of fields"). The values of side, action,
 * state, and time in force are not documented, and services spell them differently: `ACTI`, `Active`,
 * `USER_DELETED`, `UserDeleted`. Unrecognized values are treated as unknown, never guessed.
 */

export type OrderSide = 'buy' | 'sell';

/** The side that a text names, such as `BUY` or `Buy`. */
export function sideOf(text: string): OrderSide | undefined {
  if (/^buy/i.test(text)) return 'buy';
  return /^sell/i.test(text) ? 'sell' : undefined;
}

const standing = new Set(['acti', 'active']);
const resting = new Set(['iact', 'inactive', 'hibe', 'hibernated', 'pending', 'rejected']);
/** Actions that end an order, whatever its state is. */
const removing = /(delete|expire|hibernate)d?$|^full(y)?execut(ion|ed)$/;

const letters = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');

/** Whether an order can still be matched after an event with this action and state. */
export function opennessOf(action: string, state: string): 'stands' | 'gone' | 'unknown' {
  if (removing.test(letters(action)) || resting.has(letters(state))) return 'gone';
  return standing.has(letters(state)) ? 'stands' : 'unknown';
}

/** Immediate or cancel, fill or kill: what isn't matched at once is withdrawn. */
const immediate = new Set(['ioc', 'fok']);

/** Whether an order with this time in force never stays open. */
export const isImmediate = (timeInForce: string): boolean => immediate.has(letters(timeInForce));
