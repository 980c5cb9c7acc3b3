import { expect, it } from 'vitest';
import { findingWords, textWithoutValues } from '#src/market/integrity/findingWords';
import { BodyReader } from '#src/table/body/bodyReader';
import { integrityOf } from '#src/table/integrity/integrityOf';
import { atOnce } from '../../table/atOnce';

function findingsOf(body: string) {
  const reader = new BodyReader('hubToHubCapacity', 1e9);
  reader.push(Buffer.from(body));
  reader.end(true);
  return atOnce(integrityOf(reader.table, { start: null, end: null, values: [] }));
}

it('a field that a record has twice isn’t named where values from the response mustn’t be', () => {
  const findings = findingsOf('[{"inCapacity": 1, "41.97": 1, "41.97": 2}]');
  expect(findings.map(({ text }) => text)).toContain(
    '1 record has a field twice, such as "41.97"; the last value is used',
  );
  expect(findings.map(textWithoutValues)).toContain('1 record has a field twice');
});

it('a number that is too large is never called text, nor quoted where values mustn’t be', () => {
  const findings = findingsOf('[{"inCapacity": 1e400}]');
  expect(findings.map(({ text }) => text)).toContain(
    '1 number in "In (to → from)" is too large to draw or add up, such as 1e400',
  );
  const words = '1 number is too large to draw or add up';
  expect(findings.map(textWithoutValues)).toContain(words);
  expect(findingWords(findings)).toContain(words);
});
