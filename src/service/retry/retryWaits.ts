import type { Connection } from '../../request/connection';
import type { MarketRequest } from '../clientTypes';
import { pause } from './pause';

/** Until when each service has asked to be left alone: `Retry-After` (docs/api.md, "Waiting") is about all its queries. */
export interface RetryWaits {
  /** Milliseconds from now, and the service's words. */
  readonly begin: (connection: Connection, waitMs: number, reason: string) => void;
  /**
   * Waits as long as the request's service asked for, and tells so; not where that is longer than the
   * settings allow: the service then says it itself. Throws the `cancelled` failure.
   */
  readonly waitOut: (request: MarketRequest) => Promise<void>;
}

/** A connection of the same name may lead elsewhere by now. */
const keyOf = ({ name, baseUrl }: Connection) => `${name}\n${baseUrl}`;

/** Keeps the waits of all connections. */
export function createRetryWaits(): RetryWaits {
  /** Ends on the clock of `performance.now`, which nobody sets. */
  const waits = new Map<string, { until: number; reason: string }>();
  return {
    begin: (connection, waitMs, reason) => {
      const until = performance.now() + waitMs;
      const before = waits.get(keyOf(connection))?.until ?? -Infinity;
      if (until > before) waits.set(keyOf(connection), { until, reason });
    },
    waitOut: async (request) => {
      const { connection, settings, signal } = request;
      for (;;) {
        const wait = waits.get(keyOf(connection));
        const waitMs = (wait?.until ?? -Infinity) - performance.now();
        if (!wait || waitMs <= 0 || waitMs > settings.maxRetryWaitSeconds * 1000) return;
        request.onWait(Date.now() + waitMs, wait.reason);
        // Another query may be told meanwhile to wait even longer.
        await pause(waitMs, signal);
      }
    },
  };
}
