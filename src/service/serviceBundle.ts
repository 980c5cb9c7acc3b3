/** A separate bundle that the host loads on first use, because the HTTP library is not small. */
export { config as setLanguage } from '@vscode/l10n';
export { createMarketClient } from './marketClient';
