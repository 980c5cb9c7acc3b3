import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonText } from '../../table/jsonBodies';
import { prettyJson } from '#view/table/prettyJson';

it('JSON is formatted in the usual way, with every digit as it was sent', () => {
  expect(prettyJson('{"a" :12.10,"b":[1e3,{}],"c":{ },"d": "x, {y}: \\" z"}')).toBe(
    '{\n  "a": 12.10,\n  "b": [\n    1e3,\n    {}\n  ],\n  "c": {},\n  "d": "x, {y}: \\" z"\n}',
  );
});

it('formatted JSON has the same value, and the same text as by JSON.stringify unless digits would be lost', () => {
  fc.assert(
    fc.property(jsonText, (text) => {
      const value: unknown = JSON.parse(text);
      expect(JSON.parse(prettyJson(text))).toEqual(value);
    }),
  );
  const value = { a: [1, [], 'b'], c: { d: null } };
  expect(prettyJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
});

it('incomplete JSON is formatted up to its end', () => {
  expect(prettyJson('{"a":[1,"bro')).toBe('{\n  "a": [\n    1,\n    "bro');
  fc.assert(fc.property(fc.string(), (text) => typeof prettyJson(text) === 'string'));
});
