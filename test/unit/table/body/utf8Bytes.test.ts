import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Utf8Bytes } from '#src/table/body/utf8Bytes';
import { anyCharacter } from '../../anyText';
import { encoded, encodingsOfFiles, type Encoding } from '../../encodedText';
import { propertyRuns } from '../../propertyRuns';

/** What is read of the bytes in chunks of these lengths, which repeat, and how. */
function read(bytes: Uint8Array, stated: string | null, lengths: readonly number[] = [bytes.length || 1]) {
  const utf8 = new Utf8Bytes(stated);
  const parts: Uint8Array[] = [];
  for (let at = 0, next = 0; at < bytes.length; next += 1) {
    const length = lengths[next % lengths.length] ?? 1;
    parts.push(utf8.push(bytes.subarray(at, at + length)));
    at += length;
  }
  parts.push(utf8.end(true));
  return { text: Buffer.concat(parts).toString(), charset: utf8.charset, problem: utf8.problem };
}

const chunkLengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
/** A JSON text, as it could be a body: it starts with an ASCII character. */
const jsonOf = (unit: fc.Arbitrary<string>) =>
  fc.array(fc.string({ unit })).map((texts) => JSON.stringify(texts));

describe('a text is the same whatever its encoding and wherever its bytes are cut', () => {
  const isLatin = (encoding: Encoding) => encoding === 'windows-1252';
  /** None of these letters, one after the other, could be UTF-8. */
  const letters = fc.constantFrom(...Array.from('abæøåÆØÅäöüßéÿ {}"\\'));

  it.each(encodingsOfFiles)('in a saved file: %s', (encoding) => {
    fc.assert(
      fc.property(jsonOf(isLatin(encoding) ? letters : anyCharacter), chunkLengths, (text, lengths) => {
        const { text: same, problem } = read(encoded(text, encoding), null, lengths);
        expect(same.replace(/^\uFEFF/, '')).toBe(text);
        expect(problem).toBeNull();
      }),
      { numRuns: propertyRuns(150) },
    );
  });

  it.each(['iso-8859-1', 'latin1', 'windows-1252'])('for each of the characters of %s', (stated) => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const [head, rest] = [bytes.subarray(1, 0x80), bytes.subarray(0x80)];
    const all = read(Buffer.concat([head, rest]), stated, [7]).text;
    expect(all).toHaveLength(255);
    expect(all).toContain('€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ\u00a0¡');
    expect(all.endsWith('ýþÿ')).toBe(true);
  });

  it.each(['utf-16', 'utf-16le', 'utf-16be'])(
    'if a service states %s, even if it states the wrong byte order',
    (stated) => {
      for (const encoding of ['utf-16le', 'utf-16be', 'utf-16le with mark', 'utf-16be with mark'] as const) {
        expect(read(encoded('["Tromsø 😀"]', encoding), stated, [1, 2])).toMatchObject({
          text: '["Tromsø 😀"]',
          charset: 'UTF-16',
        });
      }
    },
  );
});

describe('a body that is UTF-8', () => {
  it.each([jsonLike('utf-8'), jsonLike(null), jsonLike('utf-8', 'plain'), jsonLike(null, 'plain')])(
    'is never copied, so that reading it costs nothing: $stated, $text',
    ({ stated, text }) => {
      const utf8 = new Utf8Bytes(stated);
      for (const part of [text, text, 'end"]']) {
        const bytes = Buffer.from(part);
        expect(utf8.push(bytes)).toBe(bytes);
      }
      expect(utf8.end(true)).toHaveLength(0);
      expect(utf8.charset).toBeUndefined();
    },
  );

  it('stays as it is if a byte is damaged, instead of being taken for another encoding', () => {
    const damaged = Buffer.concat([Buffer.from('["Tromsø'), Buffer.from([0xff]), Buffer.from('"]')]);
    expect(read(damaged, 'utf-8').charset).toBeUndefined();
    expect(read(damaged, null, [10]).charset).toBeUndefined();
  });

  it('is passed on up to its last byte, even if that is half a character', () => {
    for (const length of [1, 2, 9]) {
      const utf8 = new Utf8Bytes('utf-8');
      const bytes = Buffer.from('["Tromsø').subarray(0, length);
      expect(Buffer.concat([utf8.push(bytes), utf8.end(false)])).toEqual(bytes);
    }
  });
});

function jsonLike(stated: string | null, text = 'Tromsø') {
  return { stated, text: `["${text}",` };
}

describe('an encoding that can’t be read', () => {
  it("is named if the bytes aren't UTF-8 either", () => {
    const { problem } = read(Buffer.from([0x5b, 0x22, 0x83, 0x4b, 0x22, 0x5d]), 'shift_jis');
    expect(problem).toBe(
      'The Content-Type header names the encoding "shift_jis", which can\'t be read, and the response isn\'t valid UTF-8.',
    );
  });

  it("doesn't matter if the bytes are UTF-8", () => {
    expect(read(Buffer.from('["Tromsø"]'), 'utf-7', [1])).toEqual({
      text: '["Tromsø"]',
      charset: undefined,
      problem: null,
    });
  });

  it('is never replaced by characters that nobody sent', () => {
    const half = encoded('["\ud83d"]', 'utf-16le');
    const odd = encoded('["a"]', 'utf-16be').subarray(0, -1);
    for (const bytes of [half, odd]) {
      const { problem, text } = read(bytes, null);
      expect(problem).toBe("The response isn't valid UTF-16.");
      expect(text).not.toContain('\ufffd');
    }
  });
});

it('no bytes break the conversion, and every body whose text is UTF-8 is kept byte for byte', () => {
  const stated = fc.constantFrom(null, 'utf-8', 'utf-16', 'iso-8859-1', 'shift_jis', 'constructor', '');
  fc.assert(
    fc.property(fc.uint8Array(), stated, chunkLengths, (bytes, name, lengths) => {
      const { text } = read(bytes, name, lengths);
      const isPlain = isUtf8(bytes) && !bytes.includes(0) && name !== 'iso-8859-1';
      if (isPlain && !(bytes[0] === 0xff || bytes[0] === 0xfe))
        expect(Buffer.from(text)).toEqual(Buffer.from(bytes));
    }),
    { numRuns: propertyRuns(400) },
  );
});
