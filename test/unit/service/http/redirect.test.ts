import { describe, expect, it } from 'vitest';
import { redirectMessage, shownOrigin } from '#src/service/http/redirect';

const asked = 'https://api.example/v1/data';
const plain = (text: string) => text;

describe('a redirect', () => {
  it.each([
    [299, '/other', null],
    [300, '/other', 'api.example'],
    [399, 'https://login.example:8443/?x=y', 'login.example:8443'],
    [400, 'https://login.example/', null],
    [302, undefined, null],
  ])('with status %i to %s is reported with its host', (status, location, host) => {
    const message = redirectMessage(status, location, asked, plain);
    if (host === null) expect(message).toBeNull();
    else expect(message).toContain(`${host}.`);
  });

  it('is reported without a host if there is none, or if it is a secret', () => {
    expect(shownOrigin('https://login.example/path?secret', asked, plain)).toBe('https://login.example');
    expect(shownOrigin('data:text/plain,x', asked, plain)).toBeUndefined();
    expect(shownOrigin('https://', asked, plain)).toBeUndefined();
    expect(redirectMessage(302, 'https://', asked, plain)).toMatch(/another address\./);
    // A secret that is written in capitals, or percent-encoded, is still in the host.
    const masked = (text: string) => text.replaceAll('secret', '••••');
    expect(shownOrigin('https://%73ecret.example/', asked, masked)).toBeUndefined();
    expect(shownOrigin('https://login.example/secret', asked, masked)).toBeUndefined();
  });
});
