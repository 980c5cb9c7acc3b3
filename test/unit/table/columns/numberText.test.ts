import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NumberText, parseExactly, toJsonText } from '#src/table/columns/numberText';

it('a text next to a number whose digits are kept remains as sent, however it is escaped', () => {
  const body = '{"note":"\\u006eumber:12","value":12.10}';
  expect(parseExactly(body)).toEqual({ note: 'number:12', value: new NumberText('12.10') });
});

it.each(['{1.0:2}', '{1.00 :2}', '{-0\n:2}', '{"a":1,1e5:2}', '{9007199254740993:2}'])(
  'a number instead of a name is rejected, as in JSON: %s',
  (body) => {
    expect(() => parseExactly(body)).toThrow(SyntaxError);
  },
);

it.each([
  ['plain text', 'x'],
  ['escapes', '\\n'],
  ['escaped quotes', '\\"'],
  ['backslashes', '\\\\'],
])('a text of 10 MB of %s is read next to a number whose digits are kept', (_, piece) => {
  const text = piece.repeat(10_000_000 / piece.length);
  const { note, value } = parseExactly(`{"note":"${text}","value":12.10}`) as Record<string, unknown>;
  expect(note).toBe(JSON.parse(`"${text}"`));
  expect(value).toEqual(new NumberText('12.10'));
});

it('any JSON is read as intended, next to a number whose digits are kept', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const read = parseExactly(`[${json},12.10]`) as unknown[];
      expect(toJsonText(read[0])).toBe(JSON.stringify(JSON.parse(json)));
      expect(read[1]).toEqual(new NumberText('12.10'));
    }),
  );
});
