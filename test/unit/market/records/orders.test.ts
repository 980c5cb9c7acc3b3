import { describe, expect, it } from 'vitest';
import { isImmediate, opennessOf, sideOf } from '#src/market/records/orders';

describe('the side of an order', () => {
  it.each([
    ['BUY', 'buy'],
    ['Buy', 'buy'],
    ['sell', 'sell'],
    ['SELL_SIDE', 'sell'],
    ['B', undefined],
    ['Rebuy', undefined],
    ['Resell', undefined],
    ['', undefined],
  ])('is never guessed: %j is %s', (text, side) => {
    expect(sideOf(text)).toBe(side);
  });
});

describe('an order in the order book', () => {
  it.each([
    ['UserAdded', 'ACTI', 'stands'],
    ['USER_ADDED', 'Active', 'stands'],
    ['PartialExecution', 'ACTI', 'stands'],
    ['SystemModified', 'active', 'stands'],
    // An action that was not carried out leaves the order as it was.
    ['DeleteRejected', 'ACTI', 'stands'],
    ['FullExecutionPending', 'ACTI', 'stands'],
    ['NotFullyExecuted', 'ACTI', 'stands'],
    ['USER_DELETED', 'ACTI', 'gone'],
    ['SystemDelete', 'Active', 'gone'],
    ['Expired', 'ACTI', 'gone'],
    ['EXPIRE', 'ACTI', 'gone'],
    ['UserHibernated', 'ACTI', 'gone'],
    ['FullExecution', 'ACTI', 'gone'],
    ['FULLY_EXECUTED', 'ACTI', 'gone'],
    ['UserAdded', 'IACT', 'gone'],
    ['UserAdded', 'Inactive', 'gone'],
    ['UserAdded', 'HIBE', 'gone'],
    ['UserAdded', 'Hibernated', 'gone'],
    ['UserAdded', 'PENDING', 'gone'],
    ['UserAdded', 'Rejected', 'gone'],
    ['', 'active', 'stands'],
    ['UserDeleted', '', 'gone'],
    ['UserAdded', 'Q', 'unknown'],
    ['USER_ADDED', 'ACTIVATING', 'unknown'],
    ['USER_ADDED', '', 'unknown'],
    ['', '', 'unknown'],
  ])('after %j in state %j %s', (action, state, standing) => {
    expect(opennessOf(action, state)).toBe(standing);
  });
});

describe('an order that is matched at once or withdrawn', () => {
  it.each([
    ['IOC', true],
    ['fok', true],
    ['GTD', false],
    ['GFS', false],
    ['', false],
  ])('is told by its time in force: %j is %s', (timeInForce, expected) => {
    expect(isImmediate(timeInForce)).toBe(expected);
  });
});
