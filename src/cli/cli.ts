/**
 * The command line: one file, which is also the script of its worker threads. So it runs wherever Node does,
 * with nothing beside it.
 */
import { isMainThread, workerData } from 'node:worker_threads';
import { forParquet } from '../results/thread/range/parquetThreadData';

if (isMainThread) void import('./main').then(({ main }) => main(process.argv.slice(2)));
else if (workerData === forParquet) void import('../results/thread/range/parquetThread');
else {
  void import('../results/thread/parquetScript')
    .then(({ useParquetScript }) => useParquetScript(__filename))
    .then(() => import('../results/thread/worker'));
}
