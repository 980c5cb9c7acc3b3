import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Sandbox, SandboxOptions } from './startSandbox';

/** What can be passed to a thread. */
export type ThreadOptions = Pick<SandboxOptions, 'port' | 'scenario' | 'signIn' | 'fixtures'>;

/**
 * Like `startSandbox`, in a thread of its own, so that the one that asks for the data goes on. `script` is the path of
 * the thread's bundle.
 */
export async function startSandboxThread(script: string, options: ThreadOptions = {}): Promise<Sandbox> {
  const worker = new Worker(script, { workerData: options });
  const [started] = (await once(worker, 'message')) as [Omit<Sandbox, 'replay' | 'close'>];
  // What the service can't recover from, such as a lack of memory, must not end the editor's process.
  worker.on('error', () => undefined);
  // Lets the editor close.
  worker.unref();
  return {
    ...started,
    replay: async (fixtures) => {
      worker.postMessage(fixtures);
      await once(worker, 'message');
    },
    async close() {
      await worker.terminate();
    },
  };
}
