import { domainToUnicode } from 'node:url';
import * as l10n from '@vscode/l10n';
import { isOneLine } from '../text/plainText';
import { isLoopback, trimmedAddress } from './addresses';

/**
 * An address as people must see it before any secret is sent there, in one line or two. The first line is the
 * address as it's used, with port, path, and an ASCII host, in which no letter can pass for another. If the
 * host was written in other letters, the second line shows these.
 */
export function shownAddress(address: string): string {
  const shown = trimmedAddress(address);
  const { hostname } = new URL(shown);
  const first = isLoopback(hostname) ? l10n.t('{0} (this machine)', shown) : shown;
  const spelled = domainToUnicode(hostname);
  if (spelled === hostname || spelled === '') return first;
  const warning = isOneLine(spelled)
    ? // Isolated, because letters that are written from right to left would move those around them.
      l10n.t('Contains letters that can be mistaken for others: {0}', `\u2068${spelled}\u2069`)
    : l10n.t('Contains letters that can be mistaken for others.');
  return `${first}\n${warning}`;
}

/** The host and port of an address, in ASCII. */
export const hostOf = (address: string): string => new URL(address).host;
