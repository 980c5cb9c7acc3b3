import * as l10n from '@vscode/l10n';
import { canceledError } from '../text/canceledError';
import type { Sentence } from '../text/l10n';

type FailureKind = 'unreachable' | 'timeout' | 'cancelled';

/**
 * The only error that leaves this folder. It contains a message and the system's error code, but
 * nothing from the request: errors of the HTTP library reveal the token and password when
 * inspected.
 */
export class ServiceFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    /** The error code of the system or the library, such as `ECONNRESET`. */
    readonly code?: string,
  ) {
    super(message);
  }
}

/** Looked up only when needed, because the language is not known while modules load. */
const sentences: ReadonlyMap<string, Sentence> = new Map(
  Object.entries({
    ECONNREFUSED: () => l10n.t('Connection refused'),
    ECONNRESET: () => l10n.t('The connection was reset before the response was complete'),
    ECONNABORTED: () => l10n.t('The connection was closed before the response was complete'),
    ERR_STREAM_PREMATURE_CLOSE: () => l10n.t('The connection was closed before the response was complete'),
    EPIPE: () => l10n.t('The connection was closed before the request was sent'),
    ENOTFOUND: () => l10n.t('Host not found'),
    EAI_AGAIN: () => l10n.t("Couldn't resolve the host name"),
    EHOSTUNREACH: () => l10n.t('No route to the host'),
    ENETUNREACH: () => l10n.t('The network is unreachable'),
    ENETDOWN: () => l10n.t('The network is down'),
    EADDRNOTAVAIL: () => l10n.t('No local address is available for the connection'),
    ETIMEDOUT: () => l10n.t("The connection couldn't be established in time"),
    HPE_HEADER_OVERFLOW: () => l10n.t('The head of the response is longer than 256 kB'),
    CERT_HAS_EXPIRED: () => l10n.t("The server's certificate has expired"),
    CERT_NOT_YET_VALID: () => l10n.t("The server's certificate isn't valid yet"),
    CERT_REVOKED: () => l10n.t("The server's certificate was revoked"),
    ERR_TLS_CERT_ALTNAME_INVALID: () => l10n.t("The server's certificate is for another host"),
  }),
);

const untrusted =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*|CERT_(UNTRUSTED|REJECTED|SIGNATURE_FAILURE|CHAIN_TOO_LONG)|INVALID_CA)$/;

function sentenceFor(code: string): string {
  const known = sentences.get(code)?.();
  if (known !== undefined) return known;
  if (untrusted.test(code)) {
    return l10n.t(
      "The server's certificate isn't trusted. If a proxy inspects your traffic, install its certificate on this machine",
    );
  }
  if (/^(EPROTO|ERR_SSL_|ERR_TLS_)/.test(code)) return l10n.t("Couldn't establish a secure connection");
  if (code.startsWith('HPE_')) return l10n.t("The response isn't valid HTTP");
  return l10n.t('The connection failed');
}

/** The failure for a network error. Nothing of the error but its code can be trusted. */
export function networkFailure(error: unknown): ServiceFailure {
  const value = error instanceof Error && 'code' in error ? error.code : undefined;
  const code = typeof value === 'string' && /^[A-Z][A-Z0-9_]*$/.test(value) ? value : undefined;
  if (code === undefined) return new ServiceFailure('unreachable', l10n.t('The connection failed.'));
  const kind = code === 'ETIMEDOUT' ? 'timeout' : 'unreachable';
  return new ServiceFailure(kind, l10n.t('{0} ({1}).', sentenceFor(code), code), code);
}

/** The failure of a request for which the proxy opened no tunnel, with the status of its response. */
export const proxyFailure = (status: number): ServiceFailure =>
  new ServiceFailure('unreachable', l10n.t("The proxy didn't connect to the service (HTTP {0}).", status));

/** The failure of a request that the caller canceled. */
export const canceledFailure = (): ServiceFailure => new ServiceFailure('cancelled', canceledError().message);

/** The failure of a request without any data for this many seconds. */
export const silenceFailure = (seconds: number): ServiceFailure =>
  new ServiceFailure('timeout', l10n.t('No response for {0} s.', seconds));

/** The failure of a response that wasn't complete after this many seconds. */
export function tooSlowFailure(seconds: number): ServiceFailure {
  const time = seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
  return new ServiceFailure('timeout', l10n.t("The response wasn't complete after {0}.", time));
}
