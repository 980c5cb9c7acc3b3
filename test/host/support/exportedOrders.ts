import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { datasetPaths } from './contract';
import { fixture, type useMarketService } from './marketService';
import { workspaceFolder } from './support';

/** Empties the workspace folder before each test, and after the last one. */
export function useEmptyFolder(): void {
  const clear = () => {
    const { fsPath } = workspaceFolder().uri;
    for (const name of readdirSync(fsPath)) rmSync(join(fsPath, name), { recursive: true, force: true });
  };
  beforeEach(clear);
  after(clear);
}

/** The id of a result with the orders of 25 Oct 2026, on which clocks change. */
export async function ordersOfDay(service: ReturnType<typeof useMarketService>): Promise<string> {
  const day = { startTime: '2026-10-25', endTime: '2026-10-25' };
  service.server.on(datasetPaths['intraday-orders'], [{ body: fixture('intraday-orders'), gzip: true }]);
  return (await service.query('intraday-orders', day)).id;
}
