import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAddress } from '#src/service/addresses';
import { shownAddress } from '#src/service/shownAddress';
import { propertyRuns } from '../propertyRuns';
import { anyCharacter, webPath } from '../anyText';

/** Without the marks that keep letters in their place. */
const linesOf = (address: string) =>
  shownAddress(address)
    .replace(/[\u2068\u2069]/g, '')
    .split('\n');

describe('an address that a person is asked about', () => {
  it.each<[what: string, address: string, lines: string[]]>([
    ['port and path', 'https://api.example:8443/v1/', ['https://api.example:8443/v1']],
    ['capitals', 'https://API.Example', ['https://api.example']],
    ['this machine', 'http://127.0.0.1:8080', ['http://127.0.0.1:8080 (this machine)']],
    ['this machine, as a number', 'http://2130706433', ['http://127.0.0.1 (this machine)']],
    ['this machine, IPv6', 'http://[::1]:8080', ['http://[::1]:8080 (this machine)']],
    [
      'a host that looks like this machine',
      'https://localhost.evil.example',
      ['https://localhost.evil.example'],
    ],
    [
      'a host with a Cyrillic letter',
      'https://аpi.example',
      ['https://xn--pi-6kc.example', 'Contains letters that can be mistaken for others: аpi.example'],
    ],
    [
      'the same host, already encoded',
      'https://xn--pi-6kc.example/v1',
      ['https://xn--pi-6kc.example/v1', 'Contains letters that can be mistaken for others: аpi.example'],
    ],
    ['wide letters, which are ordinary ones', 'https://ａｐｉ.example', ['https://api.example']],
    ['an ideographic full stop', 'https://api。example', ['https://api.example']],
    ['a character that only looks like a slash', 'https://api.example／evil', []],
  ])('shows %s', (_what, address, lines) => {
    if (lines.length === 0) expect(checkAddress(address)).not.toBeNull();
    else expect(linesOf(address)).toEqual(lines);
  });

  it('has an ASCII host and path in the first line, and nothing that reorders or hides letters', () => {
    const host = fc
      .array(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 })
      .map((labels) => labels.join('.'));
    let shown = 0;
    fc.assert(
      fc.property(fc.oneof(host, fc.domain()), webPath, (name, path) => {
        const address = `https://${name}${path}`;
        if (checkAddress(address) !== null) return;
        shown += 1;
        const [first = '', second = '', ...more] = shownAddress(address).split('\n');
        expect(first).toMatch(/^https:\/\/[\x21-\x7e]+( \(this machine\))?$/);
        expect(new URL(first.split(' ')[0]!).host).toBe(new URL(address).host);
        expect(second).not.toMatch(/[\u061c\u200b-\u200f\u202a-\u202e\u2066\u2067]/);
        expect(more).toEqual([]);
        expect(second !== '').toBe(/(^|\.)xn--/.test(new URL(address).hostname));
      }),
      { numRuns: propertyRuns(500) },
    );
    expect(shown).toBeGreaterThan(50);
  });
});
