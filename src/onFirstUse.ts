/**
 * What activation doesn't need. The extension consists of two bundles: the entry, which every window loads,
 * and this one, which is loaded when any part of it is first used. The HTTP client and the sample service
 * only run when they are needed themselves: they take as long to start as everything else here.
 */
import type { ClientParts } from './service/marketClient';

export { openAgentTools } from './editor/languageModels/tools';
export { HistoryTree } from './editor/history/historyTree';
export { openQueryFileFeatures } from './editor/queryFiles/queryFileFeatures';
export { rangeItem } from './editor/range/rangeItem';
export { openWorkbench } from './editor/workbench';

/** This bundle has its own copy of l10n, whose language the entry sets. */
export { config as setLanguage } from '@vscode/l10n';

/** Creates the HTTP client for all connections. */
export const createMarketClient = async (parts: ClientParts) =>
  (await import('./service/marketClient')).createMarketClient(parts);

/** Starts the sample service of the built-in connection. */
export const startSandbox = async () => (await import('./sandbox/startSandbox')).startSandbox();
