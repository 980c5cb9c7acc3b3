import { closeBrokenRecord } from './brokenRecord';
import { parsedJson } from '../../text/json';

/**
 * The JSON value that a response starts with: the whole value if `head` is the whole body, otherwise
 * everything in it that is complete. `undefined` if the bytes aren't JSON, or are too few to tell.
 */
export function valueAtHead(head: Uint8Array): unknown {
  const text = new TextDecoder().decode(head);
  const whole = parsedJson(text);
  if (whole !== undefined) return whole;
  const closed = closeBrokenRecord(text);
  return closed === null ? undefined : parsedJson(closed);
}
