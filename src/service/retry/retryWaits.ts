import type { Connection } from '../../request/connection';
import type { MarketRequest } from '../clientTypes';
import { pause } from './pause';

/**
 * How long each service must not be called: `Retry-After` (docs/api.md, "Waiting") applies to all
 * queries of a connection.
 */
export interface RetryWaits {
  /** Milliseconds from now, and the service's message. */
  readonly begin: (connection: Connection, waitMs: number, reason: string) => void;
  /**
   * Waits as long as the service requested and reports it. Does not wait if that is longer than the
   * settings allow: the service will then reject the request itself. Throws the `cancelled`
   * failure.
   */
  readonly waitOut: (request: MarketRequest) => Promise<void>;
}

/** A connection with the same name may have other addresses by now. */
const keyOf = ({ name, baseUrl }: Connection) => `${name}\n${baseUrl}`;

/** Tracks the waits of all connections. */
export function createRetryWaits(): RetryWaits {
  /** The end on the clock of `performance.now`, which can't be changed. */
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
        if (!wait) return;
        const waitMs = wait.until - performance.now();
        if (waitMs <= 0 || waitMs > settings.maxRetryWaitSeconds * 1000) return;
        request.onWait(Date.now() + waitMs, wait.reason);
        // Meanwhile, another query may have been told to wait even longer.
        await pause(waitMs, signal);
      }
    },
  };
}
