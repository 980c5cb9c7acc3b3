/** How often a process without a channel to its parent looks for it. */
const lookEveryMs = 500;

/**
 * Calls `end` once when the process that started this one has ended, however it ended. A parent with a channel
 * (Node's IPC) closes it by ending. Any other parent is looked for: on POSIX systems, an orphan is given
 * another parent; on Windows, the id of the parent stays, but no process has it any more.
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

/** Signal 0 sends nothing. A process of another user can't be signalled, but it is there. */
function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
