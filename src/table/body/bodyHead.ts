import { closeBrokenRecord } from './brokenRecord';
import { Utf8Bytes } from './utf8Bytes';
import { parsedJson } from '../../text/parsedJson';

/**
 * The JSON value that a saved response starts with: the whole value if `head` is the whole body, otherwise
 * everything in it that is complete. `undefined` if the bytes aren't JSON, or are too few to tell.
 */
export function valueAtHead(head: Uint8Array): unknown {
  const bytes = new Utf8Bytes(null);
  const text = new TextDecoder().decode(Buffer.concat([bytes.push(head), bytes.end(false)]));
  const whole = parsedJson(text);
  if (whole !== undefined) return whole;
  const closed = closeBrokenRecord(text);
  return closed === null ? undefined : parsedJson(closed);
}
