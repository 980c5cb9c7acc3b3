import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blanksBefore, lineNumbers } from '#src/queryFiles/edit/positions';
import { propertyRuns } from '../../propertyRuns';

describe('lines of a text', () => {
  it('end as in the editor, and not between the two characters of one line break', () => {
    const lineOf = lineNumbers('a\nb\r\nc\rd');
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map(lineOf)).toEqual([1, 1, 2, 2, 2, 3, 3, 4, 4]);
    expect(lineNumbers('')(0)).toBe(1);
    expect(lineNumbers('\n')(1)).toBe(2);
  });

  it('are the same as if counted from the beginning', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '\n', '\r', '\r\n', '\u2028')), (parts) => {
        const lineOf = lineNumbers(parts.join(''));
        let [line, offset] = [1, 0];
        let before = '';
        for (const part of parts) {
          // After `\r`, `\n` belongs to the same line break.
          const isJoined = before.endsWith('\r') && part.startsWith('\n');
          if (isJoined) line -= 1;
          expect(lineOf(offset)).toBe(line);
          offset += part.length;
          if (/[\r\n]/.test(part)) line += 1;
          before = part;
        }
        expect(lineOf(offset)).toBe(line);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  // Reading the text again for each offset would take minutes.
  it('are found for every offset of the longest file at once', { timeout: 5000 }, () => {
    const text = '\n'.repeat(200_000);
    const lineOf = lineNumbers(text);
    let sum = 0;
    for (let offset = 0; offset < text.length; offset += 1) sum += lineOf(offset) - offset;
    expect(sum).toBe(text.length);
  });
});

describe('blanks before an offset', () => {
  it('are spaces and tabs, and no line break', () => {
    expect(blanksBefore('a \t \tb', 5)).toBe(4);
    expect(blanksBefore('a\n \tb', 4)).toBe(2);
    expect(blanksBefore('  ', 2)).toBe(2);
    expect(blanksBefore('', 0)).toBe(0);
  });
});
