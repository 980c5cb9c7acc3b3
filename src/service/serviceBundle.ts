/** What the host loads as a bundle of its own on first use, since the HTTP library is not small. */
export { config as setLanguage } from '@vscode/l10n';
export { createMarketClient } from './marketClient';
