import type { Connection } from '../../request/connection';
import type { MarketRequest } from '../clientTypes';
import { pause } from './pause';

/**
 * How long each service must not be called. `Retry-After` (docs/api.md, "Waiting") applies to all queries of
 * a connection.
 */
export interface BusyServices {
  /** `waitMs` is in milliseconds from now; `reason` is the service's message. */
  readonly begin: (connection: Connection, waitMs: number, reason: string) => void;
  /**
   * Waits as long as the service requested, and reports the wait. Doesn't wait if that would be longer than
   * the settings allow: the service will then reject the request itself. Rejects with the `cancelled`
   * failure.
   */
  readonly waitOut: (request: MarketRequest) => Promise<void>;
}

/** By now, a connection with the same name may have other addresses. */
const keyOf = ({ name, baseUrl }: Connection) => `${name}\n${baseUrl}`;

/** Tracks the waits of all connections. */
export function createBusyServices(): BusyServices {
  /** Ends are times of `performance.now`, which nobody can set back. */
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
        request.onWait({ untilEpochMs: Date.now() + waitMs, isRequested: true }, wait.reason);
        // Meanwhile, another query may have been asked to wait even longer.
        await pause(waitMs, signal);
      }
    },
  };
}
