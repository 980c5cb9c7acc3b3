import * as vscode from 'vscode';
import { isTimeZone, localTimeZone } from '../market/zones';

/**
 * The one module that reads settings. A workspace may hold anything, so every value is checked and
 * falls back to the manifest's default.
 */
const read = (key: string, scope?: vscode.ConfigurationScope): unknown =>
  vscode.workspace.getConfiguration('marketData', scope ?? null).get<unknown>(key);

const megabyte = 1024 * 1024;

function wholeNumber(key: string, fallback: number, least: number, most: number): number {
  const value = read(key);
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.min(most, Math.max(least, Math.round(value)))
    : fallback;
}

export const settings = {
  /** Outside data; `readConnections` judges it. */
  connections: (): unknown => read('connections'),

  /** The zone in which times are shown and local input is read: an IANA name or `UTC`. */
  timeZone(): string {
    const value = read('timeZone');
    if (value === 'local') return localTimeZone();
    return typeof value === 'string' && isTimeZone(value) ? value : 'Europe/Oslo';
  },

  /** Seconds of silence on the socket. */
  requestTimeoutSeconds: () => wholeNumber('requestTimeoutSeconds', 60, 1, 3600),

  /** Longest `Retry-After` that is waited out, in seconds. */
  maxRetryWaitSeconds: () => wholeNumber('maxRetryWaitSeconds', 120, 0, 3600),

  /** Memory for all kept results, in bytes. */
  maxResultBytes: () => wholeNumber('maxResultMegabytes', 1024, 16, 16_384) * megabyte,

  /** Folder for exports, relative to the workspace folder; not checked for safety here. */
  exportFolder(scope: vscode.ConfigurationScope): string {
    const value = read('exportFolder', scope);
    return typeof value === 'string' && value.trim() !== '' ? value : 'market-data';
  },
};

/** Adds an entry to the user's connections; the other entries stay as they are, good or bad. */
export async function addToConnections(entry: Readonly<Record<string, unknown>>): Promise<void> {
  const now = read('connections');
  const entries: unknown[] = Array.isArray(now) ? now : [];
  await vscode.workspace
    .getConfiguration('marketData')
    .update('connections', [...entries, entry], vscode.ConfigurationTarget.Global);
}

/** Hears of changes of one setting. */
export function onSettingChange(key: string, listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(`marketData.${key}`)) listener();
  });
}
