import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import * as l10n from '@vscode/l10n';
import type { Charset } from '../../protocol/workerMessages';

/** The encoding of JSON (RFC 8259), and of a response that states none. */
export const jsonCharset = 'utf-8';

/**
 * Names that a service may state for encodings without their byte order, in lowercase. As on the web, Latin-1
 * means Windows-1252, which has characters in place of control codes.
 */
const charsets: Readonly<Partial<Record<string, 'UTF-8' | Charset>>> = {
  [jsonCharset]: 'UTF-8',
  utf8: 'UTF-8',
  'utf-16': 'UTF-16',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'iso-8859-1': 'Windows-1252',
  latin1: 'Windows-1252',
  'windows-1252': 'Windows-1252',
};

/**
 * Converts a body that arrives in chunks of any size to UTF-8. The bytes of a body that is UTF-8 are passed on
 * without being copied. The first character tells the byte order of UTF-16, because JSON starts with an
 * ASCII character or a byte order mark.
 */
export class Utf8Bytes {
  /** The encoding that the body was converted from. */
  charset: Charset | undefined;
  /** Why the bytes can't be converted, as a sentence ready to display. */
  problem: string | null = null;
  /** Bytes that don't yet tell the encoding: at most one character. */
  private held: Uint8Array = noBytes;
  private convert: (bytes: Uint8Array) => Uint8Array = (bytes) => this.begin(bytes);
  private decoder: TextDecoder | undefined;

  /** `stated` is the name of the encoding as the service stated it; `null` if only the bytes can tell. */
  constructor(private readonly stated: string | null) {}

  push(bytes: Uint8Array): Uint8Array {
    if (this.held.length === 0) return this.convert(bytes);
    const together = Buffer.concat([this.held, bytes]);
    this.held = noBytes;
    return this.convert(together);
  }

  /** The rest of the bytes. `complete` is false if the body was interrupted. */
  end(complete: boolean): Uint8Array {
    if (complete && this.decoder) return this.utf16(noBytes, { stream: false });
    const { held } = this;
    this.held = noBytes;
    const isLatin = this.stated === null && held.length > 0 && !isAscii(held);
    return complete && isLatin ? this.become('Windows-1252', fromWindows1252, held) : held;
  }

  private become(charset: Charset, convert: typeof this.convert, bytes: Uint8Array): Uint8Array {
    this.charset = charset;
    this.convert = convert;
    return convert(bytes);
  }

  private begin(bytes: Uint8Array): Uint8Array {
    const [first, second] = bytes;
    if (first === undefined || second === undefined) return this.hold(bytes, bytes.length);
    const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
    const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
    if (isLittle || isBig) {
      // Damaged text would otherwise be replaced, and look as if the service had sent it.
      this.decoder = new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be', { fatal: true });
      return this.become('UTF-16', (more) => this.utf16(more, { stream: true }), bytes);
    }
    const known = this.stated === null ? undefined : charsets[this.stated];
    if (known === 'Windows-1252') return this.become(known, fromWindows1252, bytes);
    this.convert = known === undefined ? (more) => this.untilTold(more) : asIs;
    return this.convert(bytes);
  }

  private utf16(bytes: Uint8Array, options: { stream: boolean }): Uint8Array {
    if (this.problem !== null) return noBytes;
    try {
      return Buffer.from(this.decoder?.decode(bytes, options) ?? '');
    } catch {
      this.problem = l10n.t("The response isn't valid {0}.", 'UTF-16');
      return noBytes;
    }
  }

  /** The first characters that aren't ASCII tell UTF-8 from other encodings. */
  private untilTold(bytes: Uint8Array): Uint8Array {
    if (isAscii(bytes)) return bytes;
    const whole = bytes.subarray(0, bytes.length - unfinishedBytes(bytes));
    if (isAscii(whole)) return this.hold(bytes, bytes.length - whole.length);
    if (isUtf8(whole)) {
      this.convert = asIs;
      return bytes;
    }
    if (this.stated === null) return this.become('Windows-1252', fromWindows1252, bytes);
    this.problem = l10n.t(
      'The Content-Type header names the encoding "{0}", which can\'t be read, and the response isn\'t valid UTF-8.',
      this.stated,
    );
    return noBytes;
  }

  private hold(bytes: Uint8Array, count: number): Uint8Array {
    const from = bytes.length - count;
    this.held = new Uint8Array(bytes.subarray(from));
    return bytes.subarray(0, from);
  }
}

const noBytes = new Uint8Array();
const asIs = (bytes: Uint8Array): Uint8Array => bytes;

/** How many bytes at the end are the start of a UTF-8 character that isn't complete. */
function unfinishedBytes(bytes: Uint8Array): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count += 1) {
    const byte = bytes[bytes.length - count] ?? 0;
    if (byte < 0x80) return 0;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    if (byte >= 0xc0) return count < length ? count : 0;
  }
  return 0;
}

/** The characters of the bytes from 0x80 to 0x9f. */
const inPlaceOfControls = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Some versions of Node decode these bytes as Latin-1, whose control codes no text contains. */
const fromWindows1252 = (bytes: Uint8Array): Uint8Array => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return Buffer.from(
    text.replace(/[\u0080-\u009f]/g, (code) => inPlaceOfControls[code.charCodeAt(0) - 0x80] ?? code),
  );
};
