/** The thread of a sample service in the editor: making up a year of orders takes an hour of a processor. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ReplayedFolder } from './replayedFixtures';
import { startSandbox } from './startSandbox';
import type { ThreadOptions } from './startSandboxThread';

// A rejection ends the thread, which passes the network error on.
void startSandbox(workerData as ThreadOptions).then(({ replay, close: _, ...started }) => {
  parentPort?.on('message', (fixtures: ReplayedFolder | undefined) => {
    replay(fixtures);
    parentPort?.postMessage(null);
  });
  parentPort?.postMessage(started);
});
