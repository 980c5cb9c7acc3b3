/**
 * The command line: one file, which is also the script of its worker thread. So it runs wherever Node does,
 * with nothing beside it. The editor's sample service is this file in a thread, too.
 */
import { isMainThread } from 'node:worker_threads';
import { environment } from '../request/environment';
import { memoryLimit } from '../table/tableLimits';

memoryLimit.name = environment.maxResultMegabytes;
if (isMainThread) void import('./main').then(({ main }) => main(process.argv.slice(2)));
else if (process.argv[2] === 'sandbox') void import('../sandbox/thread');
else void import('../results/thread/worker');
