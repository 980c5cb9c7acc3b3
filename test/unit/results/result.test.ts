import { describe, expect, it } from 'vitest';
import { findDataset } from '#src/market/datasets/datasets';
import type { OpenedDay } from '#src/protocol/openedRange';
import type { Source } from '#src/protocol/source';
import { keptOf, resultOfKept } from '#src/results/keptResult';
import { furtherPagesOf, newResult, outcomeOf, type Result } from '#src/results/result';
import { openedFile } from './openedFiles';

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

it('data that was serialized twice is quoted without secrets, up to its first number', () => {
  const twice = { kind: 'broken', message: 'It’s a text.' } as const;
  expect(outcomeOf({ ...twice, data: '[{"hunter2":"a","price":41.97}]' }, masked)).toEqual({
    kind: 'unexpectedResponse',
    message: 'It’s a text. [{"…":"a","price":…',
  });
  expect(outcomeOf({ ...twice, data: '[]' }, () => undefined)).toEqual({
    kind: 'unexpectedResponse',
    message: 'It’s a text.',
  });
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

describe('further pages', () => {
  /** A result with 100 records and 2,400 rows, and the headers of its response. */
  function received(headers: Record<string, string>, source?: Source, id = 'dayahead-prices'): Result {
    const result = newResult('one', { dataset: findDataset(id)!, parameters: {} }, 'mine', '', source);
    result.table = { ...result.table, records: 100, rows: 2400 };
    result.request.received = Object.entries(headers).map(([name, value]) => ({ name, value }));
    return result;
  }
  const next = { link: '</x?page=2>; rel="next"' };
  const total = { 'x-total-count': '5000' };
  const some = { records: 100, more: undefined };
  const many = { records: 100, more: 4900 };

  it('are counted as far as the service told their number', () => {
    expect(furtherPagesOf(received(next))).toEqual(some);
    expect(furtherPagesOf(received(total))).toEqual(many);
    expect(furtherPagesOf(received({ ...next, ...total }))).toEqual(many);
    expect(furtherPagesOf(received({ ...next, 'x-total-count': '100' }))).toEqual(some);
  });

  it('aren’t told by the number of records that came, nor by a number of rows', () => {
    expect(furtherPagesOf(received({}))).toBeUndefined();
    expect(furtherPagesOf(received({ 'x-total-count': '100' }))).toBeUndefined();
    expect(furtherPagesOf(received({ 'content-range': 'items 0-99/100' }))).toBeUndefined();
  });

  it('aren’t told by a number if the response is a single object, but by a link', () => {
    expect(furtherPagesOf(received(total, undefined, 'dayahead-curves'))).toBeUndefined();
    expect(furtherPagesOf(received({ ...next, ...total }, undefined, 'dayahead-curves'))).toEqual(some);
  });

  it('are still lacking in a response from the history', () => {
    const kept = keptOf({ ...received(total), by: 'person' }, { kind: 'success' });
    const again = resultOfKept('one', { ...kept, source: { kind: 'history' } });
    expect(furtherPagesOf({ ...again, table: received(total).table })).toEqual(many);
  });

  it('are still lacking in a saved response, also if only some of its rows were saved', () => {
    expect(furtherPagesOf(received({}, openedFile()))).toBeUndefined();
    expect(furtherPagesOf(received({}, openedFile({ furtherRecords: 4900 })))).toEqual(many);
    expect(furtherPagesOf(received({}, openedFile({ furtherRecords: 1 })))).toEqual(some);
    const chosen = openedFile({ furtherRecords: 4900, chosenFrom: 2500 });
    expect(furtherPagesOf(received({}, chosen))).toEqual(some);
  });

  it('are still lacking in a range with a day that lacks them', () => {
    const range = (...findings: OpenedDay['findings']): Source => {
      const day = { day: '2026-03-10', outcome: 'incomplete', rows: 1, bytes: 1, findings } as const;
      return { kind: 'range', uri: '', target: '', from: day.day, to: day.day, days: [day] };
    };
    expect(furtherPagesOf(received({}, range({ kind: 'missing', count: 3 })))).toBeUndefined();
    expect(furtherPagesOf(received({}, range({ kind: 'furtherPages', count: 4900 })))).toEqual(some);
  });
});
