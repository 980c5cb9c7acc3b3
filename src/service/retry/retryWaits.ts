import type { Connection } from '../../request/connection';
import type { MarketRequest } from '../clientTypes';
import { pause } from './pause';

/** Until when each service has asked to be left alone: `Retry-After` (docs/api.md, "Waiting") is about all its queries. */
export interface Holds {
  /** Milliseconds from now, and the service's words. */
  readonly hold: (connection: Connection, waitMs: number, reason: string) => void;
  /**
   * Waits as long as the request's connection is held, and tells so; not where that is longer than the
   * settings allow: the service then says it itself. Throws the `cancelled` failure.
   */
  readonly rest: (request: MarketRequest) => Promise<void>;
}

/** A connection of the same name may lead elsewhere by now. */
const keyOf = ({ name, baseUrl }: Connection) => `${name}\n${baseUrl}`;

export function createHolds(): Holds {
  /** Ends on the clock of `performance.now`, which nobody sets. */
  const holds = new Map<string, { until: number; reason: string }>();
  return {
    hold: (connection, waitMs, reason) => {
      const until = performance.now() + waitMs;
      const before = holds.get(keyOf(connection))?.until ?? -Infinity;
      if (until > before) holds.set(keyOf(connection), { until, reason });
    },
    rest: async (request) => {
      const { connection, settings, signal } = request;
      for (;;) {
        const held = holds.get(keyOf(connection));
        const waitMs = (held?.until ?? -Infinity) - performance.now();
        if (!held || waitMs <= 0 || waitMs > settings.maxRetryWaitSeconds * 1000) return;
        request.onWait(Date.now() + waitMs, held.reason);
        // Another query may be told meanwhile to wait even longer.
        await pause(waitMs, signal);
      }
    },
  };
}
