import { createServer } from 'node:http';
import { dayOf, dayPeriod, marketZone, addDays } from '../market/time/deliveryDay';
import { hourMs, isClockChangeDay } from '../market/time/zones';
import type { ReplayedFolder } from './replayedFixtures';
import { apiPath, healthPath, identityPath, service, type ServiceOptions } from './service';
import { sampleSignIn, usualLifetimeSeconds, type AcceptedSignIn } from './tokens';

/** A running sample service. */
export interface Sandbox {
  /** `http://127.0.0.1:PORT/api` */
  readonly baseUrl: string;
  /** `http://127.0.0.1:PORT/identity`; any path below it is its token endpoint. */
  readonly authUrl: string;
  /** `http://127.0.0.1:PORT/health`; responds with 200 as long as the service runs, without a token. */
  readonly healthUrl: string;
  readonly port: number;
  readonly signIn: AcceptedSignIn;
  /** Replays these saved responses from now on; `undefined` returns to generated data. */
  replay(fixtures: ReplayedFolder | undefined): Promise<void>;
  /** Ends every open connection at once and resolves when the port is free. */
  close(): Promise<void>;
}

export interface SandboxOptions extends Partial<Omit<ServiceOptions, 'fixtures'>> {
  /** A free port if it's 0 or omitted. */
  readonly port?: number;
  /** The saved responses that are replayed instead of generated data. */
  readonly fixtures?: ReplayedFolder | undefined;
}

/** How far to set the clock back so that it is 16 hours into the most recent clock-change day. */
function sinceClockChange(now: number): number {
  let day = dayOf(now, marketZone);
  while (!isClockChangeDay(dayPeriod(day, marketZone).start, marketZone)) day = addDays(day, -1);
  return now - (dayPeriod(day, marketZone).start + 16 * hourMs);
}

/**
 * Serves the whole API with generated data, or replays saved responses, on the loopback address. Rejects with
 * the network error if the port isn't available.
 */
export async function startSandbox({
  port = 0,
  scenario = 'normal',
  now = Date.now,
  seed = 0,
  latencyMs = 0,
  tokenLifetimeSeconds = usualLifetimeSeconds,
  signIn = sampleSignIn,
  fixtures,
}: SandboxOptions = {}): Promise<Sandbox> {
  const back = scenario === 'clock-change' ? sinceClockChange(now()) : 0;
  const clock = () => now() - back;
  let replayed = fixtures;
  const server = createServer(
    service({
      scenario,
      now: clock,
      seed,
      latencyMs,
      tokenLifetimeSeconds,
      signIn,
      fixtures: () => replayed,
    }),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    baseUrl: `${origin}${apiPath}`,
    authUrl: `${origin}${identityPath}`,
    healthUrl: `${origin}${healthPath}`,
    port: address.port,
    signIn,
    replay(listed) {
      replayed = listed;
      return Promise.resolve();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
