/** How we ask: the client of the service. Loaded on first use, since the HTTP library is not small. */
export { speak } from '../text/l10n';
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
