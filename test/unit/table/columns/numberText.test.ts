import { expect, it } from 'vitest';
import { NumberText, parseExactly } from '../../../../src/table/columns/numberText';

it('keeps a text as sent next to a number whose digits are kept, however the text is escaped', () => {
  const body = '{"note":"\\u006eumber:12","value":12.10}';
  expect(parseExactly(body)).toEqual({ note: 'number:12', value: new NumberText('12.10') });
});

it.each(['{1.0:2}', '{1.00 :2}', '{-0\n:2}', '{"a":1,1e5:2}', '{9007199254740993:2}'])(
  'rejects a number instead of a name, as JSON does: %s',
  (body) => {
    expect(() => parseExactly(body)).toThrow(SyntaxError);
  },
);
