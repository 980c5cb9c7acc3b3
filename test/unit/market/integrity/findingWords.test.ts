import { expect, it } from 'vitest';
import { undocumentedFindings } from '#src/market/integrity/findings';
import { textWithoutValues } from '#src/market/integrity/findingWords';

it('a field that a record has twice isn’t named where values from the response mustn’t be', () => {
  const misfits = { count: 0, example: '' };
  const findings = undocumentedFindings({ misfits, repeatedFields: { records: 2, example: '41.97' } });
  expect(findings.map(({ text }) => text)).toEqual([
    '2 records have a field twice, such as "41.97"; the last value is used',
  ]);
  expect(findings.map(textWithoutValues)).toEqual(['2 records have a field twice']);
});
