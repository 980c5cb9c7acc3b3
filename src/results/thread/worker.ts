/** The worker thread: owns results for the host, and warms up until the host has something to do. */
import { parentPort, workerData } from 'node:worker_threads';
import * as l10n from '@vscode/l10n';
import { paced } from '../../table/columns/slices';
import type { Sentences } from '../../text/l10n';
import { ResultOwner } from './resultOwner';
import { warmUp } from './warmUp';

l10n.config({ contents: (workerData as Sentences | undefined) ?? {} });

const warming = new AbortController();
parentPort?.once('message', () => warming.abort());
if (parentPort) new ResultOwner(parentPort);
// What the host sent while the thread started is handled first, and aborts this.
setImmediate(() => {
  paced(warmUp(), warming.signal).catch(() => undefined);
});
