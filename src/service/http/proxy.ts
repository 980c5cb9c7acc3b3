/** The proxy of the command line. In the editor, its networking decides. */
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import * as l10n from '@vscode/l10n';
import type { AxiosProxyConfig } from 'axios';
import shouldBypassProxy from 'axios/unsafe/helpers/shouldBypassProxy.js';
import { longestConnectMs } from './transport';

/** The first one that is set counts. */
const variables = ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'];

let proxy: AxiosProxyConfig | false = false;

/**
 * From now on, requests of this process go through the proxy that `HTTPS_PROXY` or `ALL_PROXY` names, unless
 * `NO_PROXY` has their host. Throws an `Error` ready to display, without the variable's value, if it can't be used.
 */
export function useProxyOfEnvironment(): void {
  const name = variables.find((each) => process.env[each]);
  proxy = name !== undefined && proxyAt(process.env[name] ?? '', name);
  // What connects to the proxy has no option for it.
  if (proxy) setDefaultAutoSelectFamilyAttemptTimeout(longestConnectMs);
}

function proxyAt(address: string, name: string): AxiosProxyConfig {
  const [, scheme = 'http', rest = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(.*)$/is.exec(address) ?? [];
  if (!/^https?$/i.test(scheme)) {
    throw new Error(
      l10n.t(
        "{0} names a proxy of the kind {1}, which can't be used. Name an HTTP proxy. Example: {2}",
        name,
        scheme,
        'http://proxy.example:3128',
      ),
    );
  }
  try {
    const url = new URL(`${scheme}://${rest}`);
    // Not encoded, "#", "/", or "?" in a password ends the host, which is then read from the user name.
    if (url.pathname + url.search + url.hash !== '/') throw new URIError();
    const username = decodeURIComponent(url.username);
    const password = decodeURIComponent(url.password);
    return {
      protocol: url.protocol,
      host: url.hostname,
      port: Number(url.port), // 0 is the default port
      ...(username + password !== '' && { auth: { username, password } }),
    };
  } catch {
    throw new Error(
      l10n.t(
        "{0} isn't an address. Example: {1}. Write # in a password as %23, and % as %25.",
        name,
        'http://proxy.example:3128',
      ),
    );
  }
}

/** The proxy for a request. Only `https:` requests use it, which it can't read; the others never leave this machine. */
export const proxyFor = (url: string): AxiosProxyConfig | false =>
  url.startsWith('https:') && !shouldBypassProxy(url) && proxy;
