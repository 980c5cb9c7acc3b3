import type { StoredToken } from '../clientTypes';

/** A lifetime beyond a year says nothing about the token; it is then used until it is rejected. */
const longestLifetimeSeconds = 366 * 24 * 3600;

/** How long before its end a token is renewed, in milliseconds: a minute, or a tenth of a short lifetime. */
const renewalMarginMs = (lifetimeMs: number): number => Math.min(60_000, lifetimeMs / 10);

/**
 * Until when a token is used, epoch milliseconds, from the lifetime in seconds that its response
 * states as a number or the text of one; `undefined` where it states none that can be meant.
 */
export function expiryOf(stated: unknown, arrivedEpochMs: number): number | undefined {
  const seconds = typeof stated === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(stated) ? Number(stated) : stated;
  if (typeof seconds !== 'number' || !(seconds > 0 && seconds <= longestLifetimeSeconds)) return undefined;
  const lifetimeMs = seconds * 1000;
  return Math.floor(arrivedEpochMs + lifetimeMs - renewalMarginMs(lifetimeMs));
}

/** Two clocks, because each can fail: the wall clock is set back, the other may stop in a sleep. */
export interface TimedToken extends StoredToken {
  readonly expiresAtMonotonic?: number;
}

/** The token with the end of its use on both clocks. */
export const timed = (token: StoredToken): TimedToken =>
  token.expiresAt === undefined
    ? token
    : { ...token, expiresAtMonotonic: performance.now() + token.expiresAt - Date.now() };

/** Whether neither clock says that the token is to be renewed. */
export const isFresh = ({ expiresAt = Infinity, expiresAtMonotonic = Infinity }: TimedToken): boolean =>
  Date.now() < expiresAt && performance.now() < expiresAtMonotonic;
