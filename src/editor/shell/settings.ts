import * as vscode from 'vscode';
import { isTimeZone, localTimeZone } from '../../market/time/zones';

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

/** The editor's own settings for requests; `checksCertificates` is false where anything turned it off. */
export function editorNetwork(): { proxy: string; checksCertificates: boolean } {
  const http = vscode.workspace.getConfiguration('http');
  const isStrict = http.get<unknown>('proxyStrictSSL') !== false;
  const support = http.get<unknown>('proxySupport');
  return {
    proxy: `${http.get<unknown>('proxy') ? 'set' : 'not set'}, support ${typeof support === 'string' ? support : 'unknown'}`,
    checksCertificates: isStrict && process.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0',
  };
}

/** Adds an entry to the user's connections; the other entries stay as they are, good or bad. */
export async function addToConnections(entry: Readonly<Record<string, unknown>>): Promise<void> {
  await writeConnections([...connectionEntries(), entry]);
}

/**
 * Changes fields of the connection of that name, or removes it (`change` is null); everything else
 * in the user's connections stays as it is.
 */
export async function changeConnection(
  name: string,
  change: Readonly<Record<string, unknown>> | null,
): Promise<void> {
  const isIt = (entry: unknown): entry is object =>
    typeof entry === 'object' && entry !== null && 'name' in entry && entry.name === name;
  await writeConnections(
    connectionEntries().flatMap((entry) => {
      if (!isIt(entry)) return [entry];
      return change === null ? [] : [{ ...entry, ...change }];
    }),
  );
}

function connectionEntries(): unknown[] {
  const now = read('connections');
  return Array.isArray(now) ? now : [];
}

async function writeConnections(entries: readonly unknown[]): Promise<void> {
  await vscode.workspace
    .getConfiguration('marketData')
    .update('connections', entries, vscode.ConfigurationTarget.Global);
}

/** Hears of changes of one setting. */
export function onSettingChange(key: string, listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(`marketData.${key}`)) listener();
  });
}
