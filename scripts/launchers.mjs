// Which processes started this one through npm, so that a service in the background can end with them.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * @typedef {object} Process
 * @property {number} id
 * @property {number} parent
 * @property {string} command the command line
 */

/** All processes that can be seen; none where there is no way to list them. @returns {Process[]} */
export function runningProcesses() {
  try {
    return process.platform === 'linux' ? fromProc() : fromProgram();
  } catch {
    return [];
  }
}

/** Takes a second on Windows. */
function fromProgram() {
  const [program, ...args] =
    process.platform === 'win32'
      ? ['powershell.exe', '-NoProfile', '-NonInteractive', '-Command', windowsProcesses]
      : ['ps', '-A', '-o', 'pid=,ppid=,command='];
  const lines = execFileSync(program ?? '', args, {
    encoding: 'utf8',
    windowsHide: true,
    maxBuffer: 2 ** 26,
  });
  return lines.split('\n').flatMap((line) => {
    const [, id, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s?(.*)$/.exec(line.trimEnd()) ?? [];
    return id && parent ? [{ id: Number(id), parent: Number(parent), command }] : [];
  });
}

const windowsProcesses =
  'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId) $($_.CommandLine)" }';

/** A container may have no `ps`. @returns {Process[]} */
function fromProc() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        // pid (name, which may contain anything) state ppid …
        const [state, parent] = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
        if (state === 'Z' || parent === undefined) return [];
        const command = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ id: Number(id), parent: Number(parent), command }];
      } catch {
        return []; // ended meanwhile
      }
    });
}

/**
 * The processes whose end should end this one: npm and its shell, which run the script, and the first process
 * above them, which ran npm.
 *
 * @param {Process[]} processes
 * @param {number} first the process to begin with: the parent
 * @param {RegExp} script names the script in the command line of a shell
 * @returns {number[]} from the parent upward
 */
export function launchersOf(processes, first, script) {
  const byId = new Map(processes.map((one) => [one.id, one]));
  /** @type {number[]} */
  const launchers = [];
  for (let one = byId.get(first); one && one.id > 1; one = byId.get(one.parent)) {
    if (launchers.includes(one.id)) break; // Windows reuses ids
    launchers.push(one.id);
    if (!/\b(npm|npx|pnpm|yarn)\b/.test(one.command) && !script.test(one.command)) break;
  }
  return launchers;
}

/**
 * Whether a process still runs. Signal 0 sends nothing; on Linux, it also reaches a process that has ended
 * but was not waited for.
 *
 * @param {number} id
 */
export function isRunning(id) {
  try {
    process.kill(id, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${id}/stat`, 'utf8'));
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
