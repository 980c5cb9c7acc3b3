import { isAscii, isUtf8 } from 'node:buffer';
import { parseExactly } from '../columns/numberText';

/**
 * The result of `parseExactly` for the bytes, between `before` and `after`; `undefined` if they
 * are not valid JSON in UTF-8.
 */
export function parsedBytes(bytes: Buffer, before = '', after = ''): unknown {
  if (!isUtf8(bytes)) return undefined;
  const text = isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8');
  try {
    return parseExactly(before + text + after);
  } catch {
    return undefined;
  }
}
