// Without `node:`, because the editor's networking replaces the modules of these names only.
import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'http';
import https from 'https';

/** The longest head of a response in bytes: gateways add long policies and cookies to it. Node reads 16 kB. */
const maxHeaderSize = 256 * 1024;

/**
 * The longest time, in milliseconds, that an address of a host is tried while there are others: long enough for a slow
 * way on which packets are lost, and short enough for a host with an address that never answers. The last one has all
 * the time that is left. Node tries each for a quarter of a second, in which satellites and busy VPNs connect to none.
 */
export const longestConnectMs = 5000;

/** Sends a request within these limits. Of a host with two addresses, both are tried before the time is over. */
export const transport = (silenceSeconds: number) => ({
  request(options: RequestOptions, onResponse: (response: IncomingMessage) => void): ClientRequest {
    const autoSelectFamilyAttemptTimeout = Math.min(longestConnectMs, Math.ceil(silenceSeconds * 500));
    const sent = { ...options, maxHeaderSize, autoSelectFamilyAttemptTimeout };
    return (options.protocol === 'https:' ? https : http).request(sent, onResponse);
  },
});
