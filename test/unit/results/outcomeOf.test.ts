import { expect, it } from 'vitest';
import { outcomeOf } from '../../../src/results/result';

const masked = (words: string) => words.replace('hunter2', '…') || undefined;
const error = { kind: 'broken', message: "Element 1 isn't a valid series.", words: 'No hunter2' } as const;

it('the words of an error in place of data are quoted, without secrets', () => {
  expect(outcomeOf(error, masked)).toEqual({
    kind: 'unexpectedResponse',
    message: 'No …',
    isQuote: true,
  });
});

it('the words of a response without data are quoted, without secrets', () => {
  expect(outcomeOf({ kind: 'noData', message: 'hunter2?' }, masked)).toEqual({
    kind: 'noData',
    message: '…?',
    isQuote: true,
  });
});

it.each([
  ['the service said nothing', { kind: 'broken', message: error.message } as const, masked],
  ['nothing of it can be shown', error, () => undefined],
])('a broken response is described in our own words if %s', (_, verdict, shown) => {
  expect(outcomeOf(verdict, shown)).toEqual({ kind: 'unexpectedResponse', message: error.message });
});
