import { expect, it } from 'vitest';
import { finding } from '#src/market/integrity/findings';
import { findingWords, textWithoutValues } from '#src/market/integrity/findingWords';

it('a field that a record has twice isn’t named where values from the response mustn’t be', () => {
  const repeated = finding('repeatedFields', 2, '2 records have a field twice, such as "41.97"');
  expect(textWithoutValues(repeated)).toBe('2 records have a field twice');
});

it('a number that is too large is never called text, nor quoted where values mustn’t be', () => {
  const tooLarge = finding('tooLarge', 1, '1 number in "Value" is too large, such as 1e400');
  expect(textWithoutValues(tooLarge)).toBe('1 number is too large to draw or add up');
  expect(findingWords([tooLarge])).toEqual(['1 number is too large to draw or add up']);
});
