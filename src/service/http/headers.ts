import { TextDecoder } from 'node:util';
import type { HeaderLine } from '../../request/requestTrace';

/** The client's User-Agent. It contains no version, because that would only identify the user. */
export const userAgent = 'market-data-explorer';

/** The value of a header, or undefined. Names are case-insensitive. */
export function headerValue(headers: readonly HeaderLine[], name: string): string | undefined {
  return headers.find((line) => line.name.toLowerCase() === name)?.value;
}

/** Whether a name is a character encoding's, which some services send as a content coding. */
function isCharset(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== '';
  } catch {
    return false;
  }
}

/** The content encoding: `gzip`, `identity`, or the names of those that weren't requested. */
export function contentEncoding(headers: readonly HeaderLine[]): string {
  const codings = (headerValue(headers, 'content-encoding') ?? '')
    .split(',')
    .map((coding) =>
      coding
        .trim()
        .toLowerCase()
        .replace(/^x-gzip$/, 'gzip'),
    )
    .filter((coding) => coding !== '' && coding !== 'identity' && !isCharset(coding));
  return codings.join(', ') || 'identity';
}

/** The character encoding that the response states, in lowercase; UTF-8, as of all JSON, if it states none. */
export function statedCharset(headers: readonly HeaderLine[]): string {
  const type = headerValue(headers, 'content-type') ?? '';
  const [, quoted, plain] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(type) ?? [];
  return (quoted ?? plain ?? '').trim().toLowerCase() || 'utf-8';
}

/** The announced size of the body on the wire in bytes, or null. */
export function contentLength(headers: readonly HeaderLine[]): number | null {
  const text = headerValue(headers, 'content-length') ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/**
 * Whether a secret can be sent as a header (RFC 9110, section 5.5). The HTTP library would drop disallowed
 * characters, so that the service would get something other than what was entered.
 */
export function isHeaderValue(text: string): boolean {
  return /^[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/.test(text);
}
