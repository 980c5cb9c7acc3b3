import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectionIn, environment, variablesIn } from '#src/request/environment';
import { propertyRuns } from '../propertyRuns';

const addresses = [
  ['MARKET_DATA_BASE_URL', 'https://api.example.com'],
  ['MARKET_DATA_AUTH_URL', 'https://sso.example.com'],
] as const;
const linesOf = (all: readonly (readonly [string, string])[]) =>
  all.map(([name, value]) => `${name}=${value}`);

describe('lines of an .env file that are pasted', () => {
  // What a browser makes of a line break in a field of one line depends on the browser.
  it.each(['\n', '\r\n', ' ', ''])('are read with %j between them', (between) => {
    const all = [...addresses, ['MARKET_DATA_USERNAME', 'anna'], ['MARKET_DATA_PASSWORD', 'p=ä"1']] as const;
    expect(variablesIn(linesOf(all).join(between))).toEqual(new Map(all));
  });

  it('may have quotes, "export", comments, and variables of others', () => {
    const text = [
      '# MARKET_DATA_PASSWORD=old',
      'export OTHER=1',
      ...linesOf(addresses),
      `export MARKET_DATA_PASSWORD="a b"`,
      "MARKET_DATA_USERNAME='anna'",
      'MARKET_DATA_SCOPE=',
      '',
    ].join('\n');
    const variables = variablesIn(text);
    expect(variables?.get(environment.password)).toBe('a b');
    expect(variables?.get(environment.username)).toBe('anna');
    expect(variables?.has(environment.scope)).toBe(false);
  });

  it('are nothing without both addresses, so that a name can be any text', () => {
    expect(variablesIn('production')).toBeUndefined();
    expect(variablesIn('MARKET_DATA_BASE_URL=https://api.example.com')).toBeUndefined();
    expect(variablesIn('')).toBeUndefined();
  });

  it('keep every password that has neither spaces nor quotes', () => {
    const password = fc.string({ minLength: 1 }).filter((text) => !/[\s"']/.test(text));
    fc.assert(
      fc.property(password, (text) => {
        fc.pre(!/MARKET_DATA_[A-Z_]+=/.test(text));
        const all = [...addresses, ['MARKET_DATA_PASSWORD', text]] as const;
        expect(variablesIn(linesOf(all).join('\n'))?.get(environment.password)).toBe(text);
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});

it('variables describe a connection and its secrets, and no secret is in the settings', () => {
  const variables = new Map([
    ...addresses,
    [environment.password, 'canary-password'],
    [environment.clientSecret, 'canary-secret'],
    [environment.header('X-API-Key'), 'canary-key'],
    [environment.venue, 'EPEX'],
  ]);
  const { entry, secrets } = connectionIn(variables, 'mine');
  expect(entry).toEqual({
    name: 'mine',
    baseUrl: 'https://api.example.com',
    authUrl: 'https://sso.example.com',
    venue: 'EPEX',
    secretHeaders: ['X-API-KEY'],
  });
  expect(secrets).toEqual({
    password: 'canary-password',
    clientSecret: 'canary-secret',
    headers: { 'X-API-KEY': 'canary-key' },
  });
});
