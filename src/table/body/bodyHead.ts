import { closeBrokenRecord } from './brokenRecord';
import { parsedJson } from '../../text/json';

/**
 * The value that the first bytes of a response begin: all of it if they are the whole body, otherwise what is
 * complete of it. `undefined` if they are no JSON, or too few to tell.
 */
export function valueAtHead(head: Uint8Array): unknown {
  const text = new TextDecoder().decode(head);
  const whole = parsedJson(text);
  if (whole !== undefined) return whole;
  const closed = closeBrokenRecord(text);
  return closed === null ? undefined : parsedJson(closed);
}
