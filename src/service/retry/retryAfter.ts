import type { HeaderLine } from '../../request/requestTrace';
import { headerValue } from '../http/headers';

/** The largest number of seconds that is reported. Longer waits make no difference. */
const longest = 2 ** 31;

/** The three formats of RFC 9110, section 5.6.7. The last one has no time zone and means GMT. */
const httpDates = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/** An HTTP date as epoch milliseconds, or undefined. */
function httpDate(text: string): number | undefined {
  if (!httpDates.some((spelling) => spelling.test(text))) return undefined;
  const instant = Date.parse(`${text.replace(' GMT', '')} GMT`);
  return Number.isNaN(instant) ? undefined : instant;
}

/**
 * `Retry-After` in whole seconds from the arrival of the response (docs/api.md, "Waiting"), or undefined if
 * it has no usable value. A date is compared with the server's own `Date` if that was sent, because this
 * machine's clock may be wrong.
 */
export function retryAfterSeconds(
  headers: readonly HeaderLine[],
  arrivedEpochMs: number,
): number | undefined {
  const textOf = (name: string) => headerValue(headers, name)?.trim() ?? '';
  const text = textOf('retry-after');
  if (/^\d+$/.test(text)) return Math.min(Number(text), longest);
  const until = httpDate(text);
  if (until === undefined) return undefined;
  const now = httpDate(textOf('date')) ?? arrivedEpochMs;
  return Math.min(Math.max(Math.ceil((until - now) / 1000), 0), longest);
}

/** How often the client retries after waits of its own: of 1, 2, and 4 seconds. */
export const backOffSteps = 3;

/**
 * The wait, in milliseconds, after a "too many requests" response without a usable time. Varied by up to a
 * quarter either way, so that clients that were rejected together don't return together.
 */
export function backOffMs(step: number): number {
  return 1000 * 2 ** step * (0.75 + Math.random() / 2);
}
