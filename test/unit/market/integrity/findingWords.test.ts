import { expect, it } from 'vitest';
import { flawFindings, undocumentedFindings } from '#src/market/integrity/findings';
import { findingWords, textWithoutValues } from '#src/market/integrity/findingWords';

it('a field that a record has twice isn’t named where values from the response mustn’t be', () => {
  const misfits = { count: 0, example: '' };
  const findings = undocumentedFindings({ misfits, repeatedFields: { records: 2, example: '41.97' } });
  expect(findings.map(({ text }) => text)).toEqual([
    '2 records have a field twice, such as "41.97"; the last value is used',
  ]);
  expect(findings.map(textWithoutValues)).toEqual(['2 records have a field twice']);
});

it('a number that is too large is never called text, nor quoted where values mustn’t be', () => {
  const flaw = {
    kind: 'tooLarge',
    of: 'value',
    title: 'Value',
    count: 1,
    example: '1e400',
    isText: false,
  } as const;
  const findings = flawFindings([flaw]);
  expect(findings.map(({ text }) => text)).toEqual([
    '1 number in "Value" is too large to draw or add up, such as 1e400',
  ]);
  expect(findings.map(textWithoutValues)).toEqual(['1 number is too large to draw or add up']);
  expect(findingWords(findings)).toEqual(['1 number is too large to draw or add up']);
});
