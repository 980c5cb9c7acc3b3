import type { HeaderLine } from '../../request/requestTrace';
import { headerValue } from '../http/headers';

/**
 * The least and the most seconds that are reported. A service that is busy and says "now" would otherwise get
 * all attempts at once; longer waits than the longest make no difference.
 */
const shortest = 1;
const longest = 2 ** 31;

/** Whole seconds: never less than the service requested. */
const bounded = (seconds: number): number => Math.min(Math.max(Math.ceil(seconds), shortest), longest);

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
 * machine's clock may be wrong. Fractions of a second aren't allowed (RFC 9110, section 10.2.3), but sent.
 */
export function retryAfterSeconds(
  headers: readonly HeaderLine[],
  arrivedEpochMs: number,
): number | undefined {
  const textOf = (name: string) => headerValue(headers, name)?.trim() ?? '';
  const text = textOf('retry-after');
  if (/^\d+(\.\d+)?$/.test(text)) return bounded(Number(text));
  const until = httpDate(text);
  if (until === undefined) return undefined;
  const now = httpDate(textOf('date')) ?? arrivedEpochMs;
  return bounded((until - now) / 1000);
}

/** How often the client retries after waits of its own. */
export const backOffSteps = 3;

/**
 * The least wait, in milliseconds, after one more "too many requests" response to the same query, whatever the
 * service says: 1, 2, 4, and 8 seconds.
 */
export const leastWaitMs = (step: number): number => 1000 * 2 ** step;

/**
 * The wait, in milliseconds, after a "too many requests" response without a usable time. Longer than the least
 * one by up to a half, so that clients that were rejected together don't return together.
 */
export const backOffMs = (step: number): number => leastWaitMs(step) * (1 + Math.random() / 2);
