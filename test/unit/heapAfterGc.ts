import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of objects that something still refers to. */
export function heapAfterGc(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
