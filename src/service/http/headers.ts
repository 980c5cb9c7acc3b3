import type { HeaderLine } from '../../request/requestTrace';

/** How the client names itself. Without a version, which would only tell the service whom it serves. */
export const userAgent = 'market-data-explorer';

/** The value of a header, or undefined; names are compared without regard to case. */
export function headerValue(headers: readonly HeaderLine[], name: string): string | undefined {
  return headers.find((line) => line.name.toLowerCase() === name)?.value;
}

/** The body's coding: `gzip`, `identity`, or the text of one that was not asked for. */
export function contentEncoding(headers: readonly HeaderLine[]): string {
  const coding = headerValue(headers, 'content-encoding')?.trim().toLowerCase() ?? '';
  if (coding === '') return 'identity';
  return coding === 'x-gzip' ? 'gzip' : coding;
}

/** The announced size of the body on the wire in bytes, or null. */
export function contentLength(headers: readonly HeaderLine[]): number | null {
  const text = headerValue(headers, 'content-length') ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/**
 * Whether a secret can be sent as a header at all (RFC 9110, section 5.5). The HTTP library would
 * drop the characters that cannot, and the service would refuse something else than was entered.
 */
export function isHeaderValue(text: string): boolean {
  return /^[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/.test(text);
}
