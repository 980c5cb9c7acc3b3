// Preloaded into a program whose standard input is a pipe from the process that started it. The pipe closes when that
// process is gone, even if it was killed and could end nothing. Then this program ends, with the group it leads.
const { spawnSync } = require('node:child_process');
const process = require('node:process');
const { isMainThread } = require('node:worker_threads');

if (isMainThread) {
  // What this program forks has another parent, and often no standard input.
  process.execArgv.splice(0, 2);
  for (const event of ['end', 'error']) process.stdin.once(event, end);
  process.stdin.resume();
  // Listening alone must not keep the program running.
  if ('unref' in process.stdin) process.stdin.unref();
}

function end() {
  try {
    if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(process.pid), '/T', '/F']);
    else process.kill(-process.pid, 'SIGKILL');
  } finally {
    process.exit(1); // it leads no group
  }
}
