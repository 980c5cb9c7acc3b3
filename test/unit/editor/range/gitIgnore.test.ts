import { describe, expect, it } from 'vitest';
import { isIgnored, withIgnored } from '#src/editor/range/gitIgnore';

describe('a folder of fetched data', () => {
  it.each([
    ['market-data/\n', true],
    ['/market-data', true],
    ['node_modules\r\nmarket-data/range\r\n', true],
    ['/market-data/range/', true],
    ['', false],
    ['market\nrange\ndata/market-data', false],
    ['# market-data', false],
    ['market-data/range/dayahead-prices', false],
  ])('is ignored or not with %j in .gitignore: %s', (text, ignored) => {
    expect(isIgnored(text, 'market-data/range')).toBe(ignored);
  });

  it.each(['', 'dist\n', 'dist'])('is added to %j as a separate line, and ignored from then on', (text) => {
    const changed = withIgnored(text, 'market-data/range');
    expect(changed.startsWith(text)).toBe(true);
    expect(changed.endsWith('\n')).toBe(true);
    expect(changed.split('\n').at(-2)).toBe('/market-data/range/');
    expect(isIgnored(changed, 'market-data/range')).toBe(true);
  });
});
