import { isOneLine } from './plainText';
/** Names that Windows reserves for devices, even if spaces or a suffix follow. */
const device = /^(con|conin\$|conout\$|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|$)/i;
/** Windows gives long names a second, short one: `GIT~1` is `.git`. */
const shortName = /~\d+(\.|$)/;

/** Whether Windows reserves the name for a device. */
export const isDeviceName = (name: string): boolean => device.test(name);

/** The size of the text in UTF-8, in bytes. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}

const isSafeSegment = (segment: string) =>
  segment !== '' &&
  !segment.startsWith('.') && // neither `..` nor files that configure tools, such as `.git/config`
  isOneLine(segment) &&
  !/[\p{Cs}<>:"|?*]/u.test(segment) && // a lone surrogate would be written as another character
  !/[. ]$/.test(segment) &&
  !isDeviceName(segment) &&
  !shortName.test(segment) &&
  utf8Length(segment) <= 255;

/**
 * The segments of a relative path, separated by `/` or `\`; `null` if one could lead out of the
 * folder or has a special meaning on another system.
 */
export function safeRelativePath(text: string): string[] | null {
  const segments = text.normalize('NFC').split(/[\\/]/);
  return segments.every(isSafeSegment) ? segments : null;
}
