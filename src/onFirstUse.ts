/**
 * What activation doesn't need. The extension consists of two bundles: the entry, which every window loads,
 * and this one, which is loaded when any part of it is first used. The HTTP client only runs when it's needed itself:
 * it takes as long to start as everything else here.
 */
import { join } from 'node:path';
import { startSandboxThread, type ThreadOptions } from './sandbox/startSandboxThread';
import type { ClientParts } from './service/marketClient';

export { openTools } from './editor/languageModels/tools';
export { HistoryTree } from './editor/history/historyTree';
export { openQueryFileFeatures } from './editor/queryFiles/queryFileFeatures';
export { openWorkbench } from './editor/workbench';

/** This bundle has its own copy of l10n, whose language the entry sets. */
export { config as setLanguage } from '@vscode/l10n';

/** Creates the HTTP client for all connections. */
export const createMarketClient = async (parts: ClientParts) =>
  (await import('./service/marketClient')).createMarketClient(parts);

/** Starts a sample service in its thread. */
export const startSandbox = (options?: ThreadOptions) =>
  startSandboxThread(join(__dirname, 'cli.js'), options);
