import type { Connection } from '../../request/connection';
import type { MarketRequest } from '../clientTypes';
import { pause } from './pause';

/**
 * How long each service must not be called. `Retry-After` (docs/api.md, "Waiting") applies to all queries of
 * a connection.
 */
export interface BusyServices {
  readonly begin: (connection: Connection, wait: BusyWait) => void;
  /**
   * Waits as long as that, and reports the wait. Doesn't wait if that would be longer than
   * the settings allow: the service will then reject the request itself. Rejects with the `cancelled`
   * failure.
   */
  readonly waitOut: (request: MarketRequest) => Promise<void>;
}

/** How long a service must not be called. */
export interface BusyWait {
  /** From now on. */
  readonly waitMs: number;
  /** The service's message. */
  readonly reason: string;
}

/** By now, a connection with the same name may have other addresses. */
const keyOf = ({ name, baseUrl }: Connection) => `${name}\n${baseUrl}`;

/** Tracks the waits of all connections. */
export function createBusyServices(): BusyServices {
  /** Ends are times of `performance.now`, which nobody can set back. */
  const waits = new Map<string, BusyWait & { until: number }>();
  return {
    begin: (connection, wait) => {
      const until = performance.now() + wait.waitMs;
      const before = waits.get(keyOf(connection))?.until ?? -Infinity;
      if (until > before) waits.set(keyOf(connection), { ...wait, until });
    },
    waitOut: async (request) => {
      const { connection, settings, signal } = request;
      for (;;) {
        const wait = waits.get(keyOf(connection));
        if (!wait) return;
        const waitMs = wait.until - performance.now();
        if (waitMs <= 0 || waitMs > settings.maxRetryWaitSeconds * 1000) return;
        request.onWait({ untilEpochMs: Date.now() + waitMs }, wait.reason);
        // Meanwhile, another query may have been asked to wait even longer.
        await pause(waitMs, signal);
      }
    },
  };
}
