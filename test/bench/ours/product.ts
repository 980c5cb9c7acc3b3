import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { requireDataset } from '#src/market/datasets/datasets';
import type { Result } from '#src/results/result';
import { ResultStore } from '#src/results/store/resultStore';
import { SpoolFolder } from '#src/results/store/spoolFolder';
import { threadOf, WorkerLink } from '#src/results/store/workerLink';
import type { MarketClient } from '#src/service/clientTypes';
import type * as Service from '#src/service/marketClient';
import type { Source } from '../tasks';

/** Where bench.mjs puts the extension as it is packaged. */
export const productFolder = join(import.meta.dirname, 'product');

/** The path of a bundle. */
export const bundle = (name: string) => join(productFolder, 'dist', `${name}.js`);

const connection = {
  name: 'bench',
  tokenPath: '/connect/token',
  clientId: '',
  scope: '',
  clientAuthentication: 'none',
  tokenScheme: 'Bearer',
  venue: 'venue',
  secretHeaders: [],
} as const;

/** Milliseconds. Nobody completes a prompt faster. */
const answeringMs = 500;
/** As many as the setting `marketData.maxResultMegabytes` allows. */
const maxMegabytes = 16_384;

/** The parts of the extension that don't need the editor, put together as in `src/extension.ts`. */
interface Product {
  readonly store: ResultStore;
  /** What happens while a person completes prompts: the HTTP library is loaded and the thread started. */
  prepare(): Promise<void>;
  /** Requests the body at this address and reads it completely. Rejects unless it succeeds. */
  query(source: Source): Promise<Result>;
  dispose(): Promise<void>;
}

/** @throws Error if the folder for its files can't be made */
export function openProduct(): Product {
  const root = mkdtempSync(join(tmpdir(), 'market-data-bench-results-'));
  const removeRoot = () => rmSync(root, { recursive: true, force: true });
  process.once('exit', removeRoot);
  const worker = new WorkerLink(threadOf(bundle('worker')));
  const store = new ResultStore(
    worker,
    new SpoolFolder(root),
    () => maxMegabytes * 1e6,
    (what) => {
      throw new Error(what);
    },
  );
  let client: MarketClient | undefined;
  const marketClient = () => {
    if (client) return client;
    const service = createRequire(import.meta.url)(bundle('marketClient')) as typeof Service;
    const vault = {
      credentials: () => Promise.resolve(undefined),
      token: () => Promise.resolve({ accessToken: 'bench' }),
      storeToken: () => Promise.resolve(),
    };
    const log = { info: () => undefined, warn: () => undefined };
    return (client = service.createMarketClient({ vault, log }));
  };
  return {
    store,
    async prepare() {
      store.prepare();
      marketClient();
      await pause(answeringMs);
    },
    async query({ dataset, origin, target }) {
      store.prepare();
      const query = { dataset: requireDataset(dataset), parameters: {} };
      const result = store.begin(query, 'bench', origin + target, 'command');
      const reply = await marketClient().ask({
        connection: { ...connection, baseUrl: origin, authUrl: origin },
        target,
        settings: { requestTimeoutSeconds: 60, maxRetryWaitSeconds: 0 },
        signal: result.controller.signal,
        onWait: () => undefined,
      });
      if (reply.kind === 'ended') throw new Error(JSON.stringify(reply.outcome));
      const timings = { ...result.timings, firstByteMs: store.elapsed(result) };
      store.change(result, { timings, progress: { kind: 'receiving' } });
      const verdict = await store.receive(result, reply.body, reply.encoding);
      if (verdict.kind !== 'records') throw new Error(JSON.stringify(verdict));
      store.end(result, { kind: 'success', status: reply.status });
      return result;
    },
    async dispose() {
      await worker.dispose();
      removeRoot();
    },
  };
}
