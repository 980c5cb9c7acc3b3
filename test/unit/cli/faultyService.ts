import { rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startFaultServer, type FaultServer } from '../../host/support/faultServer';
import { builtCli, type BuiltCli } from './builtCli';

export interface FaultyService {
  readonly cli: BuiltCli;
  /** Grants a token before each test, and forgets what it did before. */
  readonly faults: FaultServer;
  /** The environment of a run that queries it. */
  readonly variables: Readonly<Record<string, string>>;
}

/** The command line and a service that behaves as a test says, for all tests of a file. */
export function useFaultyService(more: Readonly<Record<string, string>> = {}): FaultyService {
  const started: { cli?: BuiltCli; faults?: FaultServer } = {};
  beforeAll(async () => {
    Object.assign(started, { cli: await builtCli(), faults: await startFaultServer() });
  });
  beforeEach(() => {
    started.faults!.reset();
    started.faults!.grants('/connect/token', [{ token: 'granted-token' }]);
  });
  afterAll(async () => {
    await started.faults?.close();
    if (started.cli) rmSync(started.cli.folder, { recursive: true });
  });
  return {
    get cli() {
      return started.cli!;
    },
    get faults() {
      return started.faults!;
    },
    get variables() {
      return {
        MARKET_DATA_BASE_URL: started.faults!.origin,
        MARKET_DATA_AUTH_URL: started.faults!.origin,
        MARKET_DATA_USERNAME: 'somebody',
        MARKET_DATA_PASSWORD: 'anything',
        ...more,
      };
    },
  };
}
