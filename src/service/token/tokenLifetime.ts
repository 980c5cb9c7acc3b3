import type { StoredToken } from '../clientTypes';

/** A lifetime of more than a year is ignored; the token is then used until it is rejected. */
const longestLifetimeSeconds = 366 * 24 * 3600;

/**
 * How long before its expiry a token is renewed, in milliseconds: a minute, or a tenth of a short
 * lifetime.
 */
const renewalMarginMs = (lifetimeMs: number): number => Math.min(60_000, lifetimeMs / 10);

/**
 * The time until which a token is used, in epoch milliseconds, from the lifetime in seconds in its
 * response, a number or a numeric text; `undefined` without a plausible lifetime.
 */
export function expiryOf(stated: unknown, arrivedEpochMs: number): number | undefined {
  const seconds = typeof stated === 'string' ? Number(stated) : stated;
  if (typeof seconds !== 'number' || !(seconds > 0 && seconds <= longestLifetimeSeconds)) return undefined;
  const lifetimeMs = seconds * 1000;
  return Math.floor(arrivedEpochMs + lifetimeMs - renewalMarginMs(lifetimeMs));
}

/** Two clocks, because either can fail: the wall clock can be set back, the other can stop during sleep. */
export interface TimedToken extends StoredToken {
  readonly expiresAtMonotonic?: number;
}

/** The token with its expiry on both clocks. */
export const timed = (token: StoredToken): TimedToken =>
  token.expiresAt === undefined
    ? token
    : { ...token, expiresAtMonotonic: performance.now() + token.expiresAt - Date.now() };

/** Whether the token is still valid on both clocks. */
export const isFresh = ({ expiresAt = Infinity, expiresAtMonotonic = Infinity }: TimedToken): boolean =>
  Date.now() < expiresAt && performance.now() < expiresAtMonotonic;
