import * as l10n from '@vscode/l10n';
import type { LogSink, Vault } from '../clientTypes';
import { ServiceFailure } from '../failure';

/**
 * The vault with harmless failures: a read failure ends the request with an outcome, and a token
 * that can't be stored still serves the current request. Causes are omitted because they may quote
 * secrets.
 */
export function guardedVault(vault: Vault, log: LogSink): Vault {
  const unreadable = (): never => {
    throw new ServiceFailure('unreachable', l10n.t("Couldn't read the stored sign-in."));
  };
  return {
    credentials: async (connection) => vault.credentials(connection).catch(unreadable),
    token: async (connection) => vault.token(connection).catch(unreadable),
    storeToken: async (connection, token) =>
      vault
        .storeToken(connection, token)
        .catch(() => log.warn(`${connection.name}: the access token could not be stored.`)),
  };
}
