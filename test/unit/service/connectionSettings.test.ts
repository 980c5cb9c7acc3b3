import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressesOf, checkAddress } from '#src/service/addresses';
import { readConnections } from '#src/service/connectionSettings';
import { propertyRuns } from '../propertyRuns';
import { webUrl } from '../anyText';

const least = { name: 'a', baseUrl: 'https://api.example', authUrl: 'https://sts.example' };

describe('readConnections', () => {
  it('fills in defaults for missing fields', () => {
    expect(readConnections([least])).toEqual({
      connections: [
        {
          ...least,
          tokenPath: '/connect/token',
          clientId: '',
          scope: '',
          clientAuthentication: 'none',
          tokenScheme: 'Bearer',
          venue: 'venue',
          secretHeaders: [],
        },
      ],
      problems: [],
    });
  });

  it.each([
    [{ clientId: 'c' }, 'basic'],
    [{ clientId: '' }, 'none'],
    [{ clientId: '', clientAuthentication: 'basic' }, 'basic'],
    [{ clientId: 'c', clientAuthentication: 'body' }, 'body'],
    [{ clientId: 'c', clientAuthentication: 'none' }, 'none'],
  ])('identifies the client of %o as %s', (fields, expected) => {
    const [connection] = readConnections([{ ...least, ...fields }]).connections;
    expect(connection?.clientAuthentication).toBe(expected);
  });

  it.each([
    ['https://Api.Example/v1//', 'https://api.example/v1'],
    ['https://api.example:443', 'https://api.example'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
  ])('normalizes the spelling of %s', (baseUrl, expected) => {
    expect(readConnections([{ ...least, baseUrl }]).connections[0]?.baseUrl).toBe(expected);
  });

  it('normalizes an address with letters beyond ASCII however often that was done', () => {
    const given = { ...least, baseUrl: 'https://bücher.example' };
    const read = () => readConnections([given]).connections[0]?.baseUrl;
    const all = new Set(Array.from({ length: 20_000 }, read));
    expect([...all]).toEqual(['https://xn--bcher-kva.example']);
  });

  it.each<[string, unknown]>([
    ['name', undefined],
    ['name', ''],
    ['name', '   '],
    ['name', 'sandbox'],
    ['name', ' b'],
    ['name', 'b '],
    ['name', 'x'.repeat(65)],
    ['name', 'a\nb'],
    ['name', 'a\u202eb'],
    ['name', 7],
    ['baseUrl', undefined],
    ['baseUrl', 'http://api.example'],
    ['authUrl', 'ftp://sts.example'],
    ['authUrl', null],
    ['tokenPath', 'token'],
    ['tokenPath', '/token?a=b'],
    ['tokenPath', '/to ken'],
    ['clientId', 5],
    ['clientId', 'a\u0000'],
    ['scope', ['a']],
    ['clientAuthentication', 'Basic'],
    ['clientAuthentication', 1],
    ['tokenScheme', ''],
    ['tokenScheme', 'Bearer x'],
    ['tokenScheme', 'a\r\nX: y'],
    ['venue', ''],
    ['venue', '..'],
    ['venue', 'a/b'],
    ['venue', 'a%2fb'],
    ['secretHeaders', 'X-Key'],
    ['secretHeaders', ['X Key']],
    ['secretHeaders', ['X-Key', 'x-key']],
    ['secretHeaders', ['Authorization']],
    ['secretHeaders', ['host']],
    ['secretHeaders', ['Content-Length']],
    ['secretHeaders', ['Cookie']],
    ['secretHeaders', ['Proxy-Authorization']],
    ['secretHeaders', [{}]],
    ['secretHeaders', [7]],
  ])('reports %s: %j with its index and keeps the other entries', (field, value) => {
    const read = readConnections([{ ...least, name: 'first' }, { ...least, [field]: value }, least]);
    expect(read.connections.map(({ name }) => name)).toEqual(['first', 'a']);
    expect(read.problems.map((problem) => [problem.index, problem.field])).toEqual([[1, field]]);
    expect(read.problems[0]?.message).toMatch(/\.$/);
  });

  it.each<[string, unknown]>([
    ['name', 'x'.repeat(64)],
    ['tokenPath', ''],
    ['venue', '.v1'],
    ['venue', '...'],
    ['secretHeaders', ['X-Key', 'X-Other']],
  ])('accepts %s: %j', (field, value) => {
    const [connection] = readConnections([{ ...least, [field]: value }]).connections;
    expect(connection).toHaveProperty(field, value);
  });

  it("distinguishes a missing from a wrong value, and reports entries that aren't connections", () => {
    const messages = readConnections([{ ...least, baseUrl: undefined, authUrl: 7 }, 'text']).problems;
    expect(messages.map(({ index, field }) => [index, field])).toEqual([
      [0, 'baseUrl'],
      [0, 'authUrl'],
      [1, ''],
    ]);
    expect(messages[0]?.message).toContain('required');
    expect(messages[1]?.message).toContain('string');
  });

  it.each([[undefined], [null]])('has nothing to report before the setting is made: %j', (raw) => {
    expect(readConnections(raw)).toEqual({ connections: [], problems: [] });
  });

  it('gives a repeated name to the first valid connection', () => {
    const { connections, problems } = readConnections([
      { ...least, baseUrl: 'nonsense' },
      { ...least, scope: 'kept' },
      least,
    ]);
    expect(connections.map(({ scope }) => scope)).toEqual(['kept']);
    expect(problems.map(({ index, field }) => [index, field])).toEqual([
      [0, 'baseUrl'],
      [2, 'name'],
    ]);
  });

  it.each([[{}], ['text'], [3], [true]])("reports a setting that isn't a list: %j", (raw) => {
    expect(readConnections(raw).problems).toMatchObject([{ index: -1, field: '' }]);
  });

  it('accepts any JSON without throwing, and only connections that pass the check when a request is sent', () => {
    const field = fc.oneof(fc.jsonValue(), webUrl, fc.string());
    const entry = fc.record(
      { ...fieldsOf(field), name: fc.oneof(field, fc.constant('a')) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.array(fc.oneof(entry, fc.jsonValue()))), (raw) => {
        for (const connection of readConnections(raw).connections) {
          expect(addressesOf(connection).map(checkAddress)).toEqual([null, null]);
        }
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  const fieldsOf = (value: fc.Arbitrary<unknown>) => ({
    baseUrl: value,
    authUrl: value,
    tokenPath: value,
    clientId: value,
    clientAuthentication: value,
    secretHeaders: fc.oneof(value, fc.array(value)),
  });
});

describe('checkAddress', () => {
  it.each([
    'https://api.example',
    'https://api.example:8443/path/',
    'http://localhost:80',
    'http://127.0.0.1',
    'http://127.9.9.9:1/x',
    'http://127.0.0.100',
    'https://api.example/a//b@c',
    'http://[::1]:9/',
    'HTTPS://API.EXAMPLE',
  ])('allows credentials to be sent to %s', (address) => expect(checkAddress(address)).toBeNull());

  it.each([
    'http://api.example',
    'http://localhost.example',
    'http://sub.localhost',
    'http://128.0.0.1',
    'http://127.0.0.1.example',
    'http://[::ffff:127.0.0.1]',
    'http://0.0.0.0',
    'https://user@api.example',
    'https://user:word@api.example',
    'https://@api.example',
    'http://localhost@evil.example',
    'https://api.example?x=1',
    'https://api.example/?',
    'https://api.example#f',
    'https:api.example',
    'https:///api.example',
    'https://',
    'https://a b',
    'https://api.example\\@evil.example',
    ' https://api.example',
    'https://api.exa\tmple',
    'https://api.example\n',
    'data:application/json,[]',
    'file:///etc/passwd',
    'ftp://api.example',
    'xhttp://127.0.0.1',
    'ws+http://localhost',
    'javascript:alert(1)',
    'ws://localhost',
    '//api.example',
    'api.example',
    '',
  ])('rejects %j', (address) => expect(checkAddress(address)).toMatch(/\.$/));
});

describe("an address that isn't a web address", () => {
  it.each([
    ['ftp://api.example', /HTTPS/],
    ['git+ssh://api.example', /HTTPS/],
    ['api.example', /such as/],
    ['https:api.example', /such as/],
    ['//api.example', /such as/],
  ])('is told apart from one that could be typed differently: %s', (address, words) => {
    expect(checkAddress(address)).toMatch(words);
  });
});

describe('addressesOf', () => {
  it('names both addresses of a secret in full, however they are spelled', () => {
    const [connection] = readConnections([
      { ...least, baseUrl: 'https://API.example/v1/', authUrl: 'https://STS.example:443/id/' },
    ]).connections;
    expect(addressesOf(connection!)).toEqual([
      'https://api.example/v1',
      'https://sts.example/id/connect/token',
    ]);
  });
});
