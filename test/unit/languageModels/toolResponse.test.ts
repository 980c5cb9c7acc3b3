import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mostCharacters, quotedWords, responseText, type Described } from '#src/languageModels/toolResponse';
import { isRecord } from '#src/text/parsedJson';
import { anyCharacter } from '../anyText';

/** Anything that a tool could put in a response, with texts from a service. */
const told: fc.Arbitrary<Record<string, Described>> = fc.dictionary(
  fc.string({ maxLength: 30 }),
  fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 3000 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(fc.dictionary(fc.string({ maxLength: 10 }), fc.string({ unit: anyCharacter, maxLength: 200 })), {
      maxLength: 300,
    }),
    fc.array(fc.array(fc.string({ maxLength: 50 }), { maxLength: 50 }), { maxLength: 60 }),
  ),
  { maxKeys: 40 },
);

test('a tool response is one JSON text within the limit, whatever it contains', () => {
  fc.assert(
    fc.property(told, (response) => {
      const text = responseText(response);
      expect(text.length).toBeLessThanOrEqual(mostCharacters);
      expect(isRecord(JSON.parse(text))).toBe(true);
      expect(text.isWellFormed()).toBe(true);
    }),
  );
});

test('a shortened list says how many entries were left out', () => {
  const series = Array.from({ length: 500 }, (_, index) => ({ asSent: `series ${index}`.repeat(4) }));
  const read = JSON.parse(responseText({ series })) as { series: unknown[]; seriesLeftOut: number };
  expect(read.series.length).toBeGreaterThan(10);
  expect(read.series.length + read.seriesLeftOut).toBe(500);
});

test('a tool response that fits is complete', () => {
  const response = { a: [1, 2, 3], b: { c: 'words' } };
  expect(JSON.parse(responseText(response))).toEqual(response);
});

test("half characters, line breaks, and marks that hide text aren't passed on", () => {
  expect(quotedWords('a\ud800b\u202e\nc')).toBe('a\ufffdb c');
  expect(quotedWords('x'.repeat(1000))).toHaveLength(400);
});
