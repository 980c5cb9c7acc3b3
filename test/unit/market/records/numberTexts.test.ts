import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNumberText, readNumberText } from '#src/market/records/numberTexts';
import { anyCharacter } from '../../anyText';

describe('a text', () => {
  it.each([
    '41.97',
    '-41.97',
    '−41,97',
    '+ 5',
    '.5',
    '1 250',
    '1’250.50',
    '٤١٫٩٧',
    '4.197e1',
    'EUR 41.97',
    'eur41.97',
    '41.97 EUR/MWh',
    '41.97 [EUR/MWh]',
    '41.97 € per MWh',
    'EUR 41.97/MWh',
    '-€41.97',
    '1250 MW',
    '1250MW',
    '250 MWh/h',
    '12 %',
    'kr. 12',
    'price=41.97',
    'price = EUR -41.97',
    'max_price=1e3 MW',
  ])('"%s" is a number', (text) => {
    expect(isNumberText(text)).toBe(true);
  });

  it.each([
    'Off-peak 1',
    'P60MIN',
    'PT15M',
    '60 min',
    'NO1',
    'DE-LU',
    'AR1',
    'W1',
    'zone=NO1',
    'EUR',
    'MW',
    'Q1 2026',
    'a 1 b',
  ])('"%s" is words', (text) => {
    expect(isNumberText(text)).toBe(false);
  });

  it('is split into the number and the words around it', () => {
    expect(readNumberText('price = EUR -41.97/MWh ')).toEqual({
      before: 'price = EUR ',
      number: '-41.97',
      after: '/MWh ',
    });
    expect(readNumberText('-€ 5')).toEqual({ before: '€ ', number: '-5', after: '' });
    expect(readNumberText('2026-03-29')).toBeUndefined();
  });

  it('of any characters is split without losing one', () => {
    const part = fc.oneof(fc.constantFrom('EUR', 'MW', '=', ' ', '1', '.', '-', '/', 'e'), anyCharacter);
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const found = readNumberText(text);
        if (found) expect([...Object.values(found).join('')].sort()).toEqual([...text].sort());
      }),
    );
  });

  it.each([
    '1'.repeat(100_000),
    '1 '.repeat(50_000),
    ' '.repeat(100_000),
    `1${' '.repeat(100_000)}`,
    `EUR${' '.repeat(100_000)}`,
    `-${' '.repeat(100_000)}`,
    `${'1'.repeat(50_000)}/${' '.repeat(50_000)}`,
    `a=${' '.repeat(100_000)}`,
    'a='.repeat(50_000),
    'EUR '.repeat(25_000),
  ])('that is very long is read in one pass (%#)', (text) => {
    expect(typeof isNumberText(`${text}x`)).toBe('boolean');
  });
});
