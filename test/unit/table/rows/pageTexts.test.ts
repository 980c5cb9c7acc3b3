import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fittedRows } from '#src/table/rows/pageTexts';
import { mostPageCharacters, type Cell } from '#src/protocol/tableTypes';

describe('the texts of a page', () => {
  it('are whole as long as they fit together', () => {
    const rows: Cell[][] = [['x'.repeat(mostPageCharacters - 1), 'y', 1, null, true]];
    expect(fittedRows(rows)).toEqual({ rows });
  });

  it('fit into a message whatever their lengths, and only the longest are cut', () => {
    const length = fc.oneof(fc.nat(50), fc.nat(2_000_000));
    fc.assert(
      fc.property(fc.array(fc.array(length, { maxLength: 5 }), { maxLength: 5 }), (lengths) => {
        const rows = lengths.map((cells) => cells.map((each) => 'x'.repeat(each)));
        const fitted = fittedRows(rows);
        const limit = fitted.longest ?? Infinity;
        const texts = fitted.rows.flat().map(String);
        const sum = texts.reduce((all, text) => all + Math.min(text.length, limit), 0);
        expect(sum).toBeLessThanOrEqual(mostPageCharacters);
        rows.flat().forEach((text, at) => {
          const isKept = texts[at] === text;
          expect(isKept).toBe(text.length <= limit);
          if (!isKept) expect(texts[at]?.length).toBe(limit + 1);
        });
      }),
      { numRuns: 30 },
    );
  });
});
