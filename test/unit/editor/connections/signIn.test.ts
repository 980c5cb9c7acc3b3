import { expect, it } from 'vitest';
import type { Connections } from '#src/editor/connections/connections';
import type { SecretVault } from '#src/editor/connections/secretVault';
import type { ServiceAccess } from '#src/editor/connections/serviceAccess';
import { SignIn } from '#src/editor/connections/signIn';
import type { MarketClient } from '#src/service/clientTypes';
import { doubleOf } from '../../doubleOf';
import { editor } from '../fakeVscode/editor';
import { ownConnection } from '../ownConnection';

const connection = ownConnection('mine');
const argument = { connection: 'mine', username: 'anna', password: 'canary' };

/** Sign-ins that are all granted, and the passwords that were sent. */
function signIns() {
  const sent: string[] = [];
  const client = doubleOf<MarketClient>({
    signIn: (_connection, { password }) => {
      sent.push(password);
      return Promise.resolve({ granted: true, token: { accessToken: 'token' } });
    },
  });
  const signIn = new SignIn(
    doubleOf<Connections>({ get: () => Promise.resolve(connection), setRefused: () => undefined }),
    doubleOf<SecretVault>({
      store: () => Promise.resolve(),
      state: () => Promise.resolve('signedIn'),
    }),
    doubleOf<ServiceAccess>({ marketClient: () => Promise.resolve(client) }),
    () => undefined,
  );
  return { signIn, sent };
}

const verifyNoCertificates = () => {
  editor.settings['http.proxyStrictSSL'] = false;
};

it('a headless sign-in sends the password while certificates are verified', async () => {
  const { signIn, sent } = signIns();
  expect(await signIn.headless(argument)).toBe(true);
  expect(sent).toEqual(['canary']);
});

it('a headless sign-in sends no password to whoever is on the network, and no dialog opens', async () => {
  verifyNoCertificates();
  const { signIn, sent } = signIns();
  await expect(signIn.headless(argument)).rejects.toThrow("Certificates aren't verified.");
  expect(sent).toEqual([]);
  expect(editor.messages).toEqual([]);
});

it('headless calls work once a person has accepted unverified certificates in the window', async () => {
  verifyNoCertificates();
  editor.press('Continue Anyway');
  const { signIn, sent } = signIns();
  expect(await signIn.ensure(connection)).toBe(true);
  expect(await signIn.headless(argument)).toBe(true);
  expect(sent).toEqual(['canary']);
});

it('headless calls to this machine need no certificate', () => {
  verifyNoCertificates();
  const local = { ...connection, baseUrl: 'http://localhost:8080', authUrl: 'http://localhost:8080' };
  expect(() => signIns().signIn.requireVerifiedCertificates(local)).not.toThrow();
});
