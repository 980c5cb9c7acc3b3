import { beforeEach, describe, expect, it } from 'vitest';
import { SecretVault } from '#src/editor/connections/secretVault';
import { readConnections } from '#src/service/connectionSettings';
import type { Connection } from '#src/request/connection';

const connection = readConnections([
  { name: 'own', baseUrl: 'https://data.example.com', authUrl: 'https://sso.example.com' },
]).connections[0] as Connection;
const credentials = { username: 'someone', password: 'canary-secret-vault', headers: {} };
const token = { accessToken: 'canary-secret-token' };

/** A storage that is as slow as an operating system's keyring. */
function newVault(memory = new Map<string, unknown>()) {
  const kept = new Map<string, string>();
  const slowly = <T>(work: () => T) => new Promise<T>((resolve) => setTimeout(() => resolve(work()), 5));
  const storage = {
    get: (key: string) => slowly(() => kept.get(key)),
    store: (key: string, text: string) => slowly(() => void kept.set(key, text)),
    delete: (key: string) => slowly(() => void kept.delete(key)),
    onDidChange: () => ({ dispose: () => undefined }),
  };
  const memento = {
    get: (key: string) => memory.get(key),
    update: (key: string, value: unknown) => slowly(() => void memory.set(key, value)),
    keep: () => undefined,
  };
  return { vault: new SecretVault(storage, memento), kept, memory };
}

describe('the vault', () => {
  let fresh: ReturnType<typeof newVault>;
  beforeEach(async () => {
    fresh = newVault();
    await fresh.vault.store(connection, credentials, token, true);
  });

  it('discards a token that arrives while the person signs out', async () => {
    const { vault, kept } = fresh;
    const renewal = vault.storeToken(connection, { accessToken: 'canary-secret-late' });
    await Promise.all([renewal, vault.remove('own')]);
    await vault.storeToken(connection, { accessToken: 'canary-secret-later' });
    expect([...kept.values()]).toEqual([]);
    expect(await vault.state(connection)).toBe('signedOut');
  });

  it('keeps the newer of two tokens together with the credentials', async () => {
    const { vault } = fresh;
    await Promise.all([
      vault.storeToken(connection, { accessToken: 'canary-secret-1' }),
      vault.storeToken(connection, { accessToken: 'canary-secret-2' }),
    ]);
    expect(await vault.token(connection)).toEqual({ accessToken: 'canary-secret-2' });
    expect(await vault.credentials(connection)).toEqual(credentials);
  });

  it('lists the names it stores secrets for, without any secret', async () => {
    const { vault, memory } = fresh;
    expect(vault.keptNames).toEqual(['own']);
    expect(JSON.stringify([...memory])).not.toContain('canary');
    await vault.remove('own');
    expect(vault.keptNames).toEqual([]);
  });

  it('lists no name for a sign-in that ends with the window', async () => {
    const { vault, kept } = fresh;
    await vault.store(connection, credentials, token, false);
    expect(vault.keptNames).toEqual([]);
    expect([...kept.values()]).toEqual([]);
    expect(await vault.credentials(connection)).toEqual(credentials);
  });

  it.each([true, false])(
    'never appears signed out during sign-in (kept on the machine: %s)',
    async (remember) => {
      const { vault } = fresh;
      await vault.store(connection, credentials, token, !remember);
      const seen = new Set<string>();
      const stored = new AbortController();
      const storing = vault.store(connection, credentials, token, remember).finally(() => stored.abort());
      while (!stored.signal.aborted) {
        seen.add(await vault.state(connection));
        await new Promise((resolve) => setImmediate(resolve));
      }
      await storing;
      expect([...seen]).toEqual(['signedIn']);
    },
  );
});
