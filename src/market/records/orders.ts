/**
 * What the texts of an order say (docs/api.md, "Meaning of fields"). No values are documented of side,
 * action and state, and services spell them in their own ways: `ACTI`, `Active`, `USER_DELETED`,
 * `UserDeleted`. What is none of the known words is said to be unknown, never guessed.
 */

export type OrderSide = 'buy' | 'sell';

/** The side that a text names: `BUY`, `Buy` or longer. */
export function sideOf(text: string): OrderSide | undefined {
  if (/^buy/i.test(text)) return 'buy';
  return /^sell/i.test(text) ? 'sell' : undefined;
}

const standing = new Set(['acti', 'active']);
const resting = new Set(['iact', 'inactive', 'hibe', 'hibernated', 'pending', 'rejected']);
/** Actions after which no order can stand, whatever its state says. */
const removing = /(delete|expire|hibernate)d?$|^full(y)?execut(ion|ed)$/;

const letters = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');

/** Whether an order can be traded with after an event of this action and state. */
export function standingOf(action: string, state: string): 'stands' | 'gone' | 'unknown' {
  if (removing.test(letters(action)) || resting.has(letters(state))) return 'gone';
  return standing.has(letters(state)) ? 'stands' : 'unknown';
}
