/** How we ask: the client of the service. Loaded on first use, since the HTTP library is not small. */
/** A bundle of its own has a language of its own. */
export { config as setLanguage } from '@vscode/l10n';
export { createMarketClient, type MarketClientParts } from './marketClient';
export { isServiceFailure, ServiceFailure, type FailureKind } from './failure';
export type {
  BodyReply,
  ClientSettings,
  Credentials,
  EndedReply,
  Grant,
  LogSink,
  MarketClient,
  MarketReply,
  MarketRequest,
  StoredToken,
  Vault,
} from './clientTypes';
