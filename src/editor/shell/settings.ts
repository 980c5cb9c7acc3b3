import * as vscode from 'vscode';
import { localTimeZone, timeZoneName } from '../../market/time/zones';
import { isRecord } from '../../text/parsedJson';
import { showWarning } from './shownMessages';

/**
 * The one module that reads settings. Each has the same default as in the manifest, and integers have the
 * same bounds; a test compares the two.
 */
export const settingDefaults = {
  connections: { default: [] },
  timeZone: { default: 'Europe/Oslo' },
  requestTimeoutSeconds: { default: 60, minimum: 1, maximum: 3600 },
  maxRetryWaitSeconds: { default: 120, minimum: 0, maximum: 3600 },
  maxResultMegabytes: { default: 1024, minimum: 16, maximum: 16_384 },
  exportFolder: { default: 'market-data' },
  historyMegabytes: { default: 512, minimum: 0, maximum: 102_400 },
  agentRows: { default: 0, minimum: 0, maximum: 20 },
  agentRequests: { default: 50, minimum: 0, maximum: 10_000 },
} as const;

type SettingKey = keyof typeof settingDefaults;
type NumberKey = Exclude<SettingKey, 'connections' | 'timeZone' | 'exportFolder'>;

/** A workspace may contain any value, so each is checked before it is used. */
const read = (key: SettingKey, scope?: vscode.ConfigurationScope): unknown =>
  vscode.workspace.getConfiguration('marketData', scope ?? null).get<unknown>(key);

function wholeNumber(key: NumberKey): number {
  const value = read(key);
  const { default: fallback, minimum, maximum } = settingDefaults[key];
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.min(maximum, Math.max(minimum, Math.round(value)))
    : fallback;
}

const megabyte = 1024 * 1024;

export const settings = {
  /** Outside data; `readConnections` checks it. */
  connections: (): unknown => read('connections'),

  /** The time zone in which times are displayed and local input is read: an IANA name or `UTC`. */
  timeZone(): string {
    const value = read('timeZone');
    if (value === 'local') return localTimeZone() ?? utcInstead();
    const { default: fallback } = settingDefaults.timeZone;
    return typeof value === 'string' ? (timeZoneName(value) ?? fallback) : fallback;
  },

  /** The settings for a request, read when it starts; see the service's `ClientSettings`. */
  ofRequest: () => ({
    requestTimeoutSeconds: wholeNumber('requestTimeoutSeconds'),
    maxRetryWaitSeconds: wholeNumber('maxRetryWaitSeconds'),
  }),

  /** Memory for all results, in bytes. */
  maxResultBytes: () => wholeNumber('maxResultMegabytes') * megabyte,

  /** Disk space for all responses in the history, in bytes. */
  historyBytes: () => wholeNumber('historyMegabytes') * megabyte,

  /** How many rows of a result a language model may see. For the sample service, the limit is fixed. */
  agentRows: () => wholeNumber('agentRows'),

  /** How many requests language models may send in a window; requests to the sample service don't count. */
  agentRequests: () => wholeNumber('agentRequests'),

  /** Folder for exports, relative to the workspace folder; not checked for safety here. */
  exportFolder(scope: vscode.ConfigurationScope): string {
    const value = read('exportFolder', scope);
    const isNamed = typeof value === 'string' && value.trim() !== '';
    return isNamed ? value : settingDefaults.exportFolder.default;
  },
};

let isZoneKnown = true;

/** The time zone of a machine that has none. Says so once in each window. */
function utcInstead(): string {
  if (isZoneKnown) {
    isZoneKnown = false;
    void showWarning(
      vscode.l10n.t(
        'The time zone of this machine isn\'t known, so times are in UTC. To use another one, change the "marketData.timeZone" setting.',
      ),
    );
  }
  return 'UTC';
}

/**
 * The editor's own settings for requests. `checksCertificates` is false if anything turned verification off.
 */
export function editorNetwork(): { proxy: string; checksCertificates: boolean } {
  const http = vscode.workspace.getConfiguration('http');
  const isStrict = http.get<unknown>('proxyStrictSSL') !== false;
  const support = http.get<unknown>('proxySupport');
  return {
    proxy: `${http.get<unknown>('proxy') ? 'set' : 'not set'}, support ${typeof support === 'string' ? support : 'unknown'}`,
    checksCertificates: isStrict && process.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0',
  };
}

/** Whether the editor's AI features are on; editors that can't turn them off have them. */
export const editorHasModels = (): boolean =>
  vscode.workspace.getConfiguration('chat').get<unknown>('disableAIFeatures') !== true;

/** Adds an entry to the user's connections. The other entries are left unchanged, even invalid ones. */
export async function addToConnections(entry: Readonly<Record<string, unknown>>): Promise<void> {
  await writeConnections([...connectionEntries(), entry]);
}

/**
 * Changes fields of the connection of that name, or removes it (`change` is null); the user's other
 * connections are left unchanged.
 */
export async function changeConnection(
  name: string,
  change: Readonly<Record<string, unknown>> | null,
): Promise<void> {
  await writeConnections(
    connectionEntries().flatMap((entry) => {
      if (!isRecord(entry) || entry.name !== name) return [entry];
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

/** Calls the listener when the setting changes. */
export function onSettingChange(key: SettingKey, listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(`marketData.${key}`)) listener();
  });
}
