import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Sandbox, SandboxOptions } from './startSandbox';

/** What can be passed to a thread. */
export type ThreadOptions = Pick<SandboxOptions, 'port' | 'scenario' | 'signIn' | 'fixtures'>;

type Started = Omit<Sandbox, 'replay' | 'close'>;

/**
 * Like `startSandbox`, in a thread of its own, so that the one that asks for the data goes on. `script` is the path
 * of the command line's bundle, which has the thread in it. What a thread can't recover from, such as a lack of
 * memory, doesn't end the editor's process: the service starts again at the same address.
 */
export async function startSandboxThread(script: string, options: ThreadOptions = {}): Promise<Sandbox> {
  let { fixtures } = options;
  let isClosed = false;
  let worker: Worker;
  const start = async (again: Partial<Started> = {}): Promise<Started> => {
    worker = new Worker(script, {
      argv: ['sandbox'],
      workerData: { ...options, ...again, fixtures },
    });
    const [started] = (await once(worker, 'message')) as [Started];
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (!isClosed) void start(started).catch(() => undefined);
    });
    // Lets the editor close.
    worker.unref();
    return started;
  };
  return {
    ...(await start()),
    replay: async (next) => {
      fixtures = next;
      worker.postMessage(next);
      // A thread that ends before it has read the message is started with what the message says.
      await Promise.race([once(worker, 'message'), once(worker, 'exit')]);
    },
    async close() {
      isClosed = true;
      await worker.terminate();
    },
  };
}
