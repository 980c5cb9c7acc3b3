import { expect, it } from 'vitest';
import { outcomeOf } from '#src/results/result';

const masked = (words: string) => words.replace('hunter2', '…') || undefined;
const error = { kind: 'broken', message: "Element 1 isn't a valid series.", words: 'No hunter2' } as const;

it('the message of an error in place of data is quoted without secrets', () => {
  expect(outcomeOf(error, masked)).toEqual({
    kind: 'unexpectedResponse',
    message: 'No …',
    isQuote: true,
  });
});

it('the message of a response without data is quoted without secrets', () => {
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

it.each([202, 205])('a response with status %i is incomplete, whatever its body contains', (status) => {
  const message = `The service didn't send a complete response (HTTP ${status}).`;
  const incomplete = { kind: 'unexpectedResponse', message };
  const quote = { kind: 'unexpectedResponse', message: 'No …', isQuote: true };
  expect(outcomeOf({ kind: 'records' }, masked, status)).toEqual(incomplete);
  expect(outcomeOf({ kind: 'noData' }, masked, status)).toEqual(incomplete);
  expect(outcomeOf({ kind: 'broken', message: 'Cut.' }, masked, status)).toEqual(incomplete);
  expect(outcomeOf(error, masked, status)).toEqual(quote);
  expect(outcomeOf({ kind: 'noData', message: 'No hunter2' }, masked, status)).toEqual(quote);
});

it('a response that a proxy has changed (HTTP 203) is read like any other', () => {
  expect(outcomeOf({ kind: 'records' }, masked, 203)).toEqual({ kind: 'success' });
  expect(outcomeOf({ kind: 'noData', message: 'None.' }, masked, 203)).toMatchObject({ kind: 'noData' });
});
