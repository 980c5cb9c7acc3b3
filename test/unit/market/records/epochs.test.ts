import { describe, expect, it } from 'vitest';
import { epochInstant, isEpochTime } from '#src/market/records/epochs';

const created = { key: 'createdTime', type: 'integer' } as const;
const epoch = { key: 'createdTimeEpoch', type: 'integer' } as const;
const [from, to] = [Date.UTC(2000, 0), Date.UTC(2100, 0)];

describe('a number that is a time', () => {
  it.each([
    [created, true],
    [epoch, false],
    [{ key: 'createdTime', type: 'time' }, false],
    [{ key: 'quantity', type: 'integer' }, false],
  ] as const)('is the only time of its record: %j %s', (column, expected) => {
    expect(isEpochTime(column)).toBe(expected);
  });

  it.each([
    [created, from, from],
    [epoch, from, from],
    [epoch, String(from), from],
    [epoch, to - 1, to - 1],
    [epoch, to, null],
    [epoch, from - 1, null],
    // Seconds: not in 1970.
    [epoch, from / 1000, null],
    [epoch, null, null],
    [{ key: 'createdTime', type: 'text' }, from, null],
    [{ key: 'createdTimeEpoch', type: 'number' }, from, null],
    [{ key: 'quantity', type: 'integer' }, from, null],
    [{ key: 'TimeEpochs', type: 'integer' }, from, null],
  ] as const)('is read only if it can be nothing else: %j %s', (column, cell, instant) => {
    expect(epochInstant(cell, column)).toBe(instant);
  });
});
