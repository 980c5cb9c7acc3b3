import { existsSync, readFileSync, readlinkSync, renameSync, writeFileSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';
import { errorKind } from '../text/errorText';
import { isRecord, parsedJson } from '../text/parsedJson';
import { removeQuietly } from './removeQuietly';

/**
 * Identifies the process that a session's folder, or the notes of a run, belong to. Dates alone can't show whether
 * a window is open, because a machine may sleep for days, and clocks can be changed.
 */
interface Owner {
  /** Where the process id is valid: a machine, or a container on it. */
  readonly place: string;
  readonly pid: number;
  /** On Linux, when the process started, because process ids are reused, on some machines within hours. */
  readonly started: string | null;
  /** How long the machine had been running when the process was identified, in seconds. */
  readonly uptime: number;
}

/** `unknown`: the process is on another machine that uses the same folder, or can't be identified. */
export type SessionState = 'live' | 'ended' | 'unknown';

const lockName = 'owner';
const unfinishedName = `${lockName}.new`;
const lockPath = (folder: string) => join(folder, lockName);

/** Whether the file of a session's folder is a claim that isn't complete. */
export const isUnfinishedClaim = (name: string): boolean => name === unfinishedName;

/** The result of a file operation, or null if it fails: not every system has `/proc`, for example. */
function ifPossible<Done>(operation: () => Done): Done | null {
  try {
    return operation();
  } catch {
    return null;
  }
}

const placeOfThisProcess = (): string =>
  [hostname(), ifPossible(() => readlinkSync('/proc/self/ns/pid'))].filter(Boolean).join(' ');

/**
 * When the process started, with the id of the boot. This is field 22 of `stat`, counted from the end of the
 * second field, which may contain any character.
 */
function startOf(pid: number): string | null {
  return ifPossible(() => {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // It was killed, but the process that started it hasn't noticed yet.
    return state === 'Z' ? '' : `${boot} ${fields[18]}`;
  });
}

/** Identifies this process, also in a file that is read again, see `stateOfProcess`. */
export const thisProcess = (): Owner => ({
  place: placeOfThisProcess(),
  pid: process.pid,
  started: startOf(process.pid),
  uptime: uptime(),
});

/**
 * Claims the folder for this process until `release`, unless it has done so already. Others never see an
 * incomplete claim. If the disk is full, there is no claim, and the next call tries again.
 */
export function claim(folder: string): void {
  if (existsSync(lockPath(folder))) return;
  const written = join(folder, unfinishedName);
  writeFileSync(written, JSON.stringify(thisProcess()), { mode: 0o600 });
  renameSync(written, lockPath(folder));
}

/** Ends this process's claim. The folder's date then shows when it was last used. */
export function release(folder: string): void {
  removeQuietly(lockPath(folder));
}

function isOwner(value: unknown): value is Owner {
  return (
    isRecord(value) &&
    typeof value.place === 'string' &&
    Number.isInteger(value.pid) &&
    (value.started === null || typeof value.started === 'string') &&
    typeof value.uptime === 'number'
  );
}

/** Whether there is a process with this id. Signal 0 isn't delivered to it. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process exists but belongs to another user.
    return errorKind(error) === 'EPERM';
  }
}

/** Whether the process that claimed the folder still runs. */
export function stateOfSession(folder: string): SessionState {
  let text: string;
  try {
    text = readFileSync(lockPath(folder), 'utf8');
  } catch (error) {
    return errorKind(error) === 'ENOENT' ? 'ended' : 'unknown';
  }
  return stateOfProcess(parsedJson(text));
}

const bootOf = (started: string | null) => started?.split(' ')[0];

/**
 * Whether the process still runs that `thisProcess` identified. On a disk that machines share, two of them may have the
 * same name: only the id of the boot distinguishes these, where there is one.
 */
export function stateOfProcess(owner: unknown, isSharedDisk = false): SessionState {
  if (!isOwner(owner) || owner.place !== placeOfThisProcess()) return 'unknown';
  if (isSharedDisk && bootOf(owner.started) !== bootOf(startOf(process.pid))) return 'unknown';
  const { pid, started } = owner;
  // Allows for rounding by one second.
  if (owner.uptime > uptime() + 1 || !isRunning(pid)) return 'ended';
  if (started !== null) {
    const found = startOf(pid);
    // Where processes of other users are hidden, this one may still be that process.
    if (found === null) return 'unknown';
    return found === started ? 'live' : 'ended';
  }
  // Without a start time, a process can't be distinguished from a later one with the same id, unless it's
  // this one.
  const isEarlier = pid === process.pid && owner.uptime < uptime() - process.uptime() - 1;
  return isEarlier ? 'ended' : 'live';
}
