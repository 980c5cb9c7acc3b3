import { createServer } from 'node:http';
import {
  getDefaultAutoSelectFamilyAttemptTimeout,
  setDefaultAutoSelectFamilyAttemptTimeout,
  type AddressInfo,
} from 'node:net';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { send } from '#src/service/http/http';
import { useProxyOfEnvironment } from '#src/service/http/proxy';

const variables = ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY', 'no_proxy', 'NO_PROXY'];

beforeEach(() => {
  const clear = () => variables.forEach((name) => vi.stubEnv(name, undefined));
  clear();
  const before = getDefaultAutoSelectFamilyAttemptTimeout();
  onTestFinished(() => {
    clear();
    useProxyOfEnvironment();
    vi.unstubAllEnvs();
    setDefaultAutoSelectFamilyAttemptTimeout(before);
  });
});

/** A proxy that lets nobody but this account through, and reaches nothing. */
async function startProxy(account: string): Promise<{ host: string; asked: (string | undefined)[] }> {
  const asked: (string | undefined)[] = [];
  const server = createServer();
  server.on('connect', ({ headers }, socket) => {
    const given = headers['proxy-authorization'];
    asked.push(given);
    const isRight = given === `Basic ${Buffer.from(account).toString('base64')}`;
    socket.end(`HTTP/1.1 ${isRight ? '502 Bad Gateway' : '407 Proxy Authentication Required'}\r\n\r\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** What a request of a process that starts now comes to. */
async function messageOf(url = 'https://data.example.invalid/'): Promise<string> {
  useProxyOfEnvironment();
  const { signal } = new AbortController();
  const sent = send({ method: 'GET', url, headers: [], silenceSeconds: 5, signal });
  return sent.then(
    () => 'a response',
    (error: unknown) => (error instanceof Error ? error.message : ''),
  );
}

describe('the proxy of the environment', () => {
  it.each([
    ['HTTPS_PROXY', 'http://', 'acme%5Canna:p%40ss%23%25w%C3%B6rd@', 'acme\\anna:p@ss#%wörd'],
    ['ALL_PROXY', 'HTTP://', 'anna:a+b@', 'anna:a+b'],
    ['https_proxy', '', 'acme%5Canna:100%25@', 'acme\\anna:100%'],
  ])(
    'gets user name and password of %s as they are, or the account would be locked',
    async (name, scheme, given, account) => {
      const { host, asked } = await startProxy(account);
      vi.stubEnv(name, scheme + given + host);
      expect(await messageOf()).toBe("The proxy didn't connect to the service (HTTP 502).");
      expect(asked).toHaveLength(1);
    },
  );

  it('gets no account if none is set, and nothing for the hosts of NO_PROXY', async () => {
    const { host, asked } = await startProxy('');
    vi.stubEnv('HTTPS_PROXY', host);
    await messageOf();
    expect(asked).toEqual([undefined]);
    vi.stubEnv('NO_PROXY', '.example.invalid');
    expect(await messageOf()).toContain('Host not found');
    vi.stubEnv('NO_PROXY', '127.0.0.0/8');
    expect(await messageOf('https://127.0.0.1:1/')).toContain('ECONNREFUSED');
    expect(asked).toHaveLength(1);
  });

  const kind = (scheme: string) =>
    `names a proxy of the kind ${scheme}, which can't be used. Name an HTTP proxy.`;
  it.each([
    ['HTTPS_PROXY', 'socks5://anna:canary@proxy.example:1080', kind('socks5')],
    ['ALL_PROXY', 'socks5h://proxy.example', kind('socks5h')],
    ['https_proxy', 'http://anna:can#ary@proxy.example:3128', "isn't an address."],
    ['HTTPS_PROXY', 'http://anna:12#canary@proxy.example:3128', "isn't an address."],
    ['HTTPS_PROXY', 'anna:12/canary@proxy.example:3128', "isn't an address."],
    ['HTTPS_PROXY', 'http://anna:canary%@proxy.example:3128', "isn't an address."],
    ['all_proxy', 'http://', "isn't an address."],
  ])('is refused by the name of %s if it is %s, without a secret', async (name, value, words) => {
    vi.stubEnv(name, value);
    await expect(messageOf()).rejects.toThrow(`${name} ${words}`);
    await expect(messageOf()).rejects.not.toThrow(/canary|can#ary/);
  });
});
