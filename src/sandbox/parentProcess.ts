import { isRunning } from '../disk/sessionLock';

/** How often a process without a channel to its parent checks whether the parent still runs. */
const lookEveryMs = 500;

/**
 * Calls `end` once when the process that started this one has ended, however it ended. A parent with a
 * channel (Node's IPC) closes the channel by ending. Without one, the parent's process id is checked: on
 * POSIX systems, an orphan gets another parent; on Windows, it keeps its parent's id, but no process has that
 * id any more.
 */
export function whenParentEnds(end: () => void): void {
  if (process.connected) {
    process.once('disconnect', end);
    return;
  }
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent && isRunning(parent)) return;
    clearInterval(timer);
    end();
  }, lookEveryMs);
  timer.unref();
}
