import { describe, expect, it } from 'vitest';
import { networkFailure } from '#src/service/failure';

const failureOf = (code: unknown) => networkFailure(Object.assign(new Error('x'), { code }));
/** The sentence, without the code at its end. */
const sentenceOf = (code: string) => failureOf(code).message.replace(` (${code})`, '');

const general = sentenceOf('ESOMETHING');

describe('a failed connection', () => {
  it('has its own message for each cause that a person can do something about', () => {
    const codes = [
      'ECONNREFUSED',
      'ECONNRESET',
      'ECONNABORTED',
      'EPIPE',
      'ENOTFOUND',
      'EAI_AGAIN',
      'EHOSTUNREACH',
      'ENETUNREACH',
      'ENETDOWN',
      'EADDRNOTAVAIL',
      'ETIMEDOUT',
      'CERT_HAS_EXPIRED',
      'CERT_NOT_YET_VALID',
      'CERT_REVOKED',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'EPROTO',
      'HPE_INVALID_CONSTANT',
    ];
    const sentences = codes.map(sentenceOf);
    for (const sentence of sentences) expect(sentence).toMatch(/\w.*\.$/);
    expect(new Set([...sentences, general]).size).toBe(codes.length + 1);
    for (const code of codes)
      expect(failureOf(code)).toMatchObject({ code, message: expect.stringContaining(code) as string });
  });

  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'SELF_SIGNED_CERT_IN_CHAIN'],
    ['CERT_UNTRUSTED', 'SELF_SIGNED_CERT_IN_CHAIN'],
    ['CERT_REJECTED', 'SELF_SIGNED_CERT_IN_CHAIN'],
    ['CERT_SIGNATURE_FAILURE', 'SELF_SIGNED_CERT_IN_CHAIN'],
    ['CERT_CHAIN_TOO_LONG', 'SELF_SIGNED_CERT_IN_CHAIN'],
    ['INVALID_CA', 'SELF_SIGNED_CERT_IN_CHAIN'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'EPROTO'],
    ['ERR_TLS_HANDSHAKE_TIMEOUT', 'EPROTO'],
    ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNABORTED'],
    ['MY_INVALID_CA', 'ESOMETHING'],
    ['INVALID_CALL', 'ESOMETHING'],
    ['NOT_EPROTO', 'ESOMETHING'],
    ['MY_HPE_X', 'ESOMETHING'],
  ])('because of %s has the same words as one because of %s', (code, other) => {
    expect(sentenceOf(code)).toBe(sentenceOf(other));
  });

  it.each([[undefined], [7], ['econnreset'], ['ECONN RESET'], ['x ECONNRESET'], ['ECONNRESET '], ['']])(
    'shows no code that no system uses: %j',
    (code) => {
      expect(failureOf(code)).toMatchObject({ kind: 'unreachable', code: undefined, message: general });
    },
  );

  it("shows nothing of a value that isn't an error", () => {
    for (const error of [{ code: 'ECONNRESET' }, null, 'ECONNRESET', new Error('ECONNRESET')])
      expect(networkFailure(error).message).toBe(general);
  });

  it('is called a timeout only if it was one', () => {
    expect([failureOf('ETIMEDOUT').kind, failureOf('ECONNRESET').kind]).toEqual(['timeout', 'unreachable']);
  });
});
