/** The thread of a sample service in the editor: making up a year of orders takes an hour of a processor. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ReplayedFolder } from './replayedFixtures';
import { startSandbox } from './startSandbox';
import type { ThreadOptions } from './startSandboxThread';

// A rejection ends the thread, which passes the network error on.
void startSandbox(workerData as ThreadOptions).then((sandbox) => {
  parentPort?.on('message', (fixtures: ReplayedFolder | undefined) => {
    void sandbox.replay(fixtures).then(() => parentPort?.postMessage(null));
  });
  const { baseUrl, authUrl, healthUrl, port, signIn } = sandbox;
  parentPort?.postMessage({ baseUrl, authUrl, healthUrl, port, signIn });
});
