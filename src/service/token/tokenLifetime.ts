import type { StoredToken } from '../clientTypes';

/** Longer lifetimes than a year are ignored; the token is then used until it's rejected. */
const longestLifetimeSeconds = 366 * 24 * 3600;

/**
 * How long before its expiry a token is renewed, in milliseconds: a minute, or a tenth of a short
 * lifetime.
 */
const renewalMarginMs = (lifetimeMs: number): number => Math.min(60_000, lifetimeMs / 10);

/**
 * The time until which a token is used, in epoch milliseconds. `stated` is the lifetime in its response:
 * seconds as a number or a numeric text. `undefined` without a plausible lifetime.
 */
export function expiryOf(stated: unknown, arrivedEpochMs: number): number | undefined {
  const seconds = typeof stated === 'string' ? Number(stated) : stated;
  if (typeof seconds !== 'number' || !(seconds > 0 && seconds <= longestLifetimeSeconds)) return undefined;
  const lifetimeMs = seconds * 1000;
  return Math.floor(arrivedEpochMs + lifetimeMs - renewalMarginMs(lifetimeMs));
}

/**
 * A token with its expiry on two clocks, because either can be wrong: the wall clock can be set back, and the
 * other can stop during sleep.
 */
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
