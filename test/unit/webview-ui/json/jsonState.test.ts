import { expect, it } from 'vitest';
import { changeOf, countedWith, foundAt, matchNumber, searchStart } from '#view/json/jsonState';

it('the same text is searched for after its last match, a different text from the beginning', () => {
  expect(searchStart(foundAt('price', 120), 'price')).toBe(121);
  expect(searchStart(foundAt('price', 0), 'price')).toBe(1);
  expect(searchStart(foundAt('price', 120), 'prices')).toBe(0);
  expect(searchStart(foundAt('price'), 'price')).toBe(0);
});

it('a match has no number until everything before it is counted, and the total is final at the end', () => {
  const first = countedWith(foundAt('price', 500), { upToMatch: 3, total: 3, next: 400 });
  expect(matchNumber(first)).toEqual({ number: null, total: 3, isComplete: false });
  const second = countedWith(first, { upToMatch: 1, total: 4, next: 800 });
  expect(matchNumber(second)).toEqual({ number: 4, total: 7, isComplete: false });
  const last = countedWith(second, { upToMatch: 0, total: 2, next: null });
  expect(matchNumber(last)).toEqual({ number: 4, total: 9, isComplete: true });
});

it('matches that were counted to the end are counted again when more has arrived, not twice', () => {
  const ended = countedWith(foundAt('price', 5), { upToMatch: 1, total: 9, next: null });
  const again = countedWith(ended, { upToMatch: 1, total: 12, next: null });
  expect(matchNumber(again)).toEqual({ number: 1, total: 12, isComplete: true });
});

it('the tree is read from the beginning only for another result', () => {
  const shown = { id: 'r1', revision: 3, bytes: 900 };
  expect(changeOf(null, shown)).toBe('another');
  expect(changeOf(shown, { ...shown, id: 'r2' })).toBe('another');
  expect(changeOf(shown, { ...shown, bytes: 1800, revision: 4 })).toBe('grown');
  expect(changeOf(shown, { ...shown, revision: 4 })).toBe('revised');
  expect(changeOf(shown, { ...shown })).toBeNull();
});
