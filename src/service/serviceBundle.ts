/** What the host loads as a bundle of its own on first use, since the HTTP library is not small. */
export { speak } from '../text/l10n';
export { createMarketClient } from './marketClient';
