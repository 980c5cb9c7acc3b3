import { describe, expect, it } from 'vitest';
import { contentEncoding, contentLength, isHeaderValue, statedCharset } from '#src/service/http/headers';

const header = (name: string, value: string) => [
  { name: 'date', value: 'today' },
  { name, value },
];

describe('the encoding of a body', () => {
  it.each([
    ['Content-Encoding', 'gzip', 'gzip'],
    ['content-encoding', ' GZIP ', 'gzip'],
    ['content-encoding', 'x-gzip', 'gzip'],
    ['content-encoding', 'br', 'br'],
    ['content-encoding', '', 'identity'],
    ['content-encoding', 'identity', 'identity'],
    ['content-encoding', 'utf-8', 'identity'],
    ['content-encoding', 'ISO-8859-1', 'identity'],
    ['content-encoding', 'identity, gzip', 'gzip'],
    ['content-encoding', 'UTF8, X-GZIP,', 'gzip'],
    ['content-encoding', 'gzip, br', 'gzip, br'],
    ['content-type', 'gzip', 'identity'],
  ])('that a service states as %s: %s is %s', (name, value, encoding) => {
    expect(contentEncoding(header(name, value))).toBe(encoding);
  });
});

describe('the encoding of text', () => {
  it.each([
    ['content-type', 'application/json; charset=ISO-8859-1', 'iso-8859-1'],
    ['Content-Type', 'application/json;charset="utf-16"', 'utf-16'],
    ['content-type', 'application/json; profile="a;b"; Charset = UTF-8', 'utf-8'],
    ['content-type', 'application/json', 'utf-8'],
    ['content-type', 'application/json; charset=', 'utf-8'],
    ['content-type', 'text/charset=x', 'utf-8'],
    ['x-type', 'application/json; charset=utf-16', 'utf-8'],
  ])('that a service states as %s: %s is %s', (name, value, charset) => {
    expect(statedCharset(header(name, value))).toBe(charset);
  });
});

describe('the size that a service announces', () => {
  it.each([
    ['content-length', '0', 0],
    ['Content-Length', '123456789012345', 123_456_789_012_345],
    ['content-length', '1234567890123456', null],
    ['content-length', '12, 12', null],
    ['content-length', '-1', null],
    ['content-length', '', null],
    ['age', '5', null],
  ])('is read from %s: %s is %s', (name, value, bytes) => {
    expect(contentLength(header(name, value))).toBe(bytes);
  });
});

describe('a secret', () => {
  it.each(['k', 'key', 'two words', 'tab\tbed', 'k\u00e9\u00ff', '!~', '\u0080'])(
    '%j can be sent as entered',
    (text) => {
      expect(isHeaderValue(text)).toBe(true);
    },
  );

  it.each(['', ' key', 'key ', '\tkey', 'key\t', 'k\u007fey', 'k\u0100y', 'key\r\nX: y', ' '])(
    '%j would arrive as something else',
    (text) => {
      expect(isHeaderValue(text)).toBe(false);
    },
  );
});
